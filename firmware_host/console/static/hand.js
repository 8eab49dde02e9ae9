// Cards that only one seat may see: asked for on the page of that seat, and shown there alone.
// One that may be played is played by a click.

import { $, el, once } from "./dom.js";
import { WORDS } from "./texts.js";

export function hand(table) {
  let told = { seat: null, shown: false, cards: [], lines: [] };
  const button = el("button", { id: "show-hand",
    onclick: () => table.say({ type: "cards", shown: !told.shown }) });

  function card(words, i) {
    const line = told.lines[i];
    const under = table.mine()?.menu[line]?.under_thumb;
    const plays = table.mayChoose && line !== null;
    return el("button", { class: `card held ${plays ? "open" : ""} ${under ? "under" : ""}`, disabled: !plays,
      "data-tip": plays ? WORDS.playCard : null, onclick: () => table.choose(line) },
    el("b", {}, `${i + 1}`), ` ${words}`);
  }

  function draw() {
    $("hand").hidden = told.seat === null;
    button.className = told.shown ? "quiet" : "choice";
    button.textContent = told.shown ? WORDS.hideHand : WORDS.showHand;
    const under = table.mine()?.menu.findIndex((choice) => choice.under_thumb);
    once($("hand"), [told, under, table.mayChoose], () => [button, ...told.cards.map(card)]);
  }

  function show(news) {
    told = news;
    draw();
  }
  return { show, draw };
}
