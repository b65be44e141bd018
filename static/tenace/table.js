// The table's page: who sits where, the boards of the round, results in and checked, with or without a connection.
// It shows what the server last said, and on top of it what was typed here and has not been acknowledged yet.
const root = document.getElementById("table-app");
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const [{ Queue, newKey }, { score }, { h, Words, sideOf, otherSide, leaderOf, margin }, { STEPS, stepsFor }] =
  await Promise.all(["queue", "score", "view", "steps"].map((name) => import(root.dataset[name])));

const EVERY = 4000;
const words = new Words(read("table-words"));
const say = (name, gaps) => words.say(name, gaps);
const code = root.dataset.code;

const remember = (name, value) => {
  try {
    if (value !== undefined) localStorage.setItem(`tenace-table-${name}`, value);
    return localStorage.getItem(`tenace-table-${name}`);
  } catch {
    return null;
  }
};

const app = {
  state: read("table-state"),
  tag: "",
  view: { name: "home" },
  side: remember("side") === "EW" ? "EW" : "NS",
  phone: remember("phone") || remember("phone", newKey().slice(0, 12)) || newKey().slice(0, 12),
  trouble: "",
  ahead: 0,
  asked: 0,
  heard: 0,
  travellers: new Map(),
  ranking: null,
};

// What is known of a board: the server's word, and what this device has still to send ------------------------------
const boardAt = ({ round, board }) => app.state.boards.find((one) => one.round === round && one.board === board);
const own = () => app.queue.of(app.state.where);

const claimHere = (board) =>
  own().findLast((row) => row.kind === "claim" && !row.refused && row.round === board.round && row.board === board.board);
const isAccepted = (claim) => own().some((row) => row.kind === "confirm" && row.body.confirms === claim.body.key);
const isMine = (claim) => claim.phone === app.phone;

const standing = (board) => {
  const claim = claimHere(board);
  if (board.dropped) return { state: "dropped" };
  if (board.adjusted) return { state: "adjusted" };
  if (claim) {
    const agreed = isAccepted(claim) || !app.state.rules.confirm;
    return { state: agreed ? "queued" : "waiting", said: claim.body, key: claim.body.key, side: claim.body.side };
  }
  const waiting = board.waiting.at(-1);
  if (waiting) return { state: "waiting", said: waiting, key: waiting.key, side: waiting.side, questions: waiting.questions, mine: isMine(waiting) };
  if (board.disputed) return { state: "disputed", said: board.result };
  if (board.result) return { state: "in", said: board.result };
  return { state: board.secret && board.typed ? "secret" : "enter" };
};

const needsEntry = (board) => standing(board).state === "enter";
const current = () => app.state.boards.filter((board) => board.round === app.state.round);
const nextBoard = () => current().find(needsEntry);

// Talking to the server --------------------------------------------------------------------------------------------
const refresh = async () => {
  // Answers may overtake each other: an older one counts for nothing. What was sent before we asked is in the answer.
  const turn = (app.asked += 1);
  const { sent } = app.queue;
  try {
    const headers = app.tag ? { "If-None-Match": app.tag } : {};
    const answer = await fetch(`${root.dataset.home}state/`, { headers, signal: AbortSignal.timeout?.(10000) });
    const fresh = answer.status === 200 ? await answer.json() : null;
    if (turn < app.heard) return;
    app.heard = turn;
    app.trouble = answer.status === 404 ? "gone" : answer.status === 429 ? "slow" : answer.status >= 500 ? "offline" : "";
    if (answer.headers.has("X-Now")) app.ahead = Number(answer.headers.get("X-Now")) - Date.now();
    if (fresh || answer.status === 304) app.queue.forget(sent);
    if (fresh) {
      app.tag = answer.headers.get("ETag") || "";
      app.state = fresh;
      app.travellers.clear();
      app.queue.storage.keep(`state:${code}`, app.state).catch(() => {});
    }
  } catch {
    if (turn >= app.heard) app.trouble = "offline";
  }
};

const flush = async () => {
  const answers = app.queue.waiting.length ? await app.queue.send({ code, where: app.state.where }) : {};
  await refresh();
  return answers;
};

const place = () => `${app.state.round} ${app.state.state}`;

let timer;
const poll = async () => {
  clearTimeout(timer);
  try {
    await look();
  } finally {
    // Whatever went wrong this time: the table goes on.
    clearTimeout(timer);
    timer = setTimeout(poll, document.hidden ? 6 * EVERY : EVERY);
  }
};

