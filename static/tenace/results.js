// Results keep themselves up to date, say why a figure is what it is, and open a board's other results in place.
// Without this file the pages are whole: figures and boards are links, and the page is to be reloaded.
(() => {
  "use strict";
  const POLL = 1000;
  const SLOW = 6000;
  const LOST_AFTER = 2;

  const unfold = (link, row) => {
    link.closest("tr").after(row);
    link.setAttribute("aria-expanded", "true");
  };
  for (const link of document.querySelectorAll("a[data-field]")) link.setAttribute("aria-expanded", "false");

  // --- Live ---
  const root = document.querySelector("[data-results][data-live-url]:not([data-live-url=''])");
  let tag = root?.dataset.tag || "";
  let failures = 0;

  const show = (html) => {
    const fresh = document.createElement("div");
    fresh.innerHTML = html;
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const href = focused?.getAttribute("href");
    const open = [...root.querySelectorAll("a[data-field][aria-expanded=true]")].map((link) => [
      link.getAttribute("href"),
      link.closest("tr").nextElementSibling,
    ]);
    root.replaceChildren(...fresh.childNodes);
    for (const [address, row] of open) {
      const link = root.querySelector(`a[data-field][href="${CSS.escape(address)}"]`);
      if (link) unfold(link, row);
    }
    if (href) root.querySelector(`[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
  };

  const showLost = (isLost) => {
    for (const place of document.querySelectorAll("[data-results-lost]")) place.hidden = !isLost;
  };

  const poll = async () => {
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await fetch(root.dataset.liveUrl, { headers, cache: "no-store" });
      if (answer.status === 404 || answer.redirected) return location.reload();
      if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
      tag = answer.headers.get("ETag") || "";
      const news = answer.status === 200 ? await answer.text() : "";
      if (news) tenace.afterTap(() => show(news));
      failures = 0;
      showLost(false);
    } catch {
      failures += 1;
      if (failures >= LOST_AFTER) showLost(true);
    }
    setTimeout(poll, document.hidden ? SLOW : POLL);
  };

  if (root) setTimeout(poll, POLL);

  // --- Why ---
  const dialog = document.querySelector("[data-why-dialog]");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-why]");
    if (!link || !dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(`${link.href}?live=1`);
      if (!answer.ok) throw new Error(String(answer.status));
      dialog.querySelector("[data-why-content]").innerHTML = await answer.text();
      dialog.showModal();
    } catch {
      location.assign(link.href);
    }
  });
  dialog?.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  // --- A board's other results on the scorecard ---
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-field]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-expanded") === "true") {
      link.closest("tr").nextElementSibling.remove();
      link.setAttribute("aria-expanded", "false");
      return;
    }
    try {
      const answer = await fetch(`${link.href}?alone=1`);
      if (!answer.ok) throw new Error(String(answer.status));
      const row = document.createElement("tr");
      row.className = "card-more";
      const cell = row.insertCell();
      cell.colSpan = 9;
      cell.innerHTML = await answer.text();
      unfold(link, row);
    } catch {
      location.assign(link.href);
    }
  });
})();
