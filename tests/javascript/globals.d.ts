// What `static/tenace/tenace.js` gives to every page.
declare const tenace: {
  beginAt(element: HTMLElement, options?: FocusOptions): void;
  /** What typing names at the door gives to the list of entries. */
  nameFields?: any;
  enhance(part: ParentNode): void;
  /** Runs `act` at once, or after the tap that is under way. */
  afterTap(act: () => void): void;
};
interface Window {
  tenace: typeof tenace;
}
