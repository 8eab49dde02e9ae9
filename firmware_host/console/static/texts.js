// What the page itself says; everything about the game comes from the table in its own words.

export const WORDS = {
  away: "The table does not answer. Trying again …",
  nothing: "The table is getting ready …",
  you: "You",
  button: { off: "Wait", on: "On", blink: "Press", pulse: "Press", one: "Press", two: "Press" },
  menuHint: (lines, phase) => (lines === 1
    ? phase === "take" ? "If so: click it, or hold your button." : "Click it, or press your button."
    : "Click one – or with the button: tap for the next, hold to choose."),
  noMenu: {
    lobby: "Wait for the others, or sit down where you like.",
    setup: "The table lays out the cards.",
    roll: "When it is your throw, the crater has a button for it.",
    take: "Click dice in the crater. Your hand takes the die, your thumb presses the button.",
    confirm: "Everyone looks at the dice they took.",
    turn: "The table does what the dice say. You are asked when there is a choice.",
    over: "The game is over. Press your button to play again.",
  },
  hint: {
    throwMine: "Press “Throw the dice” on the crater, or T.",
    throwOther: (seat) => `${seat} has the throw.`,
    take: (left, lying) => (left >= lying
      ? "Click the dice that are left in the crater: they are yours."
      : `Click ${left === 1 ? "one more die" : `${left} dice`} in the crater. Be quick: the others take too!`),
    tooMany: "Three dice are all you may take: click one of yours below and put it back.",
    taken: "You have your three dice. The others are still taking.",
    reading: "The table reads the dice …",
    choose: "Choose below, or with your button.",
  },
  full: "Three dice are all you may take. To change one, put it back first: click it below.",
  realHint: "Throw, take and press at the table; this page shows it.",
  throwIt: "Throw the dice",
  throwFor: (seat) => `Throw for ${seat}`,
  pit: { empty: "The crater is empty.", none: "The camera shows nothing yet." },
  tools: { take: "Take", knock: "Knock over", lose: "Throw out" },
  toolTips: {
    take: "Click a die: your hand takes it and your thumb presses your button.",
    knock: "For trying it out: turn a die over by clumsiness.",
    lose: "For trying it out: a die jumps out of the crater.",
  },
  status: {
    track: (seat) => (seat.place === 0 ? "at the start" : `on space ${seat.place}`),
    boat: () => "in the boat",
    lava: () => "in the lava",
    joined: () => "sits down to play",
    free: () => "free seat",
  },
  how: { ready: "ready", used: "used this round", new: "usable from the next turn on", down: "face down" },
  goods: { bananas: "bananas", treasures: "treasures" },
  cost: (bolts) => `costs ${bolts} bolts`,
  noDice: "none yet",
  extra: "in your hand, not yours yet",
  seat: (letter) => `Sit at ${letter}`,
  press: (letter, key) => `Press the button of ${letter} (key ${key})`,
  track: {
    lava_path: "lava path",
    start: "start",
    islet: "islet",
    plus_tree: "banana tree: one more banana here",
    minus_tree: "poor tree: one banana less here",
    boat_symbol: "landing: from here you may board the boat with 7 bananas",
    boat: "the boat",
  },
  lava: "lava!",
  thumbHere: (seat) => `what ${seat} points at`,
};