const look = async () => {
  await flush();
  // Once for each change, whoever hears of it first: two of us may be under way.
  const moved = app.place !== place();
  app.place = place();
  if (moved) app.waitsFor = "";
  if (moved && app.view.name !== "steps" && app.view.name !== "confirm") app.view = { name: "home" };
  follow();
  if (app.view.name === "ranking" && app.state.ranking) await readRanking();
  else if (app.view.name === "ranking") app.view = { name: "home" };
  update();
};

// The opponents have accepted on their own phone: nothing is left to be checked here.
const follow = () => {
  if (app.view.name !== "confirm") return;
  const board = boardAt(app.view);
  if (!board) return void (app.view = { name: "home" });
  const { state, key } = standing(board);
  if (key !== app.view.key && ["in", "disputed", "adjusted"].includes(state)) open("board", app.view);
};

const send = async (row) => {
  await app.queue.add({ code, where: app.state.where, ...row });
  const answers = await flush();
  return answers[row.body.key];
};

const enter = async (view) => {
  const { round, board, said, seen, after } = view;
  const key = newKey();
  const body = { key, round, board, ...said, side: app.side, seen, after, typed_at: Date.now(), sure: false };
  const confirm = app.state.rules.confirm;
  app.view = confirm
    ? { name: "confirm", round, board, said, key, side: app.side, questions: [] }
    : { name: "board", round, board, note: "" };
  show();
  const answer = await send({ kind: "claim", round, board, body });
  // Whoever has gone on meanwhile is not called back.
  const here = app.view.key === key || (app.view.name === "board" && app.view.board === board && !confirm);
  if (!here) return update();
  if (answer?.state === "refused") app.view = { name: "home" };
  else if (answer?.questions?.length) {
    app.view = { name: "confirm", round, board, said, key, side: app.side, questions: answer.questions };
  } else if (answer && answer.state !== "waiting") {
    app.view = { name: "board", round, board, note: answer.sentence };
  }
  show();
};

const confirm = async (agrees) => {
  const { round, board, key, side } = app.view;
  open("board", { round, board, refused: !agrees });
  const body = { key: newKey(), confirms: key, agrees, side: otherSide(side) };
  const answer = await send({ kind: "confirm", round, board, body });
  if (answer && app.view.name === "board") app.view.note = answer.sentence;
  show();
};

const callDirector = async (body) => {
  open("call", {});
  try {
    const answer = await fetch(`${root.dataset.home}call/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ phone: app.phone, ...body }),
      signal: AbortSignal.timeout?.(10000),
    });
    if (!answer.ok) app.view.note = (await answer.json()).sentence;
    await refresh();
  } catch {
    app.view.note = say("callOffline");
  }
  show();
};

const beginRound = async () => {
  const wanted = app.state.round + 1;
  app.waitsFor = "";
  try {
    const answer = await fetch(`${root.dataset.home}next-round/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ phone: app.phone, round: wanted }),
      signal: AbortSignal.timeout?.(10000),
    });
    if (!answer.ok) app.waitsFor = (await answer.json()).sentence;
    await refresh();
  } catch {
    app.waitsFor = say("beginOffline");
  }
  app.place = place();
  home();
};

// Where we are -----------------------------------------------------------------------------------------------------
const open = (name, view) => {
  app.view = { ...view, name };
  show();
};
const home = () => open("home", {});

const begin = ({ round, board }, more = {}) =>
  open("steps", { round, board, said: { outcome: "played", contract: "", declarer: "", tricks: null, lead: "", pair: null }, at: 0, seen: 0, ...more });

const pick = (board) => {
  const { state, said, key, side, questions = [] } = standing(board);
  const at = { round: board.round, board: board.board };
  if (state === "enter" || (state === "in" && said.outcome === "not-played")) {
    return begin(at, { seen: board.result?.version || 0 });
  }
  if (state === "waiting") return open("confirm", { ...at, said, key, side, questions });
  return open("board", at);
};

const again = () => {
  const board = boardAt(app.view);
  begin(app.view, { seen: board.result?.version || 0, after: claimHere(board)?.body.key || app.view.key || "" });
};

// The pages --------------------------------------------------------------------------------------------------------
const button = (text, onclick, { kind = "", key = "", ...more } = {}) =>
  h("button", { type: "button", class: `button ${kind}`, onclick, "data-key": key || null, ...more }, text);
const big = (text, onclick, more = {}) => button(text, onclick, { ...more, kind: `at-table__big ${more.kind || ""}` });
const title = (text) => h("h2", { tabindex: "-1", class: "tt-title" }, text);

