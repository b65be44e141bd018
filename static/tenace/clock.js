// A clock that counts down by itself. The server says when a phase ends and what time it is there; the browser's own
// clock may be wrong, so only the difference counts. Every page shows the right time without this file, once.
(() => {
  "use strict";
  const POLL = 3000;
  const LOST_AFTER = 2;
  const REFRESH = 30000;
  const LONG_BEFORE = 3600000; // Nobody counts down to tomorrow: until then the hour is said.

  const digits = (seconds) => {
    const total = Math.max(0, seconds);
    const twoDigits = String(total % 60).padStart(2, "0");
    return `${Math.floor(total / 60)}:${twoDigits}`;
  };

  class Clock {
    constructor(root) {
      this.root = root;
      this.state = JSON.parse(root.dataset.state);
      this.offset = Number(root.dataset.now) - Date.now();
      this.tag = root.dataset.tag || "";
      this.failures = 0;
      this.look = "";
      this.sound = null;
      this.draw();
      setInterval(() => this.draw(), 250);
      setTimeout(() => this.poll(), POLL);
    }

    left() {
      if (this.state.paused) return this.state.left_ms;
      if (this.state.ends_at === null) return null;
      return this.state.ends_at - (Date.now() + this.offset);
    }

    // How it is to look now: the phase, or that little time is left, or none, or that it stands.
    lookNow(left) {
      const { phase, paused, warning_seconds: warning } = this.state;
      if (left === null) return phase;
      if (left <= 0) return `${phase}-over`;
      if (paused) return "paused";
      return warning && left <= warning * 1000 ? "warning" : phase;
    }

    draw() {
      const left = this.left();
      const look = this.lookNow(left);
      for (const place of this.root.querySelectorAll("[data-clock-time]")) {
        place.textContent = left === null ? "" : digits(left > 0 ? Math.ceil(left / 1000) : Math.floor(-left / 1000));
        place.hidden = left === null || look === "before-over" || (look === "before" && left > LONG_BEFORE);
      }
      if (look === this.look) return;
      const isFirst = this.look === "";
      this.look = look;
      this.root.dataset.look = look;
      const words = JSON.parse(document.querySelector("[data-words]")?.dataset.words || "{}");
      for (const place of this.root.querySelectorAll("[data-clock-words]")) place.textContent = words[look] || "";
      if (!isFirst) this.ring(look);
    }

    async poll() {
      const askedAt = Date.now();
      try {
        const headers = this.tag ? { "If-None-Match": this.tag } : {};
        const answer = await fetch(this.root.dataset.clockUrl, { headers, cache: "no-store" });
        if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
        const now = Number(answer.headers.get("X-Now"));
        // Half of the way there and back: on a slow line the answer is already a little old.
        if (now) this.offset = now - (askedAt + Date.now()) / 2;
        this.tag = answer.headers.get("ETag") || "";
        if (answer.status === 200) this.take(await answer.json());
        this.onConnected();
      } catch {
        this.failures += 1;
        if (this.failures >= LOST_AFTER) this.showLost(true);
      }
      setTimeout(() => this.poll(), POLL);
    }

    take(state) {
      const before = JSON.stringify(this.state);
      this.state = state;
      this.draw();
      if (JSON.stringify(state) !== before) document.dispatchEvent(new CustomEvent("tenace:clock"));
    }

    onConnected() {
      if (this.failures >= LOST_AFTER) document.dispatchEvent(new CustomEvent("tenace:clock"));
      this.failures = 0;
      this.showLost(false);
    }

    showLost(isLost) {
      for (const place of document.querySelectorAll("[data-clock-lost]")) place.hidden = !isLost;
    }

    // Only after somebody has pressed the button: browsers keep silent otherwise, and so do we.
    allowSound(button) {
      if (this.sound) {
        this.sound.close();
        this.sound = null;
      } else {
        this.sound = new AudioContext();
        this.tone(660, 0);
      }
      button.setAttribute("aria-pressed", String(Boolean(this.sound)));
    }

    ring(look) {
      if (!this.sound) return;
      if (look === "warning") for (const at of [0, 0.35]) this.tone(660, at);
      if (look.endsWith("-over")) for (const at of [0, 0.35, 0.7]) this.tone(880, at);
    }

    tone(pitch, at) {
      const begins = this.sound.currentTime + at;
      const source = this.sound.createOscillator();
      const volume = this.sound.createGain();
      source.frequency.value = pitch;
      volume.gain.setValueAtTime(0.3, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.3);
      source.connect(volume).connect(this.sound.destination);
      source.start(begins);
      source.stop(begins + 0.3);
    }
  }

  // Parts of the page that the server draws: asked for again when the clock says that something changed, and now and
  // then, because names change without it.
  class PageParts {
    constructor(root) {
      this.tag = "";
      document.addEventListener("tenace:clock", () => this.refresh());
      if ("refresh" in root.dataset) setInterval(() => this.refresh(), REFRESH);
    }

    async refresh() {
      if (document.activeElement?.matches("input:not([type=hidden]), select, textarea")) return;
      try {
        const headers = this.tag ? { "If-None-Match": this.tag } : {};
        const answer = await fetch(location.href, { headers, cache: "no-store" });
        if (answer.status !== 200) return;
        this.tag = answer.headers.get("ETag") || "";
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        tenace.afterTap(() => this.show(fresh));
      } catch {
        // The clock says that the connection is lost.
      }
    }

    show(fresh) {
      for (const part of document.querySelectorAll("[data-part]")) {
        const renewed = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
        if (renewed) part.replaceWith(document.adoptNode(renewed));
      }
      document.dispatchEvent(new CustomEvent("tenace:parts"));
    }
  }

  // More than fits at once is shown page by page.
  const turnPages = () => {
    for (const book of document.querySelectorAll("[data-pages]")) {
      const pages = [...book.children];
      const shown = pages.findIndex((page) => !page.hidden);
      const next = book.dataset.turned ? (shown + 1) % pages.length : 0;
      book.dataset.turned = "yes";
      pages.forEach((page, at) => { page.hidden = at !== next; });
    }
  };

  const onKeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea, button, a, summary")) return;
    if (!document.querySelector("[data-keys]:checked")) return;
    const button = [...document.querySelectorAll("[data-key]")].find((candidate) => candidate.dataset.key.split(" ").includes(
      event.key === " " ? "Space" : event.key.toLowerCase()));
    if (!button) return;
    event.preventDefault();
    button.click();
  };

  const showKeys = () => {
    for (const box of document.querySelectorAll("[data-keys]")) box.closest("[hidden]")?.removeAttribute("hidden");
  };

  document.addEventListener("DOMContentLoaded", () => {
    const root = document.querySelector("[data-clock]");
    if (!root) return;
    const clock = new Clock(root);
    new PageParts(root);
    document.addEventListener("tenace:parts", () => { clock.look = ""; clock.draw(); turnPages(); showKeys(); });
    turnPages();
    setInterval(turnPages, 9000);
    document.addEventListener("keydown", onKeydown);
    showKeys();
    for (const button of document.querySelectorAll("[data-clock-sound]")) {
      button.hidden = false;
      button.addEventListener("click", () => clock.allowSound(button));
    }
    for (const button of document.querySelectorAll("[data-full-screen]")) {
      button.hidden = !document.fullscreenEnabled;
      button.addEventListener("click", () =>
        document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    }
  });
})();
