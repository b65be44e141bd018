// What is left of the periods after the official score. The server says how much there was when the page was made, so
// a wrong clock in the browser does no harm. Without this file the page says until when.
(() => {
  "use strict";
  const began = performance.now();
  const two = (number) => String(number).padStart(2, "0");

  const words = (ms) => {
    const seconds = Math.ceil(ms / 1000);
    const hours = Math.floor(seconds / 3600);
    if (hours >= 48) {
      /** @type {Intl.NumberFormatOptions} */
      const day = { style: "unit", unit: "day", unitDisplay: "long" };
      return new Intl.NumberFormat(document.documentElement.lang || "en", day).format(Math.floor(hours / 24));
    }
    const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };

  const draw = () => {
    for (const period of document.querySelectorAll("[data-countdown]")) {
      const left = Number(period.dataset.countdown) - (performance.now() - began);
      const place = period.querySelector("[data-countdown-left]");
      place.hidden = false;
      place.textContent = left > 0 ? words(left) : period.dataset.over;
      period.classList.toggle("period--over", left <= 0);
    }
  };

  draw();
  setInterval(draw, 1000);
})();
