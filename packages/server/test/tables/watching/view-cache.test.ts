import { games } from '@tablier/games';
import { hashText, makeSetup, NOBODY, SeededRng } from '@tablier/core';
import { type ServerMessage, type TableView, withChange } from '@tablier/protocol';
import { SEED } from '@tablier/testkit';
import { knownAfter, type PlayableView } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { type Reader, ViewCache } from '../../../src/tables/watching/subscribers.ts';
import { evolveTable, newTable, type TableHead, type TableState } from '../../../src/tables/state/table-state.ts';
import { tableView } from '../../../src/tables/views/table-view.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../a-table.ts';

/** Every position of a random game, as a table. */
function* tables(game: (typeof games)[number], rng: SeededRng): Generator<TableState> {
  const [options = {}] = Object.values(game.presets);
  const players = game.players[0] ?? 2;
  const setup = makeSetup(game, { options, players, deal: game.deals.draw(options, players, rng) });
  if (!setup.ok) throw new Error(setup.error.detail);
  const chairs = Array.from(
    { length: players },
    (_, seat) => ({ kind: 'person', person: `p${seat}`, name: 'Ada' }) as const,
  );
  const terms: TableHead['terms'] = {
    game: game.id,
    options: setup.value.options,
    clock: { system: 'none' },
    takeBack: 'asked',
    visibility: 'link',
    seating: 'chosen',
  };
  const head: TableHead = { kind: 'table', terms, host: 'p0', chairs, rematchOf: null };
  let state = newTable('t'.repeat(22), head, game, 0);
  yield state;
  state = evolveTable(state, { kind: 'began', seats: chairs, deal: setup.value.deal, nonce: 'n' }, 1, 0);
  for (let seq = 2; state.match !== null && state.match.position.turn !== NOBODY; seq++) {
    yield state;
    const { position } = state.match;
    const move = game.formatMove(position.randomMove(rng));
    state = evolveTable(state, { kind: 'moved', seat: position.turn, move }, seq, 0);
  }
  yield state;
}

const waitingBetween = (...chairs: TableHead['chairs']): TableState => waitingTable({ chairs });
const messageOf = (cache: ViewCache, state: TableState, reader: Reader, version = -1): ServerMessage =>
  JSON.parse(cache.messageFor(state, reader, version)) as ServerMessage;
const SPECTATOR: Reader = { you: null, invited: null };

test('what is sent to an invited person is sent to no one else', () => {
  const shown = new ViewCache();
  const state = waitingBetween(seated(ADA), { kind: 'invited', person: BASIL.id, name: BASIL.name });
  expect(messageOf(shown, state, { you: null, invited: 1 })).toMatchObject({ table: { invited: 1 } });
  expect(messageOf(shown, state, SPECTATOR)).toMatchObject({ table: { invited: null } });
});

test('all readers of the previous version are sent the difference, and the others the whole table', () => {
  const shown = new ViewCache();
  const before = playingTable();
  messageOf(shown, before, SPECTATOR);
  const after = afterEvents(before, { kind: 'resigned', seat: 0, at: 0 });
  const kinds = [before.seq, before.seq, before.seq - 1, -1, before.seq].map(
    (version) => messageOf(shown, after, SPECTATOR, version).kind,
  );
  expect(kinds).toEqual(['changed', 'changed', 'table', 'table', 'changed']);
});

test('a change of the seating is sent as the whole table: a chair may be another one for its reader', () => {
  const shown = new ViewCache();
  const before = waitingBetween(seated(ADA), { kind: 'open' });
  messageOf(shown, before, SPECTATOR);
  const after = afterEvents(before, { kind: 'sat', chair: 1, person: BASIL.id, name: BASIL.name });
  expect(messageOf(shown, after, SPECTATOR, before.seq)).toMatchObject({
    kind: 'table',
    table: { version: after.seq },
  });
});

const json = (data: unknown): unknown => JSON.parse(JSON.stringify(data)) as unknown;

for (const game of games) {
  test(`${game.id}: whichever views were skipped, every viewer ends up with its own (TABLIER_SEED=${SEED})`, () => {
    const rng = new SeededRng(hashText(`${SEED} ${game.id}`));
    const shown = new ViewCache();
    const audiences = [null, 0, 1];
    const has = new Map<number | null, { view: unknown; version: number }>();
    let changes = 0;
    for (const state of tables(game, rng)) {
      for (const you of audiences) {
        if (rng.below(4) === 0) continue;
        const { view = null, version = -1 } = has.get(you) ?? {};
        const message = JSON.parse(shown.messageFor(state, { you, invited: null }, version)) as ServerMessage;
        if (message.kind === 'changed') changes++;
        const next =
          message.kind === 'changed' ? withChange(view, message.change) : message.kind === 'table' && message.table;
        expect(next).toEqual(json(tableView(state, you)));
        has.set(you, { view: next, version: (next as TableView).version });
      }
    }
    expect(changes).toBeGreaterThan(0);
  });

  test(`${game.id}: who plays the moves ends up with the same views (TABLIER_SEED=${SEED})`, () => {
    const rng = new SeededRng(hashText(`moves ${SEED} ${game.id}`));
    const shown = new ViewCache();
    const reader: Reader = { you: 1, invited: null };
    let known: PlayableView | null = null;
    let played = 0;
    for (const state of tables(game, rng)) {
      if (rng.below(8) === 0) continue;
      const text = shown.moveFor(state, known?.view.version ?? -1) ?? shown.openFor(state, reader);
      const message = JSON.parse(text) as ServerMessage;
      known = knownAfter(known, message);
      if (message.kind === 'moved') played++;
      expect(json(known?.view)).toEqual(json(tableView(state, reader.you)));
    }
    const [options = {}] = Object.values(game.presets);
    const { hides, movesShown } = game.secrets;
    expect(played > 0).toBe(!hides(options) && movesShown(options) === 'all');
  });

  test(`${game.id}: without hidden information all viewers see the same (TABLIER_SEED=${SEED})`, () => {
    const rng = new SeededRng(hashText(`same ${SEED} ${game.id}`));
    const { options, players } = { options: Object.values(game.presets), players: game.players };
    for (const chosen of options) {
      for (const seats of players) {
        if (game.secrets.hides(chosen)) continue;
        const position = game.start({ options: chosen, players: seats, deal: game.deals.draw(chosen, seats, rng) });
        for (let ply = 0; ply < 60 && position.turn !== NOBODY; ply++) {
          position.play(position.randomMove(rng));
          for (let seat = 0; seat < seats; seat++) {
            expect(game.view(position, seat)).toEqual(game.view(position, 'spectator'));
          }
        }
      }
    }
  });
}
