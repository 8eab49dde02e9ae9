// Your own button, what you are asked, and the dice before you.

import { DICE_TO_TAKE } from "./crater.js";
import { $, el, once, write } from "./dom.js";
import { die, faceWords, seatClass } from "./symbols.js";
import { WORDS } from "./texts.js";

const SETTLE_MS = 300; // a second click of a double click must not answer the next question

export function dock(table) {
  let chosenAt = -SETTLE_MS;
  let picked = null;
  let patience = null;

  table.thumb.wire($("button"), () => table.seat);
  $("put-back").addEventListener("click", () => {
    if (picked !== null) table.say({ type: "put_back", die: picked });
    picked = null;
    show();
  });

  function choose(option) {
    const now = performance.now();
    if (now - chosenAt < SETTLE_MS) return;
    if (table.say({ type: "choose", option })) chosenAt = now;
  }

  function menu(seat) {
    const lines = seat?.menu ?? [];
    once($("menu"), [table.state, lines, table.mayChoose], () => lines.map((choice, i) =>
      el("button", { class: `choice ${choice.under_thumb ? "under" : ""}`, "data-option": i,
        "data-tip": choice.does,
        disabled: !table.mayChoose, onclick: () => choose(i) }, choice.label)));
  }

  function dice(seat) {
    const real = table.hands[table.button] ?? [];
    const lying = table.hello.virtual ? real : (seat?.dice ?? []).map((face) => ({ die: null, face }));
    if (!lying.some((one) => one.die === picked)) picked = null;
    once($("my-dice"), [lying, picked], () => lying.length === 0
      ? [el("span", { class: "none" }, WORDS.noDice)]
      : lying.map((one) => el("button", { class: one.die === picked ? "picked" : "",
        "data-die": one.die, "data-tip": faceWords(one.face), disabled: one.die === null,
        onclick: () => { picked = one.die === picked ? null : one.die; show(); } }, die(one.face))));
    $("put-back").hidden = picked === null;
  }

  function menuHint(seat) {
    const { map } = table.scene;
    const glows = map && [...map.spots, ...map.between].some((one) => one.open);
    return glows && seat.menu.length > 1 ? WORDS.mapHint : WORDS.menuHint(seat.menu.length, table.scene.phase);
  }

  function question(seat) {
    const asks = seat?.menu.length > 0;
    const full = table.scene.phase === "take" && seat?.dice.length >= DICE_TO_TAKE;
    const here = full ? WORDS.hint.taken : WORDS.noMenu[table.scene.phase] ?? "";
    const away = table.mayChoose ? WORDS.coded : WORDS.realHint;
    const idle = table.hello.virtual ? here : away;
    write($("question"), asks ? seat.question ?? "" : idle);
    $("question").dataset.hint = asks && table.mayChoose ? menuHint(seat) : "";
    $("dock").classList.toggle("asked", asks);
    const until = seat?.until_ms ?? null;
    $("patience").hidden = until === null;
    if (until !== patience) table.runDown($("patience").firstChild, until);
    patience = until;
  }

  function show() {
    const seat = table.mine();
    $("button").hidden = !table.hello.virtual;
    $("button").className = `lamp-${seat?.lamp ?? "off"}`;
    $("dock").className = table.seat ? seatClass(table.seat) : "";
    write($("button-word"), WORDS.button[seat?.lamp ?? "off"] ?? WORDS.button.off);
    question(seat);
    menu(seat);
    dice(seat);
  }

  function pressed() {
    $("button").classList.toggle("held", table.thumb.holds(table.seat));
  }

  return { show, pressed, choose };
}
