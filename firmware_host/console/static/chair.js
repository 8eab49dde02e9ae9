// Whose seat this page plays: spectators enter a code, players get up, sit down or hand their seat over.

import { $, el, once, write } from "./dom.js";
import { said } from "./login.js";
import { seatClass } from "./symbols.js";
import { WORDS } from "./texts.js";

export function chair(table) {
  const words = WORDS.chair;

  function ask(code = "") {
    write($("code-says"), "");
    write($("code-how"), words.how(table.scene?.phase));
    $("code-letters").value = code;
    if (!$("code").open) $("code").showModal();
    $("code-letters").focus();
  }

  async function enter(event) {
    event.preventDefault();
    const answer = await said("/seat", { code: $("code-letters").value });
    if (answer.ok) {
      const place = table.hello.seats.find((one) => one.button === answer.button);
      if (place) localStorage.setItem("seat", place.seat);
      location.reload();
    } else {
      write($("code-says"), answer.says);
      $("code-letters").select();
    }
  }

  async function giveUp() {
    await said("/seat/leave", {});
    location.reload();
  }

  const tell = (does) => () => {
    table.say({ type: "chair", does });
    $("chair").close();
  };

  // What one may do with one's seat; without codes nobody needs one more for a telephone.
  function acts(seat, coded) {
    const act = (label, does) => el("button", { class: "choice", onclick: does }, label);
    return [
      seat.bot ? act(words.person(seat.seat), tell("person")) : act(words.bot, tell("bot")),
      ...(coded ? [act(words.phone, tell("phone")), act(words.other, tell("other")),
        act(words.leave, giveUp)] : []),
    ];
  }

  function showActs() {
    const seat = table.mine();
    if (!seat) {
      $("chair").close();
      return;
    }
    $("chair").className = seatClass(seat.seat);
    write($("chair-title"), words.title(seat.seat));
    write($("chair-says"), seat.bot ? words.byBot : words.byYou);
    once($("chair-acts"), [seat.seat, seat.bot, table.plays], () => acts(seat, table.plays !== null));
  }

  function show() {
    const coded = table.plays !== null;
    const watches = coded && table.plays.length === 0;
    const plays = table.may(table.seat) && table.scene !== null && table.scene.phase !== "lobby" && table.scene.phase !== "over";
    $("open-code").hidden = !watches;
    $("watching").hidden = !watches;
    write($("watching-how"), words.how(table.scene?.phase));
    $("open-chair").hidden = !(plays && (coded ? !watches : table.hello.virtual));
    document.body.classList.toggle("watches", watches);
    if ($("chair").open) showActs();
  }

  for (const id of ["open-code", "watching-code"]) $(id).addEventListener("click", () => ask());
  $("code-form").addEventListener("submit", enter);
  $("code-close").addEventListener("click", () => $("code").close());
  $("open-chair").addEventListener("click", () => { showActs(); $("chair").showModal(); });
  for (const box of [$("code"), $("chair")]) {
    box.addEventListener("pointerdown", (event) => { if (event.target === box) box.close(); });
  }
  // A telephone that has read the code with its camera comes by /s/CODE: it only says yes.
  const scanned = location.pathname.match(/^\/s\/([0-9a-z]{1,8})$/i);
  if (scanned) {
    history.replaceState(null, "", "/");
    ask(scanned[1].toUpperCase());
  }
  return { show };
}
