import { type Game, SeededRng } from '@tablier/core';
import { isaac, masker } from '@tablier/games';
import { join, randomChoice, sitDown, type TestClient, terms } from '@tablier/testkit/online';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isaacRecord, startTestServer, type TestServer } from '../running.ts';

/** Longer than this test: the lists of tables are sent when they are first followed, and not again. Milliseconds. */
const NEVER = 3_600_000;
const MOVES = 6;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ paces: { lobby: NEVER, own: NEVER } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.remove();
});

/** Counts the views that a game builds. It still builds them. */
const countViews = (game: Game) => vi.spyOn(game, 'view');

/**
 * An open table with two players and three spectators. Players and spectators follow the lobby and their own tables.
 */
async function crowd(game: string, changes: Parameters<typeof terms>[1]) {
  const people: TestClient[] = [];
  for (const name of ['Ada', 'Grace', 'Eve', 'Joan', 'Mary']) people.push(await join(server.url, name));
  const [ada, grace, ...spectators] = people;
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const table = await sitDown([ada, grace], terms(game, { visibility: 'open', ...changes }));
  for (const spectator of spectators) await spectator.view(table);
  for (const person of people) {
    person.core.enterLobby();
    person.core.followOwn();
    await person.until(() => ['lobby', 'own'].every((kind) => person.messages().some((sent) => sent.kind === kind)));
  }
  return { people, players: [ada, grace] as const, table };
}

/** Plays moves that every client is shown before the next. */
async function play({ people, players, table }: Awaited<ReturnType<typeof crowd>>): Promise<void> {
  const rng = new SeededRng('views');
  for (let made = 0; made < MOVES; made++) {
    const { match, version } = await players[0].view(table);
    const mover = players[match?.view.turn ?? 0];
    if (mover === undefined) throw new Error('no one to move');
    const choice = randomChoice(await mover.view(table, (view) => view.version >= version), rng);
    const answer = await mover.act(table, { kind: 'move', move: choice });
    if (!answer.ok) throw new Error(answer.error.name);
    for (const person of people) await person.view(table, (view) => view.version >= answer.value.version);
  }
}

test('a move builds one view for all viewers where nothing is hidden, and none for lists that are not sent', async () => {
  const table = await crowd('isaac', {});
  const views = countViews(isaac);
  await play(table);
  expect(views).toHaveBeenCalledTimes(MOVES);
});

test('a move builds one view for each seat and one for all spectators where something is hidden', async () => {
  const table = await crowd('masker', {});
  const views = countViews(masker);
  await play(table);
  const viewers = views.mock.calls.map(([, viewer]) => viewer);
  expect(viewers.filter((viewer) => viewer === 'spectator')).toHaveLength(MOVES);
  expect(viewers.filter((viewer) => viewer !== 'spectator')).toHaveLength(2 * MOVES);
});

test('a move at a table that no one watches builds no view', async () => {
  const { people, players, table } = await crowd('isaac', {});
  for (const person of people) {
    person.core.unwatch(table);
    // The answer comes after the server has handled the message before it.
    await person.refusal({ kind: 'decline', table });
  }
  const views = countViews(isaac);
  for (const [ply, move] of isaacRecord('unwatched', MOVES).moves.entries()) {
    const answer = await players[ply % 2 === 0 ? 0 : 1].act(table, { kind: 'move', move });
    expect(answer.ok).toBe(true);
  }
  expect(views).not.toHaveBeenCalled();
});
