// Goes back and forth through games at random; returns what differs. For `page.evaluate`.
async ({ base, games, seed }) => {
  const { enter, newGame, readGame, redo, standing, undo, written } = await import(
    `${base}/companion/game.js`
  );
  const wrong = [];
  // A small generator of our own, so that a seed is enough to see the same again.
  let state = seed >>> 0;
  const below = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const now = (game) => JSON.stringify(standing(game));

  for (const [number, { options, first, counted, steps }] of games.entries()) {
    const names = Array.from({ length: options.players }, (_, seat) => `${seat}`);
    const start = newGame({ names, options, first, counted }, `${number}`);
    const seen = [now(start)];
    let game = start;
    for (const { action } of steps) {
      game = enter(game, action).game;
      seen.push(now(game));
    }
    // A walk back and forth always finds what was there.
    for (let step = 0; step < 60; step += 1) {
      game = below(2) ? undo(game) : redo(game);
      if (now(game) !== seen[game.at]) wrong.push([number, "walk", game.at]);
      if (below(20) === 0) game = readGame(written(game));
    }
    // From anywhere the way goes back to the start, and on to the end.
    for (let step = 0; step <= steps.length; step += 1) game = undo(game);
    if (game.at !== 0 || now(game) !== now(start)) wrong.push([number, "start"]);
    for (let step = 0; step <= steps.length; step += 1) game = redo(game);
    if (game.at !== steps.length || now(game) !== seen.at(-1)) wrong.push([number, "end"]);
    // Something new in the middle forgets what was undone there, and nothing before it.
    const middle = below(steps.length);
    while (game.at > middle) game = undo(game);
    game = enter(game, steps[middle].action).game;
    if (game.actions.length !== middle + 1) wrong.push([number, "forgotten", game.actions.length]);
    while (game.at > 0) game = undo(game);
    if (now(game) !== now(start)) wrong.push([number, "start again"]);
  }
  return wrong.slice(0, 20);
};
