"use strict";

/* What a page of the club's site does besides being read: it steps through a round card by card, and checks a game's
   record. All that it shows stands in the page or beside it; names go in as text, never as markup; without it every
   page says the same in tables. */

(() => {
const SIGNS = { S: "♠\ufe0e", H: "♥\ufe0e", D: "♦\ufe0e", C: "♣\ufe0e" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { T: "10", B: "★", L: "☆" };
const SPOKEN = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10", B: "big joker", L: "little joker" };
const BY = { clock: "the clock plays for them", plan: "as planned", rule: "the last card plays itself" };
const SEATS = [1, 2, 3, 4];
const HAND = 13;
const SWIPE = 40;
const PACE = 1200;

/** An element with its class, attributes and children; strings become text. */
function el(tag, style = "", attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (style) node.className = style;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const rankOf = (card) => card[0];
const suitOf = (card) => (card === "BJ" || card === "LJ" ? "S" : card[1]);
const isRed = (card) => "HD".includes(suitOf(card)) || card === "BJ";
const face = (card) => (card === "BJ" || card === "LJ" ? `${RANKS[card[0]]} ${card}` : (RANKS[card[0]] ?? card[0]) + SIGNS[card[1]]);
const spokenRank = (rank) => SPOKEN[rank] ?? rank;
const spoken = (card) => (card === "BJ" || card === "LJ" ? SPOKEN[card[0]] : `${spokenRank(card[0])} of ${SUITS[card[1]]}`);
const named = (name) => el("bdi", "", {}, name);

/** `Ann + Carol`: each name on its own, whichever way it is written. */
const together = (names) => names.flatMap((name, i) => (i ? [" + ", named(name)] : [named(name)]));

function cardNode(card, style = "", name = spoken(card)) {
  return el("span", `card ${style}`.trim(), { role: "img", "aria-label": name }, el("span", isRed(card) ? "red" : "", {}, face(card)));
}

/* ---------------------------------------------------------------- a round card by card */

/** The moments of a round, each with the address that leads to it: the deal, each bid, each trick as it begins, which a
    step goes past, each card, the end. */
function momentsOf(round) {
  const bids = round.bids.map((bid, i) => ({ kind: "bid", at: `b${i + 1}`, bids: i + 1, cards: 0 }));
  const cards = round.plays.flatMap((play, i) => {
    const trick = Math.floor(i / 4) + 1;
    const place = (i % 4) + 1;
    const begins = { kind: "begin", at: beginning(trick), trick, bids: bids.length, cards: i };
    const card = { kind: "card", at: place === 4 ? `t${trick}` : `t${trick}c${place}`, trick, place, bids: bids.length, cards: i + 1 };
    return place === 1 ? [begins, card] : [card];
  });
  const before = [{ kind: "deal", at: "deal", bids: 0, cards: 0 }, ...bids, ...cards];
  if (!round.over.length) return before;
  return [...before, { kind: "end", at: "end", bids: bids.length, cards: cards.length }];
}

/** The address of a trick before its first card. */
function beginning(trick) {
  return `t${trick}c0`;
}

class Replay {
  constructor(place, round) {
    this.place = place;
    this.round = round;
    this.moments = momentsOf(round);
    this.now = 0;
    this.build();
    this.listen();
    const addressed = this.addressed();
    this.show(addressed < 0 ? this.opening : addressed, true);
  }

  /** The moment at which all bids are made, or the last one that is: from there the cards are played. */
  get opening() {
    return this.moments.findLastIndex(({ kind }) => kind === "bid" || kind === "deal");
  }

  /** Which moment the address names; -1 if none. A trick that was never finished is its last card. */
  addressed() {
    const at = location.hash.slice(1);
    const found = this.moments.findIndex((moment) => moment.at === at);
    const trick = /^t(\d+)$/.exec(at);
    return found < 0 && trick ? this.moments.findLastIndex((moment) => moment.trick === Number(trick[1])) : found;
  }

  build() {
    const { round } = this;
    this.hands = SEATS.map((seat) => new Hand(seat, round));
    this.middle = el("div", "trick-cards");
    this.said = el("p", "moment", { "aria-live": "polite", "aria-atomic": "true" });
    const felt = el("div", "round-table", {}, ...this.hands.map((hand) => hand.node), this.middle);
    this.felt = felt;
    const keys = el("p", "note screen", {}, "Arrow keys, swipes or the buttons go card by card; arrow keys with Shift, trick by trick.");
    // the buttons stay where they are, however long the sentence below them is
    this.main = el("div", "main", {}, el("div", "sheet controls", {}, this.buttons(), this.said), felt, keys);
    this.beside = new Beside(round);
    this.place.append(this.main, this.beside.node);
  }

  buttons() {
    const button = (words, mark, style, act) => {
      const node = el("button", style, { type: "button", "aria-label": words, title: words }, mark);
      node.addEventListener("click", () => {
        if (node !== this.run) this.pause();
        act();
      });
      return node;
    };
    this.back = button("Back one card", "‹ Back", "back", () => this.step(-1));
    this.on = button("Next card", "Next ›", "next", () => this.step(1));
    this.trickBack = button("Trick back", "« Trick", "", () => this.trick(-1));
    this.trickOn = button("Trick on", "Trick »", "", () => this.trick(1));
    this.run = button("Play", "Play", "run", () => (this.timer ? this.pause() : this.play()));
    return el("div", "steps", {}, this.trickBack, this.back, this.run, this.on, this.trickOn);
  }

  /** Goes on card by card by itself, at the end from the first card again. */
  play() {
    if (this.now === this.moments.length - 1) this.go(this.opening);
    this.timer = setInterval(() => {
      this.step(1);
      if (this.now === this.moments.length - 1) this.pause();
    }, PACE);
    this.step(1);
    this.label("Pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.label("Play");
  }

  label(words) {
    this.run.textContent = this.run.ariaLabel = this.run.title = words;
  }

  listen() {
    addEventListener("hashchange", () => {
      const place = this.addressed();
      if (place < 0) return;
      this.pause();
      this.show(place, true);
      // whoever chose a trick below the table wants to see the table
      if (this.main.getBoundingClientRect().top < 0) this.main.scrollIntoView();
    });
    addEventListener("keydown", (event) => this.key(event));
    let from = null;
    this.felt.addEventListener("touchstart", ({ changedTouches: [touch] }) => { from = [touch.clientX, touch.clientY]; }, { passive: true });
    this.felt.addEventListener("touchend", ({ changedTouches: [touch] }) => {
      if (!from) return;
      const [across, down] = [touch.clientX - from[0], touch.clientY - from[1]];
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) {
        this.pause();
        this.step(across < 0 ? 1 : -1);
      }
      from = null;
    });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, .wide, .bracket")) return;
    const move = event.shiftKey ? (by) => this.trick(by) : (by) => this.step(by);
    const acts = {
      ArrowRight: () => move(1),
      ArrowLeft: () => move(-1),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    this.pause();
    acts[event.key]();
  }

  step(by) {
    const past = this.moments[this.now + by]?.kind === "begin" ? 2 * by : by;
    this.go(this.now + past);
  }

  /** To the end of this trick or of the next one; back to the end of the one before, or to the deal. */
  trick(by) {
    const whole = ({ kind, place }) => kind === "deal" || kind === "end" || place === 4;
    let place = this.now + by;
    while (place > 0 && place < this.moments.length - 1 && !whole(this.moments[place])) place += by;
    this.go(place);
  }

  go(place) {
    const to = Math.min(Math.max(place, 0), this.moments.length - 1);
    if (to === this.now) return;
    this.show(to, to < this.now);
    history.replaceState(null, "", `#${this.moments[to].at}`);
  }

  /** Shows one moment; `still` without a card that moves. */
  show(place, still) {
    const moment = this.moments[place];
    this.now = place;
    const played = this.round.plays.slice(0, moment.cards);
    this.hands.forEach((hand) => hand.show(moment, played, this.due(moment)));
    this.showMiddle(moment, played, still);
    this.said.replaceChildren(...this.sentence(moment));
    this.beside.show(moment, played);
    // a button that is disabled would lose the focus
    for (const button of [this.back, this.trickBack]) button.setAttribute("aria-disabled", place === 0);
    for (const button of [this.on, this.trickOn]) button.setAttribute("aria-disabled", place === this.moments.length - 1);
    if (moment.kind === "end") document.documentElement.classList.add("seen");
  }

  /** Who acts next, and whether they are to bid or to play; null where the round is over. */
  due(moment) {
    const next = this.moments.slice(this.moments.indexOf(moment) + 1).find(({ kind }) => kind !== "begin");
    if (!next) return this.round.due;
    if (next.kind === "end") return null;
    if (next.kind === "bid") return { seat: this.round.bids[next.bids - 1].seat, what: "bid" };
    return { seat: this.round.plays[next.cards - 1][0], what: "play" };
  }

  showMiddle(moment, played, still) {
    if (moment.kind !== "card") {
      const words = { deal: "The cards are dealt", bid: "Bidding", begin: `Trick ${moment.trick}`, end: "The round is over" };
      return this.middle.replaceChildren(el("p", "spot", {}, words[moment.kind]));
    }
    const trick = played.slice(4 * (moment.trick - 1));
    const best = trick.length === 4 ? this.round.winners[moment.trick - 1] : 0;
    const nodes = trick.map(([seat, card], i) => {
      const fresh = !still && i === trick.length - 1 ? " fresh" : "";
      const name = `${this.round.names[seat - 1]}: ${spoken(card)}${seat === best ? ", takes the trick" : ""}`;
      return cardNode(card, `at${seat}${seat === best ? " best" : ""}${fresh}`, name);
    });
    return this.middle.replaceChildren(...nodes);
  }

  sentence(moment) {
    const { round } = this;
    const name = (seat) => named(round.names[seat - 1]);
    if (moment.kind === "deal") return [`Round ${round.round} is dealt. `, name(round.bids[0]?.seat ?? round.eldest), " bids first."];
    if (moment.kind === "end") return [...round.settled.flatMap((line) => [named(line), " "]), ...round.over.flatMap((words, i) => [...together(round.teams[i]), words])];
    if (moment.kind === "bid") {
      const { who, words, by } = round.bids[moment.bids - 1];
      const told = [...together(who), ` ${who.length > 1 ? "bid" : "bids"} ${words}${by === "clock" ? ", by the clock" : ""}.`];
      const [leader] = round.plays[0] ?? [];
      return moment.bids === round.bids.length && leader ? [...told, " All bids are made; ", name(leader), " leads."] : told;
    }
    if (moment.kind === "begin") return [`Trick ${moment.trick} begins: `, name(round.plays[moment.cards][0]), " leads."];
    const [seat, card, by, former] = round.plays[moment.cards - 1];
    const verb = moment.place === 1 ? "leads" : "plays";
    const told = [`Trick ${moment.trick}: `, former ? named(former) : name(seat), ` ${verb} `, cardNode(card), BY[by] ? ` (${BY[by]}).` : "."];
    return moment.place < 4 ? told : [...told, " ", name(round.winners[moment.trick - 1]), " takes the trick."];
  }
}

/** One of the four hands: what its seat holds, and what it has played. */
class Hand {
  constructor(seat, round) {
    this.seat = seat;
    this.round = round;
    this.told = el("small");
    this.suits = el("div", "", { "aria-hidden": "true" });
    this.words = el("p", "said");
    const name = el("bdi", seat % 2 ? "team1" : "team2", {}, round.names[seat - 1]);
    this.node = el("div", `hand at${seat}`, {}, el("h2", "", {}, name, this.told), this.suits, this.words);
  }

  show(moment, played, due) {
    const own = played.filter(([seat]) => seat === this.seat).map(([, card]) => card);
    const running = moment.kind === "card" ? played.slice(4 * (moment.trick - 1)) : [];
    const [, last] = running.find(([seat]) => seat === this.seat) ?? [];
    const turn = due?.seat === this.seat;
    this.node.classList.toggle("turn", turn);
    this.told.textContent = [this.tally(moment), turn ? `to ${due.what}` : ""].filter(Boolean).join(", ");
    this.suits.replaceChildren(...(this.round.hands ? this.lines(own, last) : this.hidden(own, last)));
    this.words.textContent = this.inWords(own);
  }

  tally(moment) {
    const bid = this.round.bids.slice(0, moment.bids).findLast(({ seats }) => seats.includes(this.seat));
    const said = bid ? `bid ${bid.words}` : "";
    if (moment.kind === "deal" || moment.kind === "bid") return said;
    return `${said}, took ${tookBy(this.round, moment)[this.seat - 1]}`;
  }

  /** The cards of a hand that is public by suit. */
  lines(own, last) {
    return Object.keys(SIGNS).map((suit) => suitLine(suit, this.cards.filter((card) => suitOf(card) === suit), own, last));
  }

  /** What is to be seen of a hand that is not public: that it is hidden, and apart from that what was played from it. */
  hidden(own, last) {
    const left = HAND - own.length;
    const told = el("p", "hidden", {}, left ? `${left} hidden card${left > 1 ? "s" : ""}` : "No card left");
    if (!own.length) return [told];
    const played = this.round.order.filter((card) => own.includes(card));
    const suits = Object.keys(SIGNS).map((suit) => [suit, played.filter((card) => suitOf(card) === suit)]);
    return [told, el("p", "played", {}, "played:"), ...suits.filter(([, some]) => some.length).map(([suit, some]) => suitLine(suit, some, own, last))];
  }

  get cards() {
    return this.round.hands[this.seat - 1];
  }

  inWords(own) {
    const list = (cards) => Object.keys(SIGNS).map((suit) => [suit, cards.filter((card) => suitOf(card) === suit)])
      .filter(([, some]) => some.length)
      .map(([suit, some]) => `${SUITS[suit]} ${some.map((card) => spokenRank(rankOf(card))).join(", ")}`).join("; ");
    if (!this.round.hands) return `The hand is hidden.${own.length ? ` Has played ${list(own)}.` : ""}`;
    const left = this.cards.filter((card) => !own.includes(card));
    return left.length ? `Holds ${list(left)}.` : "Holds no card any more.";
  }
}

/** A suit of a hand: its sign and the ranks of these cards, those that are in `own` as played. */
function suitLine(suit, cards, own, last) {
  const ranks = cards.map((card) => {
    const style = card === last ? "gone now" : own.includes(card) ? "gone" : "held";
    return el("span", style, {}, RANKS[rankOf(card)] ?? rankOf(card));
  });
  const sign = el("span", `sign${"HD".includes(suit) ? " red" : ""}`, {}, SIGNS[suit]);
  return el("p", "suit", {}, sign, el("span", "ranks", {}, ...(ranks.length ? ranks : [el("span", "soft", {}, "–")])));
}

/** Tricks taken by each seat at a moment; at the end as the round was settled. */
function tookBy(round, moment) {
  if (moment.kind === "end") return round.books;
  const whole = round.winners.slice(0, Math.floor(moment.cards / 4));
  return SEATS.map((seat) => whole.filter((winner) => winner === seat).length);
}

/** What stands beside the table: bids and tricks, who took which trick, and what somebody who watched remembers. */
class Beside {
  constructor(round) {
    this.round = round;
    this.books = el("tbody");
    this.links = Array.from({ length: Math.ceil(round.plays.length / 4) }, (_, i) => el("a", "", { href: `#${beginning(i + 1)}` }));
    const end = round.over.length ? [el("a", "end", { href: "#end" }, "End")] : [];
    this.chips = el("ol", "chips", {}, ...[...this.links, ...end].map((link) => el("li", "", {}, link)));
    this.memory = el("tbody");
    this.voids = el("p", "note");
    const table = (title, words, body) => {
      const heads = words.map(([word, style]) => el("th", style, { scope: "col" }, word));
      const caption = el("caption", "", {}, el("span", "said", {}, title));
      return el("table", "", {}, caption, el("thead", "", {}, el("tr", "", {}, ...heads)), body);
    };
    const books = table("Bids and tricks of both teams", [["Team", ""], ["Bid", "n"], ["Tricks", "n"]], this.books);
    const memory = table("Cards that are gone", [["Suit", ""], ["Played", ""], ["Not yet", "n"]], this.memory);
    const part = (title, ...nodes) => el("section", "sheet", {}, el("h2", "", {}, title), ...nodes);
    this.node = el("div", "beside", {}, part("Tricks", books, this.chips), part("Memory", memory, this.voids));
  }

  show(moment, played) {
    const took = tookBy(this.round, moment);
    const rows = this.round.teams.map((names, i) => {
      const bids = this.round.bids.slice(0, moment.bids).filter(({ team }) => team === i + 1);
      const bid = bids.length ? bids.map(({ words }) => words).join(" + ") : el("span", "", {}, el("span", "", { "aria-hidden": "true" }, "–"), el("span", "said", {}, "none yet"));
      const team = el("th", "", { scope: "row" }, el("span", `team${i + 1}`, {}, ...together(names)));
      return el("tr", "", {}, team, el("td", "n", {}, bid), el("td", "n", {}, String(took[i] + took[i + 2])));
    });
    this.books.replaceChildren(...rows);
    this.links.forEach((link, i) => this.mark(link, i + 1, moment));
    this.memory.replaceChildren(...this.gone(played));
    this.voids.replaceChildren(...this.voidWords(played));
  }

  /** The link to the beginning of a trick, with who took it once that is seen. */
  mark(link, trick, moment) {
    const seat = this.round.winners[trick - 1];
    const over = seat && moment.cards >= 4 * trick;
    link.title = `As trick ${trick} begins${over ? `; ${this.round.names[seat - 1]} takes it` : ""}`;
    link.setAttribute("aria-label", link.title);
    if (moment.trick === trick) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
    link.replaceChildren(String(trick), el("small", over ? `team${seat % 2 ? 1 : 2}` : "", {}, over ? "" : "·"));
  }

  gone(played) {
    const cards = played.map(([, card]) => card);
    return Object.keys(SIGNS).map((suit) => {
      const all = this.round.order.filter((card) => suitOf(card) === suit);
      const out = all.filter((card) => cards.includes(card));
      const sign = el("span", "HD".includes(suit) ? "red" : "", { role: "img", "aria-label": SUITS[suit] }, SIGNS[suit]);
      const ranks = out.map((card) => RANKS[rankOf(card)] ?? rankOf(card)).join(" ") || "none";
      const words = out.map((card) => spokenRank(rankOf(card))).join(", ") || "none";
      const shown = el("td", "", {}, el("span", "", { "aria-hidden": "true" }, ranks), el("span", "said", {}, words));
      return el("tr", "", {}, el("th", "", { scope: "row" }, sign), shown, el("td", "n", {}, String(all.length - out.length)));
    });
  }

  /** Who did not follow which suit, in the order in which it was seen. */
  voidWords(played) {
    const found = new Map();
    played.forEach(([seat, card], i) => {
      const led = suitOf(played[i - (i % 4)][1]);
      const key = `${seat}${led}`;
      if (suitOf(card) !== led && !found.has(key)) found.set(key, [seat, led, Math.floor(i / 4) + 1]);
    });
    if (!found.size) return [this.round.stands ? "Everyone has followed suit so far." : "Nobody has shown a void yet."];
    const words = [...found.values()].flatMap(([seat, suit, trick], i) => [
      i ? "; " : "", named(this.round.names[seat - 1]), ` ${SUITS[suit]} (trick ${trick})`,
    ]);
    return [this.round.stands ? "Did not follow: " : "Void: ", ...words, "."];
  }
}

/* ---------------------------------------------------------------- the check of a record */

/** Runs a script of this site once. */
function loaded(address) {
  return new Promise((resolve, reject) => {
    const node = el("script", "", { src: address });
    node.addEventListener("load", resolve);
    node.addEventListener("error", () => reject(new Error(`${address} is not there`)));
    document.head.append(node);
  });
}

/** Reads the record beside the page and says whether its chance is right, and whether it is what the page shows. */
async function checkRecord(button, place) {
  const tell = (style, ...words) => {
    place.className = `verdict ${style}`;
    place.replaceChildren(el("p", "", {}, ...words));
  };
  if (button.ariaDisabled === "true") return;
  button.setAttribute("aria-disabled", "true");
  tell("", "Checking …");
  try {
    await loaded(button.dataset.verifier);
    await loaded(button.dataset.record);
    tell(...verdictOn(globalThis.verify(globalThis.RECORD), button.dataset));
  } catch (error) {
    tell("", `The check did not run, which says nothing of the record: ${error.message}.`);
  }
  button.setAttribute("aria-disabled", "false");
}

/** What to tell of a record that was checked: a style, and words; `page` is the head that the page shows, and whether it
    shows the game as over. */
function verdictOn(report, page) {
  const bold = (words) => el("b", "", {}, words);
  const code = (text) => el("code", "", {}, text.slice(0, 16));
  if (!report.ok) return ["bad", bold(`Wrong at line ${report.line}. `), `${report.message}.`];
  const head = report.heads.at(-1);
  const count = `${report.lines.length} lines`;
  if (page.over && !report.found.over)
    return ["bad", bold("Cut off. "), `This page shows the game as over, and the record ends before that, after ${count}. What came then is missing.`];
  if (!report.heads.includes(page.head))
    return ["bad", bold("Not the record of this page. "), `Its head is `, code(head), ", and that on this page is ", code(page.head), ". Load the page anew, and check again."];
  const where = head === page.head ? "Its head is the one on this page: " : "The game has gone on since this page was loaded. Its head now: ";
  return ["good", bold("Chance checked. "), `${dealsChecked(report.found)} `, where, code(head), ". The law is checked by ", code("referee verify"), "."];
}

function dealsChecked({ deals, own }) {
  const count = deals.filter(({ hands }) => hands).length;
  if (!count) return "No deal is open to a check yet.";
  const whose = count === 1 ? "Its deal follows" : `Each of its ${count} deals follows`;
  const open = deals.length > count ? ", but the running one, whose seed is still secret" : "";
  return `${whose} from its seed and salts, and each ${own.piece} played was in the hand dealt${open}.`;
}

/* ---------------------------------------------------------------- the page */

function begin() {
  document.documentElement.classList.add("scripted");
  // of a plot that is wider than the window the latest rounds are seen first
  for (const plot of document.querySelectorAll(".plot .wide")) plot.scrollLeft = plot.scrollWidth;
  const round = document.getElementById("round");
  const place = document.getElementById("replay");
  if (round && place) new Replay(place, JSON.parse(round.textContent));
  for (const button of document.querySelectorAll("button[data-record]")) {
    button.hidden = false;
    const verdict = document.getElementById(button.getAttribute("aria-controls"));
    button.addEventListener("click", () => checkRecord(button, verdict));
  }
}

begin();
})();
