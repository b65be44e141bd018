// The director's desk keeps itself up to date and listens to a few keys. Without this file it is a page to reload.
(() => {
  "use strict";
  const POLL = 2500;
  const LOST_AFTER = 2;
  const root = document.querySelector("[data-desk]");
  if (!root) return;
  let tag = "";
  let failures = 0;
  let waiting = null;

  const isField = (element) => Boolean(element?.matches?.("input, select, textarea, [contenteditable]"));

  // Somebody is writing here: what changed elsewhere waits until they have finished.
  const isBusy = (part) =>
    (part.contains(document.activeElement) && isField(document.activeElement)) ||
    [...part.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field.value !== field.defaultValue);

  const replace = (old, fresh) => {
    if (old.innerHTML === fresh.innerHTML && old.className === fresh.className) return;
    const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
    const open = [...old.querySelectorAll("details[open][id]")].map((details) => details.id);
    const copy = document.importNode(fresh, true);
    old.replaceWith(copy);
    for (const id of open) {
      const details = document.getElementById(id);
      if (details instanceof HTMLDetailsElement) details.open = true;
    }
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  const show = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    let isPartBusy = false;
    for (const fresh of page.querySelectorAll("[data-desk-part]")) {
      const old = root.querySelector(`[data-desk-part="${fresh.dataset.deskPart}"]`);
      if (!old) continue;
      if (isBusy(old)) isPartBusy = true;
      else replace(old, fresh);
    }
    waiting = isPartBusy ? html : null;
    showAges();
  };

  const showLost = (isLost) => {
    for (const place of document.querySelectorAll("[data-desk-lost]")) place.hidden = !isLost;
  };

  const poll = async () => {
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(root.dataset.liveUrl, { headers, cache: "no-store" });
      if (answer.status === 403 || answer.redirected) return location.reload();
      if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
      tag = answer.headers.get("ETag") || "";
      const news = answer.status === 200 ? await answer.text() : waiting;
      if (news) tenace.afterTap(() => show(news));
      failures = 0;
      showLost(false);
    } catch {
      failures += 1;
      if (failures >= LOST_AFTER) showLost(true);
    }
    setTimeout(poll, document.hidden ? 4 * POLL : POLL);
  };

  // How long they have waited, by minutes and seconds.
  const showAges = () => {
    for (const time of root.querySelectorAll("time[data-since]")) {
      const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time.dateTime)) / 1000));
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  };

  const cells = () => [...root.querySelectorAll("a[data-cell]")];

  // To the nearest board in that direction, whatever the grid looks like.
  const neighbour = (from, key) => {
    const here = from.getBoundingClientRect();
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    let least = Infinity;
    for (const cell of cells()) {
      const there = cell.getBoundingClientRect();
      const x = there.left + there.width / 2 - here.left - here.width / 2;
      const y = there.top + there.height / 2 - here.top - here.height / 2;
      const along = x * dx + y * dy;
      if (cell === from || along < 4) continue;
      const distance = along + 3 * Math.abs(x * dy) + 3 * Math.abs(y * dx);
      if (distance < least) [best, least] = [cell, distance];
    }
    return best;
  };

  const firstWaiting = (key) => root.querySelector(`[data-first="${key}"]`);

  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key.startsWith("Arrow") && event.target.matches?.("a[data-cell]")) {
      const next = neighbour(event.target, event.key);
      if (next) {
        event.preventDefault();
        next.focus();
      }
      return;
    }
    const key = event.key.toLowerCase();
    if (!/^[a-z?]$/.test(key)) return;
    const there = firstWaiting(key);
    const target = there || document.querySelector(`[data-shortcut="${key}"]`);
    if (!target) return;
    event.preventDefault();
    if (there || isField(target)) target.focus();
    else target.click();
  };

  document.addEventListener("keydown", press);
  document.addEventListener("tenace:clock", () => {
    tag = "";
  });
  showAges();
  setInterval(showAges, 1000);
  setTimeout(poll, POLL);
})();
