// The questions of an entry, one after the other, in the order that everybody knows from the devices on the tables.
const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
const STRAINS = ["C", "D", "H", "S", "NT"];

export const stepsFor = (said, rules) => {
  if (said.outcome !== "played") return ["level"];
  return ["level", "strain", "risk", "declarer", ...(rules.declarer_pair ? ["pair"] : []), ...(rules.lead ? ["lead"] : []), "tricks"];
};

const keys = (h, columns, buttons) => h("div", { class: `tt-keys tt-keys--${columns}` }, buttons);

const level = ({ set, say, h, button, title, state, view }) => {
  const blank = { outcome: "played", contract: "", declarer: "", tricks: null, lead: "", pair: null };
  const choose = (number) => set({ ...blank, contract: String(number) });
  const number = (n) => button(String(n), () => choose(n), { kind: "tt-key", "data-press": String(n) });
  const plain = (outcome, word, press) =>
    button(say(word), () => set({ ...blank, outcome }), { kind: "tt-key tt-key--word", "data-press": press });
  return [
    title(say("level")),
    keys(h, 4, [1, 2, 3, 4, 5, 6, 7].map(number)),
    keys(h, 2, [
      plain("passed", "passed", "p"),
      state.rules.not_played && !view.seen ? plain("not-played", "notPlayed", "0") : null,
    ]),
  ];
};

const strain = ({ said, set, words, say, h, button, title }) => {
  const choose = (one) => set({ contract: said.contract[0] + one });
  const key = (one) => button(words.suit(one), () => choose(one), { kind: "tt-key tt-key--suit", "data-press": one === "NT" ? "n" : one.toLowerCase() });
  return [title(say("strain")), keys(h, 2, STRAINS.map(key))];
};

const risk = ({ said, set, say, h, button, title }) => {
  const bare = said.contract.replace(/X+$/, "");
  const key = (sign, word, press) =>
    button(say(word), () => set({ contract: bare + sign }), { kind: "tt-key tt-key--word", "data-press": press });
  return [title(say("doubled")), keys(h, 1, [key("", "notDoubled", "enter"), key("X", "double", "x"), key("XX", "redouble", "r")])];
};

const declarer = ({ set, say, h, button, title, state }) => {
  const name = (seat) => state.seats.find((one) => one.seat === seat)?.name || "";
  const key = (seat) =>
    button([h("b", {}, say(seat)), h("span", {}, name(seat))], () => set({ declarer: seat }), {
      kind: "tt-key tt-key--seat",
      "data-seat": seat,
      "data-press": seat.toLowerCase(),
    });
  return [title(say("declarer")), h("div", { class: "tt-compass" }, ["N", "W", "E", "S"].map(key))];
};

// The number of the pair that declared tells when they have sat down the other way.
const pair = ({ set, words, say, h, button, title, state, said }) => {
  const names = (one, two) => [state.seats.find((at) => at.seat === one), state.seats.find((at) => at.seat === two)];
  const key = (seats) => {
    const [first, second] = names(...seats);
    const people = [first, second].map((at) => at?.name).filter(Boolean).join(" – ");
    return button([h("b", {}, first.number), h("span", {}, people)], () => set({ pair: first.pair }), {
      kind: "tt-key tt-key--seat",
      "data-press": String(first.number).toLowerCase(),
    });
  };
  return [title(say("pairDeclared")), h("p", {}, words.contract(said.contract), " ", say("by", { seat: say(said.declarer) })), keys(h, 1, [key("NS"), key("EW")])];
};

const lead = ({ view, said, set, words, say, h, button, title, render, leaderOf }) => {
  const choose = (part) => {
    Object.assign(view, part);
    if (!view.suit || !view.rank) return render();
    const card = view.suit + view.rank;
    view.suit = view.rank = "";
    return set({ lead: card });
  };
  const suit = (one) =>
    button(words.suit(one), () => choose({ suit: one }), { kind: "tt-key tt-key--suit", "data-press": one.toLowerCase(), "aria-pressed": String(view.suit === one), key: `suit${one}` });
  const rank = (one) =>
    button(one === "T" ? "10" : one, () => choose({ rank: one }), { kind: "tt-key tt-key--card", "data-press": one === "T" ? "t 1" : one.toLowerCase(), "aria-pressed": String(view.rank === one), key: `rank${one}` });
  return [
    title(say("lead")),
    h("p", {}, say("leadBy", { seat: say(leaderOf(said.declarer)) })),
    keys(h, 4, ["C", "D", "H", "S"].map(suit)),
    keys(h, 5, RANKS.map(rank)),
    keys(h, 1, [button(say("noLead"), () => set({ lead: "" }), { kind: "tt-key tt-key--word", "data-press": "enter" })]),
  ];
};

const tricks = (given) => (given.state.rules.tricks === "total" ? taken(given) : went(given));

const taken = ({ set, say, h, button, title }) => {
  const key = (number) => button(String(number), () => set({ tricks: number }), { kind: "tt-key", "data-press": String(number) });
  return [title(say("tricks")), keys(h, 4, [...Array(14).keys()].map(key))];
};

// = + and −, and only what thirteen tricks allow. A keyboard types the sign first.
const went = ({ view, said, set, say, h, button, title, render, margin }) => {
  const needed = 6 + Number(said.contract[0]);
  const press = (number) => {
    if (number === 0) return "=";
    return (view.sign || "-") === (number > 0 ? "+" : "-") ? String(Math.abs(number)) : null;
  };
  const key = (number) =>
    button(margin(number), () => set({ tricks: needed + number }), { kind: "tt-key", "data-press": press(number) });
  const sign = (one) => {
    view.sign = one;
    render();
  };
  const upTo = (most) => [...Array(most).keys()].map((at) => at + 1);
  const signs = ["+", "-"].map((one) => h("button", { type: "button", hidden: true, "data-press": one, onclick: () => sign(one) }));
  return [
    title(say("result")),
    keys(h, 1, [button(`= ${say("made")}`, () => set({ tricks: needed }), { kind: "tt-key", "data-press": "= enter" })]),
    said.contract[0] === "7" ? null : [h("p", { class: "tt-soft" }, say("over")), keys(h, 4, upTo(13 - needed).map(key))],
    h("p", { class: "tt-soft" }, say("down")),
    keys(h, 4, upTo(needed).map((number) => key(-number))),
    signs,
  ];
};

export const STEPS = { level, strain, risk, declarer, pair, lead, tricks };