const section = (text) => h("h2", { class: "tt-section" }, text);

const boardLine = ({ round, board }) => {
  const one = boardAt({ round, board });
  const marks = one ? `${say("dealer", { seat: say(one.dealer) })} · ${words.words.vul[one.vulnerable]}` : "";
  return h("p", { class: "tt-board" }, h("b", {}, say("board", { board })), h("span", {}, marks));
};

const boardButton = (board) => {
  const { state, said } = standing(board);
  const name =
    board.round === app.state.round ? say("board", { board: board.board }) : say("earlierRound", board);
  const words_ = state === "in" ? "" : say(state);
  const text = [h("b", {}, name), h("span", {}, said ? words.result(said) : "", said && words_ ? " · " : "", words_)];
  return h("li", {}, button(text, () => pick(board), { kind: "tt-pick", key: `b${board.round}-${board.board}`, "data-state": state }));
};

const boardList = (name, boards) =>
  boards.length
    ? h("section", { class: "stack stack--tight" }, section(say(name)), h("ul", { class: "tt-picks" }, boards.map(boardButton)))
    : null;

const seats = () => {
  if (!app.state.seats.length) return h("p", { class: "notice" }, say("nobody"));
  const seat = (one) =>
    h(
      "div",
      { class: "at-table__seat", "data-seat": one.seat },
      h("b", {}, say(one.seat)),
      h("span", {}, one.number),
      h("p", { class: one.known ? null : "at-table__unknown" }, one.name),
    );
  return h(
    "section",
    { class: "at-table__now", "aria-label": say("seats") },
    app.state.seats.map(seat),
    h("div", { class: "at-table__boards" }, h("p", {}, say("boardsHere")), h("b", {}, app.state.here)),
  );
};

const announcements = () => {
  const seen = (remember("seen") || "").split(",");
  const unseen = app.state.announcements.filter((one) => !seen.includes(String(one.id)));
  const note = (id) => {
    remember("seen", [...seen, id].slice(-50).join());
    update();
  };
  return unseen.map((one) =>
    h(
      "section",
      { class: "tt-said", "aria-label": say("said") },
      h("p", {}, one.text),
      button(say("seen"), () => note(one.id), { key: `said${one.id}` }),
    ),
  );
};

const refused = () =>
  app.queue.rows
    .filter((row) => row.refused)
    .map((row) =>
      h(
        "section",
        { class: "tt-refused" },
        h("p", {}, h("b", {}, say("earlierRound", row)), ": ", row.refused),
        row.kind === "claim" ? h("p", {}, words.result(row.body)) : null,
        h(
          "div",
          { class: "cluster" },
          button(say("tryAgain"), () => app.queue.retry(row).then(flush).then(update)),
          button(say("throwAway"), () => app.queue.drop(row)),
        ),
      ),
    );

const toCheck = () =>
  app.state.boards
    .filter((board) => !board.secret && standing(board).state === "waiting")
    .map((board) => {
      const { said } = standing(board);
      const text = [say("board", { board: board.board }), ": ", words.result(said), " – ", say("waiting")];
      // One piece: a button lays its parts out as columns.
      return big(h("span", { class: "tt-check" }, text), () => pick(board), { kind: "button--primary", key: `check${board.board}` });
    });

const goes = () => {
  const { goes: ways, next, last, begun } = app.state;
  if (!begun || (!app.state.rules.next_seats && !last)) return null;
  const coming = next
    ? [section(say("comes")), next.sides.map((side) => h("p", {}, h("b", {}, `${side.side} ${side.number} `), side.names)), h("p", {}, say("nextBoards", next))]
    : null;
  return h(
    "section",
    { class: "stack stack--tight" },
    section(say("goes")),
    ways.length ? h("ul", { class: "plain-list" }, ways.map((way) => h("li", {}, way))) : h("p", {}, say(last ? "last" : "drawn")),
    coming,
  );
};

// Where tables lead: whoever has sat down begins the next round here.
const goOn = () => {
  if (!app.state.goes_on || current().some((board) => standing(board).state === "waiting")) return null;
  return [
    h("p", {}, say("goOn")),
    app.waitsFor ? h("p", { class: "notice notice--warn", role: "alert" }, app.waitsFor) : null,
    big(say("beginRound", { round: app.state.round + 1 }), beginRound, { kind: "button--primary", key: "begin" }),
  ];
};

