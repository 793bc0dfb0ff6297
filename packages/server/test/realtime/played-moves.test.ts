import { type FindGame, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import { newGuest, randomChoice, sitDown, TestClient, terms } from '@tablier/testkit/online';
import type { TableTerms, TableView } from '@tablier/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../running.ts';

const CLOCK = { system: 'fischer', base: 300, increment: 5 } as const;
/** Few, so that the game goes on. */
const MOVES = 8;

/** Rules of another build, by which every position is another one. */
const OTHER_RULES: FindGame = (id, version) => {
  const game = findGame(id, version);
  return game && { ...game, start: (setup) => Object.assign(game.start(setup), { digest: () => -1 }) };
};

/** A game between one who plays the moves with `rules`, and one who is sent views. */
async function playAt(game: string, rules: FindGame, options: TableTerms['options'] = {}) {
  const server = await startTestServer();
  onTestFinished(() => server.remove());
  const ada = await new TestClient(server.url, await newGuest(server.url, 'Ada'), { rules }).connect();
  const basil = await new TestClient(server.url, await newGuest(server.url, 'Basil')).connect();
  const table = await sitDown([ada, basil], terms(game, { options, clock: CLOCK, takeBack: 'asked' }));
  const rng = new SeededRng(1);
  const views = (isSo: (view: TableView) => boolean) =>
    Promise.all([ada.view(table, isSo), basil.view(table, isSo)] as const);
  let [own, theirs] = await views(({ match }) => match?.clock?.seat === 0);
  for (let made = 0; made < MOVES; made++) {
    const mover = own.match?.view.turn === 0 ? ada : basil;
    const move = randomChoice(own, rng);
    const answer = await mover.act(table, { kind: 'move', move, plies: own.match?.plies ?? 0 });
    const reached = answer.ok ? answer.value.version : Number.POSITIVE_INFINITY;
    [own, theirs] = await views(({ version }) => version >= reached);
  }
  return { own, theirs, sent: ada.messages() };
}

const withoutYou = (view: TableView): TableView => ({ ...view, you: null });

for (const [game, options] of [
  ['isaac', {}],
  ['nasca', { landscape: 'random' }],
  ['arcanor', { table: 'open' }],
] as const) {
  test(`${game}: who plays the moves is sent no views, and one message answers a command with its move`, async () => {
    const { own, theirs, sent } = await playAt(game, findGame, options);
    expect(withoutYou(own)).toEqual(withoutYou(theirs));
    const moved = sent.filter(({ kind }) => kind === 'moved');
    expect(moved).toHaveLength(own?.match?.plies ?? 0);
    expect(moved.filter((message) => 'done' in message)).toHaveLength(
      own.match?.moves.filter(({ seat }) => seat === 0).length ?? 0,
    );
    expect(sent.some(({ kind }) => kind === 'changed')).toBe(false);
  });
}

test('a client whose position is not that of the server is shown the views from then on', async () => {
  const { own, theirs, sent } = await playAt('isaac', OTHER_RULES);
  expect(withoutYou(own)).toEqual(withoutYou(theirs));
  const kinds = sent.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'moved')).toHaveLength(1);
  expect(kinds.slice(kinds.indexOf('moved'))).toContain('changed');
});

for (const game of ['masker', 'arcanor']) {
  test(`${game}: where something is hidden, who asks for moves is sent views of their own`, async () => {
    const { sent } = await playAt(game, findGame);
    expect(sent.some((message) => message.kind === 'moved' || 'deal' in message)).toBe(false);
  });
}
