{% autoescape off %}// Offline reload of a table's page, where the browser allows a service worker. What was typed is not its business:
// the page itself keeps and sends that.
"use strict";
const FILES = {{ files }};
const NAME = "tenace-table:" + FILES.join();
const PAGE = /^\/t\/[A-Za-z0-9]{8}\/$/;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("tenace-table:") && name !== NAME));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()));
});

const kept = async (request) => {
  const cache = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    else if (answer.status === 404) await cache.delete(request.url);
    return answer;
  } catch (error) {
    const before = await cache.match(request.url);
    if (before) return before;
    throw error;
  }
};

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate" && PAGE.test(url.pathname)) {
    event.respondWith(kept(event.request));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(event.request).then((file) => file || fetch(event.request)));
  }
});
{% endautoescape %}