const sideChoice = () => {
  const choice = (side) =>
    h(
      "label",
      { class: "tt-choice" },
      h("input", {
        type: "radio",
        name: "side",
        value: side,
        checked: app.side === side,
        onchange: () => {
          app.side = side;
          remember("side", side);
        },
      }),
      say(side),
    );
  return h("fieldset", { class: "tt-side" }, h("legend", {}, say("deviceSide")), choice("NS"), choice("EW"));
};

const pages = {
  home() {
    const { state, rules, round, boards, numbers, begun, ranking } = app.state;
    const playing = state === "playing" && begun;
    const rest = nextBoard();
    const someUnknown = app.state.seats.some((seat) => !seat.known);
    return [
      announcements(),
      refused(),
      toCheck(),
      seats(),
      numbers && someUnknown && words.words.keyIn ? h("a", { class: "button at-table__big", href: root.dataset.names }, say("keyIn")) : null,
      playing && rest ? big(say("nextBoard", rest), () => pick(rest), { kind: "button--primary", key: "next" }) : null,
      playing && !rest && current().length ? [h("p", { class: "notice notice--good" }, say("allIn")), goes(), goOn()] : null,
      playing && !current().length ? goOn() : null,
      playing ? boardList("boards", current()) : h("p", { class: "notice" }, say(state === "finished" ? "finished" : "notBegun")),
      boardList("earlier", boards.filter((board) => board.round < round)),
      rest || (!playing && state !== "finished") ? goes() : null,
      ranking ? big(say("ranking"), showRanking, { key: "ranking", kind: state === "finished" ? "button--primary" : "" }) : null,
      playing && rules.call ? big(say("wrongSeat"), () => callDirector({ act: "call", reason: "seats" }), { key: "seats" }) : null,
      numbers && !someUnknown && words.words.keyIn ? h("a", { class: "button at-table__big", href: root.dataset.names }, say("keyIn")) : null,
      sideChoice(),
    ];
  },

  steps(view) {
    const steps = stepsFor(view.said, app.state.rules);
    const step = steps[view.at];
    const set = (more) => {
      const said = { ...view.said, ...more };
      const next = stepsFor(said, app.state.rules);
      const at = next.indexOf(step) + 1;
      open("steps", { ...view, said, at: at < next.length ? at : next.length });
    };
    if (!step) return pages.check(view);
    return [
      boardLine(view),
      h("p", { class: "tt-sofar", "aria-live": "polite" }, words.contract(view.said.contract), view.said.declarer ? ` ${say("by", { seat: say(view.said.declarer) })}` : "", view.said.lead ? [" · ", words.card(view.said.lead)] : ""),
      STEPS[step]({ view, said: view.said, set, words, say, h, button, title, state: app.state, render: () => open("steps", view), leaderOf, margin }),
      big(say("back"), back, { key: "back" }),
    ];
  },

  check(view) {
    const board = boardAt(view);
    return [
      boardLine(view),
      title(say("checkTyped")),
      words.replay(view.said, score(view.said, board?.vulnerable)),
      big(say("yes"), () => enter(view), { kind: "button--primary", key: "yes" }),
      big(say("change"), () => begin(view, { seen: view.seen, after: view.after }), { key: "change" }),
    ];
  },

  confirm(view) {
    const board = boardAt(view);
    const other = say(otherSide(view.side || app.side));
    const accept = () => {
      if (view.armed) return confirm(true);
      view.armed = true;
      return update();
    };
    if (view.wrong) {
      return [
        boardLine(view),
        title(say("notRight")),
        words.replay(view.said, score(view.said, board?.vulnerable)),
        big(say("typeAgain"), again, { kind: "button--primary", key: "again" }),
        big(say("dispute"), () => confirm(false), { key: "dispute" }),
        big(say("back"), () => open("confirm", { ...view, wrong: false, armed: false }), { key: "back" }),
      ];
    }
    const ask = app.state.rules.confirm;
    return [
      boardLine(view),
      ask ? title(say("opponentsCheck", { side: other })) : title(say("lookAgain")),
      ask ? h("p", {}, say("handOver", { side: other })) : null,
      view.questions.map((question) => h("p", { class: "tt-question", role: "alert" }, question.sentence)),
      words.replay(view.said, score(view.said, board?.vulnerable)),
      ask
        ? big(say(view.armed ? "acceptAgain" : "accept"), accept, { kind: view.armed ? "button--primary tt-armed" : "button--primary", key: "accept" })
        : big(say("stillRight"), () => confirm(true), { kind: "button--primary", key: "accept" }),
      big(say("notRight"), () => open("confirm", { ...view, wrong: true }), { key: "wrong" }),
      ask ? h("p", { class: "tt-soft" }, say("otherDevice")) : null,
      big(say("toTable"), home, { key: "home" }),
    ];
  },

  board(view) {
    const board = boardAt(view);
    // A late board is no longer on the list once it is in.
    if (!board) return [boardLine(view), view.note ? h("p", { class: "notice", role: "status" }, view.note) : null, big(say("toTable"), home)];
    const { state, said } = standing(board);
    const rest = nextBoard();
    const mayCorrect = ["in", "queued"].includes(state) && app.state.rules.correct && board.round === app.state.round;
    return [
      boardLine(view),
      title(say(state !== "in" ? state : said.outcome === "not-played" ? "isNotPlayed" : "isIn")),
      view.note && state !== "in" ? h("p", { class: "notice" }, view.note) : null,
      said ? words.replay(said, said.score ?? score(said, board.vulnerable)) : null,
      state === "secret" ? h("p", {}, say("hiddenBoard")) : null,
      rest ? big(say("nextBoard", rest), () => pick(rest), { kind: "button--primary", key: "next" }) : null,
      !rest ? h("p", { class: "notice notice--good" }, say("allIn")) : null,
      state === "in" && board.round === app.state.round ? others(board) : null,
      mayCorrect ? big(say("correct"), again, { key: "correct" }) : null,
      state === "disputed" || state === "secret" ? big(say("typeAgain"), again, { key: "again" }) : null,
      big(say("toTable"), home, { key: "home" }),
    ];
  },

  ranking() {
    const { known } = app.ranking || {};
    if (!app.ranking) readRanking();
    return [
      title(say(app.state.state === "finished" ? "rankingEnd" : "rankingNow")),
      app.ranking?.offline ? h("p", { class: "notice" }, say("rankingOffline")) : null,
      known?.length === 0 ? h("p", {}, say("rankingNone")) : null,
      known?.map((one) => words.ranking(one)),
      big(say("toTable"), home, { kind: "button--primary", key: "home" }),
    ];
  },

  call(view) {
    const called = app.state.call;
    const reason = (code, text) => big(text, () => callDirector({ act: "call", reason: code }), { key: code });
    return [
      title(called ? say(called.state === "taken" ? "coming" : "called") : say("call")),
      view.note ? h("p", { class: "notice", role: "alert" }, view.note) : null,
      called?.reason ? h("p", {}, called.reason) : null,
      called && !called.reason ? h("p", {}, say("why")) : null,
      called && !called.reason ? Object.entries(words.words.reasons).map(([code, text]) => reason(code, text)) : null,
      called ? big(say("callBack"), () => callDirector({ act: "take-back" }), { key: "take-back" }) : null,
      big(say("toTable"), home, { kind: "button--primary", key: "home" }),
    ];
  },
};

