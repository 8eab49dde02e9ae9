// One small box that says what a thing is, for mice, keyboards and thumbs alike.

import { write } from "./dom.js";

export function tips(box) {
  function show(target) {
    const owner = target.closest?.("[data-tip]");
    if (!owner) { box.hidden = true; return; }
    write(box, owner.dataset.tip);
    box.hidden = false;
    const at = owner.getBoundingClientRect();
    const left = at.left + at.width / 2 - box.offsetWidth / 2;
    const above = at.top - box.offsetHeight - 8;
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - box.offsetWidth - 8))}px`;
    box.style.top = `${above > 8 ? above : at.bottom + 8}px`;
  }

  addEventListener("pointerover", (event) => show(event.target));
  addEventListener("focusin", (event) => show(event.target));
  addEventListener("pointerdown", (event) => show(event.target));
  addEventListener("scroll", () => { box.hidden = true; }, true);
  addEventListener("keydown", (event) => { if (event.key === "Escape") box.hidden = true; });
}
