// A teaching session: the table asks, the camera's picture shows what is meant, staff answer.

import { $, el, once, write } from "./dom.js";
import { die, faceWords } from "./symbols.js";
import { WORDS } from "./texts.js";

const LOOK_MS = 900; // so often a fresh picture, while nothing else is asked
const MINE = "lesson-mine"; // kept by this tab: a page that is loaded again is still the one that asked

export function lesson(table) {
  const box = $("lesson");
  let told = null;
  let busy = false;
  let which = ""; // session was asked for
  let mine = sessionStorage.getItem(MINE) !== null;

  // A session is led at one page: at the others it is only told that one is on.
  function own(now) {
    mine = now;
    if (now) sessionStorage.setItem(MINE, "");
    else sessionStorage.removeItem(MINE);
  }

  function say(words) {
    busy = true;
    box.classList.toggle("thinking", words !== "look");
    table.say({ type: "lesson", role: "staff", seat: null, words });
  }

  function begin(words) {
    $("staff").close();
    own(true);
    which = words.split(" ")[0];
    if (told?.on) show(told);
    else if (words) say(words);
  }

  for (const button of document.querySelectorAll("[data-lesson]")) {
    button.addEventListener("click", () => begin(button.dataset.lesson));
  }
  // What a session would disturb is said first, and asked about.
  function refused(news) {
    free();
    if (news.code !== "in_play") return false;
    own(false);
    write($("lesson-disturbs-says"), news.says);
    $("lesson-disturbs").showModal();
    return true;
  }
  $("lesson-not-now").addEventListener("click", () => $("lesson-disturbs").close());
  $("lesson-sure").addEventListener("click", () => {
    $("lesson-disturbs").close();
    begin(`${which} sure`);
  });

  $("lesson-leave").addEventListener("click", () => say("quit"));
  $("lesson-anew").addEventListener("click", () => say("anew"));
  box.addEventListener("cancel", (event) => { event.preventDefault(); say("quit"); });
  $("open-staff").addEventListener("click", () => { $("lesson-box").hidden = !table.hello?.staff; });
  for (const button of document.querySelectorAll("[data-hands]")) {
    button.addEventListener("click", () => table.say({ type: button.dataset.hands }));
  }
  $("lesson-image").addEventListener("click", (event) => {
    if (!table.hello?.virtual) return;
    const { naturalWidth: across, naturalHeight: down } = event.target;
    const { left, top, width, height } = event.target.getBoundingClientRect();
    const scale = Math.max(across / width, down / height); // the whole picture fits into its box
    table.say({ type: "knock", x: (event.clientX - left - width / 2) * scale + across / 2,
      y: (event.clientY - top - height / 2) * scale + down / 2 });
  });
  $("lesson-join").addEventListener("click", () => begin(""));
  setInterval(() => {
    const typing = box.contains(document.activeElement) && document.activeElement.tagName === "INPUT";
    if (told?.on && mine && !busy && !typing && !document.hidden) say("look");
  }, LOOK_MS);

  // A face of this table's dice is drawn beside its letters; of others only the letters are known.
  const pictured = (face) => (faceWords(face) === face ? null : die(face));

  function toldDie(found, faces) {
    const list = faces.length ? { list: "lesson-faces" } : {};
    return el("label", { class: `told-die ${found.face ? "" : "unknown"} ${found.usable ? "" : "left-out"}` },
      String(found.number), pictured(found.face),
      el("input", { value: found.face, placeholder: "?", maxlength: "13", autocomplete: "off", spellcheck: "false",
        "aria-label": WORDS.lesson.face(found.number), ...list,
        onchange: (event) => say(`say is ${found.number} ${event.target.value.trim()}`) }),
      el("button", { title: WORDS.lesson.leaveOut, "aria-label": `${WORDS.lesson.leaveOut}: ${found.number}`,
        onclick: () => say(`say not ${found.number}`) }, "×"));
  }

  function act(name) {
    if (name === "wall") {
      const input = el("input", { type: "number", step: "0.5", placeholder: "mm", "aria-label": WORDS.lesson.acts.wall });
      return el("span", { class: "row" }, input,
        el("button", { class: "choice", onclick: () => say(`say wall ${input.value}`) }, WORDS.lesson.acts.wall));
    }
    return el("button", { class: name === "go" ? "choice first" : "choice", "data-act": name,
      onclick: () => say(`say ${name}`) }, WORDS.lesson.acts[name] ?? name);
  }

  // Nothing came of the last words: it may be asked again.
  function free() {
    busy = false;
    box.classList.remove("thinking");
  }

  function show(news) {
    const before = told;
    told = news;
    free();
    for (const button of document.querySelectorAll("[data-lesson]")) button.hidden = news.on;
    $("lesson-on").hidden = !news.on;
    if (!news.on) {
      if (box.open) box.close();
      if (before && before.number !== news.number) {
        if (mine && news.ended) table.toast(news.ended); // also why it could not begin at all
        own(false);
      }
      return;
    }
    if (!mine) return;
    if (!box.open) box.showModal();
    $("lesson-hands").hidden = !table.hello?.virtual;
    $("lesson-image").src = `/lesson.jpg?n=${news.number}`;
    write($("lesson-step"), WORDS.lesson.step(news.number_of_step, news.of));
    write($("lesson-ask"), news.ask);
    $("lesson-says").classList.toggle("bad", !news.ok);
    once($("lesson-says"), news.says, () => news.says.map((words) => el("li", {}, words)));
    once($("lesson-progress"), news.progress, () => news.progress.map((p) =>
      el("span", { class: p.have >= p.need ? "shots enough" : "shots", title: faceWords(p.what) },
        pictured(p.what), `${p.what} ${p.have}/${p.need}`)));
    const corrects = news.acts.includes("is");
    const faces = news.progress.map((p) => p.what);
    once($("lesson-found"), corrects ? news.found : [], () => (corrects && news.found.length
      ? [el("datalist", { id: "lesson-faces" }, ...faces.map((face) => el("option", { value: face }))),
        ...news.found.map((found) => toldDie(found, faces))]
      : []));
    once($("lesson-acts"), news.acts, () => news.acts.filter((name) => !["is", "not"].includes(name)).map(act));
    if (before?.step !== news.step) box.querySelector("[data-act=go]")?.focus();
  }

  return { show, refused };
}
