// Service mode: the steps, what is asked, and what came of it. Buttons at the table answer as well.

import { $, el, once, write } from "./dom.js";
import { picture } from "./link.js";
import { seatClass } from "./symbols.js";
import { WORDS } from "./texts.js";

const MARKS = { "": "", on: "…", pass: "✓", fail: "✗", left: "–", none: "○" };
const SHARP = 0.115; // edges below are blurred: table/service/camera.py
const STRIP = 34; // pixels high

export function service(table) {
  const box = $("service");
  const said = WORDS.service;
  const load = { oled: picture($("service-oled"), "/oled.png"), eye: picture($("service-picture"), "/crater.jpg") };
  let told = { on: false };
  let latest = { oled: 0, crater: 0 };
  let pixels = "";
  let opened = null; // the report that is read

  const say = (words) => table.say({ type: "tell", role: "staff", seat: null, words: `service ${words}` });
  $("service-all").addEventListener("click", () => say("run all"));
  $("service-clean").addEventListener("click", () => say("clean"));
  $("service-leave").addEventListener("click", () => say("leave"));
  box.addEventListener("cancel", (event) => event.preventDefault()); // Esc is pressed too easily

  function steps() {
    once($("service-list"), [told.entries, told.step], () => told.entries.map((entry) =>
      el("li", {}, el("button", { class: `step ${entry.verdict || "untried"}`, "data-step": entry.name,
        "aria-current": told.step === entry.name ? "step" : null, onclick: () => say(`run ${entry.name}`) },
      el("i", { "aria-hidden": "true" }, MARKS[entry.verdict] ?? "?"), el("span", {}, entry.title),
      el("small", {}, said.verdict[entry.verdict] ?? entry.verdict)))));
    $("service-play").className = told.play.length ? "bad" : "well";
    write($("service-play"), told.play.length ? told.play.join(" · ") : said.allOk);
  }

  function question() {
    const atList = !told.step;
    const title = told.entries.find((entry) => entry.name === told.step)?.title ?? "";
    write($("service-step"), told.verdict ? "" : title);
    write($("service-ask"), atList ? said.list : told.ask);
    const left = told.left_s === null || told.step === "clean" ? "" : ` ${told.left_s} s`;
    write($("service-hint"), (atList ? said.listHint : told.step === "clean" ? said.clean : told.hint) + left);
    $("service-now").dataset.verdict = told.verdict;
    const options = atList ? [] : told.options; // at the list the steps themselves are there to click
    once($("service-options"), [options, told.cursor, told.ask], () => options.map((words, i) =>
      el("button", { class: `choice ${i === told.cursor ? "under" : ""}`, "data-option": i,
        onclick: () => say(`choose ${i}`) }, words)));
    $("service-options").classList.toggle("cleaning", told.step === "clean");
    $("service-clean").disabled = told.step === "clean";
  }

  function found() {
    $("service-found").hidden = !told.verdict;
    once($("service-says"), told.says, () => told.says.map((words) => el("li", {}, words)));
    once($("service-mend"), told.mend, () => (told.mend.length
      ? [el("h3", {}, said.mend), el("ol", {}, ...told.mend.map((words) => el("li", {}, words)))] : []));
  }

  function bars(one) {
    const most = Math.max(1, ...one.histogram);
    return el("div", { class: "bars" }, ...one.histogram.map((count, i) => {
      const bar = el("i", { class: i > 5 ? "long" : "", title: said.bin(told.bins[i], count) });
      bar.style.height = `${count ? 4 + (20 * count) / most : 1}px`;
      return bar;
    }));
  }

  function row(one, index) {
    const seat = table.hello.seats[index];
    const lamp = table.scene?.seats.find((each) => each.button === index)?.lamp ?? "off";
    const key = el(table.hello.virtual ? "button" : "span", { class: `key lamp-${lamp} ${one.down ? "down" : ""}`,
      "aria-label": table.hello.virtual ? said.press(one.called) : null }, one.down ? said.down : said.up);
    if (table.hello.virtual && seat) table.thumb.wire(key, () => seatAt(index));
    const wrong = { noise: one.spikes > 0, gaps: one.gaps > 0, bounce: one.suggested_ms > one.debounce_ms };
    return el("tr", { class: seat ? seatClass(seat.seat) : "" },
      el("th", { scope: "row" }, one.called, el("small", {}, one.wired)), el("td", {}, key),
      el("td", { class: one.presses >= 5 ? "enough" : "" }, String(one.presses)), el("td", {}, bars(one)),
      el("td", {}, said.ms(one.longest_us)), el("td", { class: wrong.noise ? "wrong" : "" }, String(one.spikes)),
      el("td", { class: wrong.gaps ? "wrong" : "" }, String(one.gaps)),
      el("td", { class: wrong.bounce ? "wrong" : "" }, said.debounce(one.debounce_ms, one.suggested_ms)));
  }

  const seatAt = (button) => table.scene?.seats.find((seat) => seat.button === button)?.seat;

  function buttons() {
    $("service-buttons").hidden = told.buttons.length === 0;
    const lamps = told.buttons.length ? table.scene?.seats.map((seat) => seat.lamp) : [];
    once($("service-buttons"), [told.buttons, lamps], () => (told.buttons.length ? [el("table", {},
      el("thead", {}, el("tr", {}, ...said.columns.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...told.buttons.map(row)))] : []));
  }

  // A virtual table has its buttons here too, for the steps that are answered with them.
  function hands() {
    const wanted = table.hello.virtual && told.buttons.length === 0;
    once($("service-hands"), [wanted, table.scene?.seats.map((seat) => [seat.seat, seat.lamp])], () => (wanted
      ? table.scene.seats.map((seat) => {
        const key = el("button", { class: `key lamp-${seat.lamp} ${seatClass(seat.seat)}`,
          "aria-label": said.press(seat.seat) }, seat.seat);
        table.thumb.wire(key, () => seatAt(seat.button));
        return key;
      }) : []));
  }

  function meter(name, share, words, mark) {
    const bar = el("b", {});
    bar.style.width = `${Math.round(100 * Math.min(1, share))}%`;
    const line = el("u", {});
    line.style.left = `${Math.round(100 * Math.min(1, mark ?? 0))}%`;
    return el("div", { class: "meter" }, el("span", {}, name), el("div", {}, bar, mark ? line : null), el("span", {}, words));
  }

  function eye() {
    $("service-eye").hidden = !told.camera;
    if (!told.camera) return;
    load.eye(latest.crater);
    const sharp = told.sharp;
    once($("service-sharp"), sharp, () => (sharp ? [
      meter(said.focus, sharp.focus, `${Math.round(100 * sharp.focus)} %`, 1),
      meter(said.edges, sharp.now.edges / 0.35, sharp.now.edges.toFixed(2), SHARP / 0.35),
      meter(said.bright, sharp.now.bright / 255, String(Math.round(sharp.now.bright)), 62 / 255),
      meter(said.burnt, sharp.now.burnt * 10, `${(100 * sharp.now.burnt).toFixed(1)} %`, 0.2),
    ] : [el("p", {}, said.noPicture)]));
  }

  function lights(hex = pixels) {
    pixels = hex;
    if (!box.open) return;
    const canvas = $("service-strip");
    const leds = hex.length / 6;
    canvas.width = Math.max(1, canvas.clientWidth) * devicePixelRatio;
    canvas.height = STRIP * devicePixelRatio;
    const draw = canvas.getContext("2d");
    const wide = canvas.width / leds;
    for (let led = 0; led < leds; led += 1) {
      const colour = hex.slice(6 * led, 6 * led + 6);
      draw.fillStyle = colour === "000000" ? "#2a2220" : `#${colour}`;
      draw.beginPath();
      draw.roundRect(led * wide + wide * 0.1, canvas.height * 0.2, wide * 0.8, canvas.height * 0.6, wide * 0.25);
      draw.fill();
    }
  }

  async function kept() {
    $("service-kept").hidden = Boolean(told.step);
    if (told.step) return;
    const answer = await fetch("/service.json");
    if (!answer.ok) return;
    const { reports, on_time: onTime } = await answer.json();
    write($("service-hours"), onTime ? said.hours(onTime) : said.noHours);
    $("service-heat").hidden = !onTime;
    if (onTime) $("service-heat").src = `/on-time.png?n=${Date.now()}`;
    read(reports);
  }

  function read(reports) {
    once($("service-reports"), [reports, opened], () => (reports.length ? reports.map((report) =>
      el("details", { class: `report ${report.verdict}`, open: report.begun === opened,
        ontoggle: (event) => { if (event.target.open) opened = report.begun; } },
      el("summary", {}, said.report(new Date(report.begun).toLocaleString(), said.verdict[report.verdict])),
      ...report.steps.flatMap((step) => [
        el("h4", { class: step.verdict }, `${MARKS[step.verdict] ?? "?"} ${titles()[step.step] ?? step.step}`),
        el("ul", {}, ...step.says.map((words) => el("li", {}, words)),
          ...step.mend.map((words) => el("li", { class: "mend" }, `→ ${words}`)))]),
      el("p", {}, report.play.length ? report.play.join(" · ") : said.allOk)))
      : [el("p", {}, said.noReport)]));
  }

  const titles = () => Object.fromEntries(told.entries.map((entry) => [entry.name, entry.title]));

  function spoiling() {
    $("service-spoil").hidden = !table.hello.virtual;
    if (!table.hello.virtual || $("spoil-part").options.length) return;
    const names = table.hello.seats.map((seat) => [`button ${seat.button}`, said.buttonOf(seat.seat)]);
    const parts = [...names, ...Object.entries(said.parts)].filter(([part]) => part !== "oled" || table.hello.oled.width === 128);
    $("spoil-part").append(...parts.map(([part, words]) => el("option", { value: part }, words)));
    const offer = () => {
      const kind = $("spoil-part").value.split(" ")[0];
      const faults = kind === "camera" ? WORDS.faults : said.faults[kind];
      $("spoil-fault").replaceChildren(...Object.entries(faults).map(([fault, words]) => el("option", { value: fault }, words)));
    };
    offer();
    $("spoil-part").addEventListener("change", offer);
    $("spoil-fault").addEventListener("change", () => table.say({ type: "spoil", seat: null, role: "staff",
      fault: $("spoil-fault").value, part: $("spoil-part").value }));
  }

  function show(news = told) {
    const before = told;
    told = news;
    if (!told.on) {
      if (box.open) box.close();
      return;
    }
    if (!box.open) {
      for (const other of document.querySelectorAll("dialog[open]")) other.close();
      box.showModal();
      spoiling();
    }
    steps();
    question();
    found();
    buttons();
    hands();
    eye();
    if (!before.on || before.step !== told.step) kept();
    $("service-lights").hidden = $("service-display").hidden = told.camera || told.buttons.length > 0;
    if (before.step !== told.step) lights();
    load.oled(latest.oled);
  }

  function pictures(news) {
    latest = news;
    if (!told.on) return;
    load.oled(news.oled);
    if (told.camera) load.eye(news.crater);
  }

  function forget() {
    load.oled.forget();
    load.eye.forget();
  }

  return { show, lights, pictures, forget };
}
