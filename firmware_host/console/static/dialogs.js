// How it is played, and what staff may say: two boxes over the page.

import { $, el, once } from "./dom.js";
import { WORDS } from "./texts.js";

// Keys belong to whatever box is open, not to the buttons of the table; but these are tried in service mode.
export const typing = () => document.querySelector("dialog[open]:not(#service)") !== null;
export const servicing = () => $("service").open;

// The help of the game that is played; a game from outside brings its own, point by point.
export function help(game, points) {
  let known = false;
  for (const list of document.querySelectorAll("ol[data-game]")) {
    list.hidden = list.dataset.game !== game;
    known ||= !list.hidden;
  }
  $("own-help").hidden = known;
  once($("own-help"), [points], () => (points.length ? points : [WORDS.noHelp]).map((point) => el("li", {}, point)));
}

export function dialogs(table) {
  const tell = (words) => {
    if (words && table.say({ type: "tell", role: "staff", seat: null, words })) $("staff").close();
  };
  $("open-help").addEventListener("click", () => $("help").showModal());
  $("open-staff").addEventListener("click", () => $("staff").showModal());
  $("staff").addEventListener("click", (event) => tell(event.target.dataset?.words));
  $("staff-form").addEventListener("submit", (event) => {
    event.preventDefault();
    tell($("staff-words").value.trim());
    $("staff-words").value = "";
  });
  for (const box of [$("help"), $("staff")]) {
    box.addEventListener("pointerdown", (event) => { if (event.target === box) box.close(); });
  }
}