// The other tables' results on a board, asked for when they are looked at.
const others = (board) => {
  if (board.result.outcome === "not-played") return null;
  const known = app.travellers.get(board.board);
  if (!known) {
    const put = (data) => {
      app.travellers.set(board.board, data);
      update();
    };
    app.travellers.set(board.board, { pending: true });
    fetch(`${root.dataset.home}boards/${board.board}/`)
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then(put, () => put({ offline: true }));
    return app.shown?.board === board.board ? app.shown.node : null;
  }
  if (known.pending) return app.shown?.board === board.board ? app.shown.node : null;
  if (known.offline) return h("p", { class: "tt-soft" }, say("travellerOffline"));
  const node = h(
    "section",
    { class: "stack stack--tight" },
    known.lines?.length ? [h("h3", {}, say("traveller")), words.traveller(known.lines)] : null,
    known.hand ? [h("h3", {}, say("deal")), words.deal(known.hand)] : null,
  );
  app.shown = { board: board.board, node };
  return node;
};

// The ranking, asked for when it is looked at and then with every look at the table.
const showRanking = () => {
  app.ranking = null;
  open("ranking", {});
};

const readRanking = async () => {
  const before = app.ranking?.known;
  app.ranking = { known: before };
  try {
    const answer = await fetch(`${root.dataset.home}ranking/`, { signal: AbortSignal.timeout?.(10000) });
    if (answer.ok) app.ranking = { known: (await answer.json()).rankings };
    else app.view = { name: "home" };
  } catch {
    app.ranking = { known: before, offline: true };
  }
  update();
};

