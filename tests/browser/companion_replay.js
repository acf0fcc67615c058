// Replays games of the engine in the companion; returns what differs. For `page.evaluate`.
async ({ base, games }) => {
  const { fullRules } = await import(`${base}/companion/options.js`);
  const { act, begin } = await import(`${base}/companion/rules.js`);
  const legal = await import(`${base}/companion/legal.js`);
  const wrong = [];

  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  const differ = (what, found, expected) => {
    if (!same(found, expected)) wrong.push([...what, found, expected]);
  };

  /** How the table stands, in the words of the vectors. */
  const table = (state) => ({
    phase: state.phase,
    seat: state.seat,
    enemy: state.enemy,
    castle: state.castle,
    left: Math.max(0, legal.ofEnemy(state, "health") - state.damage),
    attack: legal.attackLeft(state),
    shield: state.shield,
    immune: state.enemy !== null && state.immune,
    due: state.due,
    yielded: state.yielded,
    may_yield: state.phase === "play" && legal.mayYield(state, state.seat),
    flips: state.flips,
    hands: state.hands,
    tavern: legal.inTavern(state),
    pile: state.pile,
  });

  /** What was told; without counted hands, what a heal or a draw is certain of. */
  const checkTold = (what, { told }, expected, counted) => {
    // Nobody knows of an empty discard pile but who counts.
    const certain = told.filter(({ code, sure }) => counted || code !== "heal" || sure);
    const plain = (list) =>
      list.map(({ sure, ...each }) => {
        if (each.code === "cleared") return { ...each, cards: [...each.cards].sort() };
        if (!counted && ["draw", "flipped"].includes(each.code)) return { code: each.code };
        return each;
      });
    const unsure = told.filter(({ code, sure }) => code === "heal" && !sure).length;
    const awaited = unsure ? expected.filter(({ code }) => code !== "heal") : expected;
    differ([...what, "told"], plain(certain), plain(awaited));
    for (const said of told) {
      const real = expected.find(({ code }) => code === said.code);
      if (said.code === "heal" && !said.sure && said.count < (real?.count ?? 0)) {
        wrong.push([...what, "heals more", said, real]);
      }
      if (said.code === "draw" && said.count < real.count) {
        wrong.push([...what, "draws more", said, real]);
      }
    }
  };

  const checkTable = (what, state, expected, counted) => {
    const found = table(state);
    if (expected.phase === "turn_up") {
      differ([...what, "phase"], found.phase, "turn_up");
      return;
    }
    for (const [name, value] of Object.entries(expected)) {
      // A lost game is over for us when somebody says so, or when the counts alone tell.
      if (expected.phase === "over" && ["phase", "may_yield"].includes(name)) continue;
      if (counted || !["hands", "tavern", "pile"].includes(name)) {
        differ([...what, name], found[name], value);
      }
    }
    if (!counted && state.pile > expected.pile) wrong.push([...what, "pile", state.pile, expected]);
  };

  const checkEnd = (what, state, { outcome, counted }) => {
    let last = state;
    if (last.phase !== "over") {
      if (outcome.won || (counted && outcome.ending === "cannot_act")) {
        wrong.push([...what, "not over"]);
      }
      const { state: next, refused } = act(last, { kind: outcome.ending });
      if (refused) wrong.push([...what, "end refused", refused]);
      else last = next;
    }
    differ([...what, "outcome"], last.outcome, outcome);
    differ([...what, "after the end"], act(last, { kind: "yield" }).refused?.code, "move.game_over");
  };

  for (const [number, game] of games.entries()) {
    const { options, counted, first } = game;
    const rules = fullRules(options);
    for (const name of Object.keys(game.rules)) {
      differ([number, "rules", name], rules?.[name], game.rules[name]);
    }
    let state = begin({ rules, first, counted });
    for (const [place, step] of game.steps.entries()) {
      const what = [number, place, step.action];
      const before = JSON.stringify(state);
      const { state: next, refused } = act(state, step.action);
      if (refused || JSON.stringify(state) !== before) {
        wrong.push([...what, "refused", refused]);
        break;
      }
      state = next;
      checkTold(what, state, step.told, counted);
      checkTable(what, state, step.table, counted);
      for (const card of step.hand) {
        if (state.phase !== "over" && legal.cardRefusal(state, card)) {
          wrong.push([...what, "said not to be in hand", card, legal.cardRefusal(state, card)]);
        }
      }
      for (const [action, code] of step.refused) {
        const answer = act(state, action);
        differ([...what, "refusal", action], answer.refused?.code, code);
      }
    }
    checkEnd([number], state, game);
  }
  return wrong.slice(0, 20);
};
