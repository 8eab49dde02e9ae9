// Cards that only one seat may see: asked for on the page of that seat, and shown there alone.

import { $, el, once } from "./dom.js";
import { WORDS } from "./texts.js";

export function hand(table) {
  let told = { seat: null, shown: false, cards: [] };
  const button = el("button", { class: "quiet", id: "show-hand",
    onclick: () => table.say({ type: "cards", shown: !told.shown }) });

  function show(news) {
    told = news;
    $("hand").hidden = told.seat === null;
    button.textContent = told.shown ? WORDS.hideHand : WORDS.showHand;
    once($("hand"), [told], () => [button, ...told.cards.map((card, i) =>
      el("span", { class: "card held" }, el("b", {}, `${i + 1}`), ` ${card}`))]);
  }
  return { show };
}
