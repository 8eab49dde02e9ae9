// The crater as the camera sees it. A click is a hand; what the hand does is chosen below.

import { $, el, once, write } from "./dom.js";
import { picture } from "./link.js";
import { WORDS } from "./texts.js";

export const DICE_TO_TAKE = 3;
const TUMBLE_MS = 2500;

export function crater(table) {
  const canvas = $("picture");
  let tool = "take";
  let seen = false;
  const load = picture(canvas, "/crater.jpg", () => { seen = true; words(); });

  // Who clicks on and on would empty the crater, and have it all to put back, die by die.
  function full() {
    return table.scene?.phase === "take" && (table.hands[table.button] ?? []).length >= DICE_TO_TAKE;
  }

  function words() {
    write($("pit-words"), seen || !$("throw").hidden ? "" : WORDS.pit.none);
  }

  canvas.addEventListener("click", (event) => {
    if (!table.hello?.virtual || !table.seat) return;
    if (tool === "take" && full()) {
      table.toast(WORDS.full);
      return;
    }
    const box = canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * canvas.width;
    const y = ((event.clientY - box.top) / box.height) * canvas.height;
    if (!table.say({ type: tool, x, y })) return;
    const ripple = el("i", { class: "ripple" });
    ripple.style.left = `${event.offsetX}px`;
    ripple.style.top = `${event.offsetY}px`;
    canvas.parentElement.append(ripple);
    setTimeout(() => ripple.remove(), 500);
  });

  // While they tumble nobody throws again; where they lie unread, one may.
  let tumbling = 0;
  $("throw").addEventListener("click", () => {
    table.say({ type: "throw", seat: thrower(table) });
    clearTimeout(tumbling);
    tumbling = setTimeout(() => { tumbling = 0; show(); }, TUMBLE_MS);
    show();
  });

  function tools() {
    once($("tools"), tool, () => Object.entries(WORDS.tools).map(([name, label]) =>
      el("button", { role: "radio", "aria-checked": String(name === tool), class: "tool",
        "data-tool": name, "data-tip": WORDS.toolTips[name],
        onclick: () => { tool = name; tools(); } }, label)));
  }

  function show() {
    const { scene, hello } = table;
    const mayThrow = Boolean(hello?.virtual && thrower(table) && !(tumbling && scene.due));
    $("throw").hidden = !mayThrow;
    $("throw").classList.toggle("other", mayThrow && thrower(table) !== table.seat);
    write($("throw"), thrower(table) === table.seat ? WORDS.throwIt : WORDS.throwFor(thrower(table)));
    $("tools").hidden = !hello?.virtual;
    canvas.classList.toggle("grab", scene?.phase === "take" && tool === "take");
    tools();
    words();
  }

  return { show, load };
}

// Whose throw it is: yours where you are among those the table waits for. Nobody's while all the
// dice lie in the crater: they are being read.
export function thrower(table) {
  const { scene } = table;
  if (scene?.due) return scene.due.seat;
  if (scene?.phase !== "roll" || scene.waiting_for.length === 0) return null;
  const { crater, outside, hand } = table.lying;
  if (crater > 0 && outside + hand === 0) return null;
  return scene.waiting_for.includes(table.seat) ? table.seat : scene.waiting_for[0];
}
