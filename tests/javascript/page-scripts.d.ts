// For the scripts of pages: what a selector finds is whatever the template put there.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Element {
  closest(selectors: string): any;
}
interface EventTarget {
  closest?: any;
  matches?: any;
  name?: any;
}
interface Window {
  htmx: any;
}