// Putting it on the screen -----------------------------------------------------------------------------------------
const head = h("header", { class: "tt-head" });
const status = h("p", { class: "tt-status", role: "status" });
const body = h("div", { class: "stack tt-body" });

const back = () => {
  const { view } = app;
  if (view.name === "steps" && view.at > 0) return open("steps", { ...view, at: view.at - 1 });
  return home();
};

const timeLeft = () => {
  const { clock } = app.state;
  if (clock.paused) return say("timePaused");
  if (clock.phase !== "playing" || !clock.ends_at) return "";
  const left = Math.ceil((clock.ends_at - Date.now() - app.ahead) / 1000);
  if (left <= 0) return say("timeOver");
  return `${say("timeLeft")} ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
};

const time = h("span", { class: "tt-time" });
setInterval(() => {
  const text = timeLeft();
  if (time.textContent !== text) time.textContent = text;
}, 1000);

const showHead = () => {
  const { name, round, rounds, begun, rules, call, state } = app.state;
  const callText = call ? say(call.state === "taken" ? "coming" : "called") : say("call");
  const onCall = () => (call ? open("call", {}) : callDirector({ act: "call" }));
  head.replaceChildren(
    h("div", {}, h("p", { class: "at-table__event" }, root.dataset.event), h("h1", {}, say("table", { name }))),
    h("p", { class: "at-table__round" }, begun ? say("round", { round, rounds }) : say("notBegun"), " ", time),
    rules.call && state === "playing"
      ? button(callText, onCall, { kind: `tt-call ${call ? "tt-call--open" : ""}`, key: "call" })
      : "",
  );
};

const showStatus = () => {
  const trouble = app.trouble || app.queue.trouble;
  // What is on its way this very moment is not worth a word.
  const claims = app.queue.waiting.filter((row) => row.kind === "claim");
  const count = claims.filter((row) => trouble || row.old || Date.now() - row.body.typed_at > EVERY).length;
  const parts = [trouble ? say(trouble) : "", count ? say("outbox", { count }) : "", !app.queue.lasts && count ? say("noStore") : ""];
  const text = parts.filter(Boolean).join(" ");
  if (status.textContent !== text) status.textContent = text;
  status.dataset.trouble = trouble || (count ? "waiting" : "");
  status.hidden = !text;
};

// Drawn again in place: whoever has the focus on a button keeps it.
const update = () => {
  showStatus();
  tenace.afterTap(redraw);
};

const redraw = () => {
  // Nobody's taps go astray while the server's news come in.
  if (app.view.name === "steps" && body.childElementCount && app.drawn === app.view) return showHeadQuietly();
  draw();
};

const showHeadQuietly = () => {
  if (!head.contains(document.activeElement)) showHead();
};

const draw = () => {
  words.letters = app.state.rules.letters;
  const key = document.activeElement?.dataset?.key;
  showHead();
  body.replaceChildren(...[pages[app.view.name](app.view)].flat(Infinity).filter(Boolean));
  app.drawn = app.view;
  if (key) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
};

// Another page: read from its top.
const show = () => tenace.afterTap(turnPage);

const turnPage = () => {
  const before = app.page;
  app.page = `${app.view.name}-${app.view.board}-${app.view.at}-${app.view.wrong}`;
  showStatus();
  draw();
  if (before === app.page) return;
  scrollTo(0, 0);
  body.querySelector(".tt-title")?.focus();
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
  if (event.key === "Escape") return back();
  if (app.view.name !== "steps") return;
  const wanted = body.querySelector(`[data-press~="${CSS.escape(event.key.toLowerCase())}"]`);
  const onButton = event.target.closest?.("button");
  if (event.key === "Enter" && onButton) return;
  if (wanted) {
    event.preventDefault();
    wanted.click();
  } else if (event.key === "Enter") body.querySelector('[data-key="yes"]')?.click();
});

const start = async () => {
  app.queue = await Queue.open(app.phone, () => app.page && update());
  document.getElementById("table-plain").remove();
  root.append(head, status, body);
  root.hidden = false;
  app.place = place();
  show();
  await poll();
  if (app.trouble === "offline") {
    app.state = (await app.queue.storage.kept(`state:${code}`).catch(() => null)) || app.state;
    show();
  }
  addEventListener("online", poll);
  document.addEventListener("visibilitychange", () => document.hidden || poll());
  if (isSecureContext) navigator.serviceWorker?.register(root.dataset.worker, { scope: "/t/" }).catch(() => {});
};

start();
