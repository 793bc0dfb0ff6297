import { type Game, SeededRng, type View, type Viewer } from '@tablier/core';
import { masker, nasca } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import type { TableEvent, TableState } from '../../../src/tables/state/table-state.ts';
import { dealFor } from '../../../src/tables/state/table-terms.ts';
import { myTableOf, ownTableOf, rematchId, summaryOf, tableView } from '../../../src/tables/views/table-view.ts';
import { shuffleHash } from '../../../src/tables/decisions/scheduled-actions.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../a-table.ts';

const CLEO = { id: 'cleo', name: 'Cleo' };
const invited = { kind: 'invited', person: BASIL.id, name: BASIL.name } as const;
const FISCHER = { system: 'fischer', base: 60, increment: 1 } as const;

const moved = (seat: number, move: string): TableEvent => ({ kind: 'moved', seat, move, at: 0 });
const resigned: TableEvent = { kind: 'resigned', seat: 0, at: 0 };
const over = (given = {}): TableState => afterEvents(playingTable(given), resigned);

/** A match of Masker between three people: each knows their own colour only. */
function hiddenColours(): TableState {
  const seats = [seated(ADA), seated(BASIL), seated(CLEO)];
  const waiting = waitingTable({ game: masker as Game, chairs: seats });
  const { deal } = dealFor(waiting, new SeededRng(1));
  return afterEvents(waiting, { kind: 'began', seats, deal, nonce: 'n' });
}

/** The game as a viewer sees it, by its rules. */
function seenBy({ game, match }: TableState, viewer: Viewer): View {
  if (match === null) throw new Error('no match');
  return game.view(match.position, viewer);
}

describe('the view of a table', () => {
  test('that waits has its terms, its chairs and no match', () => {
    expect(tableView(waitingTable(), 0)).toStrictEqual({
      id: 't',
      version: 0,
      phase: 'waiting',
      game: 'isaac',
      options: { scoringStarts: 'placer', counter: 'exact' },
      clock: { system: 'none' },
      takeBack: 'asked',
      visibility: 'open',
      seating: 'chosen',
      chairs: [{ kind: 'person', name: 'Ada' }, { kind: 'open' }],
      you: 0,
      invited: null,
      movedTo: null,
      host: 0,
      rules: 1,
      match: null,
      shuffle: null,
      rematch: { agreed: [], table: null },
      rematchOf: null,
    });
  });

  test('names people as they are shown at the table, and not their ids', () => {
    const other = { id: 'other', name: 'Ada' };
    const bot = { kind: 'bot', level: 'strong' } as const;
    const chairs = [seated(ADA), { ...seated(other), guest: true }, { ...invited, name: 'Ada' }, bot];
    expect(tableView(waitingTable({ chairs, game: masker as Game }), null).chairs).toStrictEqual([
      { kind: 'person', name: 'Ada' },
      { kind: 'person', name: 'Ada (2)', guest: true },
      { kind: 'invited', name: 'Ada (3)' },
      bot,
    ]);
  });

  test('names the tournament of its match to its players, and to spectators only if it is listed', () => {
    const listed = waitingTable({ head: { tournament: 'cup' } });
    const { terms } = listed.head;
    const hidden = waitingTable({ head: { tournament: 'cup', terms: { ...terms, visibility: 'link' } } });
    expect([listed, hidden].map((state) => tableView(state, 0).tournament)).toEqual(['cup', 'cup']);
    expect([listed, hidden].map((state) => tableView(state, null).tournament)).toEqual(['cup', undefined]);
    expect(tableView(waitingTable(), 0)).not.toHaveProperty('tournament');
  });

  test('has the person of a reserved chair, the seat of the host, and the table before a rematch', () => {
    const state = waitingTable({ chairs: [invited, seated(ADA)], head: { rematchOf: 'r', rules: 7 } });
    expect(tableView(state, null, 0)).toMatchObject({ you: null, invited: 0, host: 1, rematchOf: 'r', rules: 7 });
  });

  test('has the deal that the host gave', () => {
    const deal = { neutrals: [] };
    expect(tableView(waitingTable({ game: nasca as Game, terms: { deal } }), null).deal).toStrictEqual(deal);
  });

  test('of a seek whose host sits elsewhere says where, once that is settled', () => {
    const meeting = afterEvents(waitingTable({ head: { pace: 'quick' } }), { kind: 'meeting', table: 'u' });
    expect(tableView(meeting, 0)).toMatchObject({ phase: 'waiting', movedTo: null, version: 1 });
    expect(tableView(afterEvents(meeting, { kind: 'met', table: 'u' }), 0)).toMatchObject({
      phase: 'closed',
      movedTo: 'u',
    });
  });

  test('of a match shows what the viewer may know of it', () => {
    const state = afterEvents(playingTable(), moved(0, '00-02'));
    const view = tableView(state, 1);
    expect(view).toMatchObject({ phase: 'playing', version: 2, you: 1, match: { plies: 1, end: null } });
    expect(view.match?.view).toEqual(seenBy(state, 1));
    expect(tableView(state, null).match, 'nothing is hidden: built once').toBe(view.match);
    expect(tableView(state, 0).match).toBe(view.match);
  });

  test('with hidden information is built for each seat', () => {
    const state = hiddenColours();
    const viewers = ['spectator', 0, 1, 2] as const;
    const views = viewers.map((viewer) => tableView(state, viewer === 'spectator' ? null : viewer).match);
    expect(new Set(views).size).toBe(4);
    expect(views.map((view) => view?.view)).toEqual(viewers.map((viewer) => seenBy(state, viewer)));
    expect(tableView(state, 1).match, 'built once').toBe(views[2]);
  });

  test('has the hash of a random deal during the match, and its nonce after it', () => {
    const seats = [seated(ADA), seated(BASIL)];
    const began = { kind: 'began', seats, deal: null, nonce: 'secret' } as const;
    const playing = afterEvents(waitingTable({ chairs: seats }), began);
    const hash = shuffleHash(playing);
    expect(hash).toMatch(/./);
    expect(tableView(playing, 0).shuffle).toStrictEqual({ hash, nonce: null });
    expect(tableView(afterEvents(playing, resigned), 0).shuffle).toStrictEqual({ hash, nonce: 'secret' });
    expect(tableView(playingTable(), 0).shuffle).toBeNull();
  });

  test('names the table of the rematch once all agree', () => {
    const agreed = (seat: number): TableEvent => ({ kind: 'rematch-agreed', seat });
    const half = afterEvents(over(), agreed(1));
    expect(tableView(half, 0).rematch).toStrictEqual({ agreed: [1], table: null });
    const both = afterEvents(half, agreed(0));
    expect(tableView(both, 0).rematch).toStrictEqual({ agreed: [1, 0], table: rematchId('t') });
    expect(rematchId('t')).not.toBe(rematchId('u'));
    expect(rematchId('t')).toMatch(/^[\w-]{22}$/);
  });
});

describe('a table in the lobby', () => {
  test('that waits has its terms and its chairs', () => {
    expect(summaryOf(waitingTable())).toStrictEqual({
      id: 't',
      phase: 'waiting',
      at: 0,
      game: 'isaac',
      options: { scoringStarts: 'placer', counter: 'exact' },
      clock: { system: 'none' },
      pace: null,
      chairs: [{ kind: 'person', name: 'Ada' }, { kind: 'open' }],
      plies: 0,
      preview: null,
      places: null,
      ended: null,
    });
  });

  test('that is a seek has the name of its time control while it waits', () => {
    const head = { pace: 'quick' } as const;
    expect(summaryOf(waitingTable({ head })).pace).toBe('quick');
    expect(summaryOf(playingTable({ head })).pace).toBeNull();
  });

  test('that is being played has a preview: what a spectator sees', () => {
    const state = afterEvents(playingTable(), moved(0, '00-02'));
    const { preview, ...rest } = summaryOf(state);
    expect(rest).toMatchObject({ phase: 'playing', plies: 1, at: 1, places: null, ended: null });
    expect(preview).toEqual(seenBy(state, 'spectator'));
  });

  test('that is over has its result and no preview', () => {
    expect(summaryOf(over())).toMatchObject({
      phase: 'over',
      plies: 0,
      preview: null,
      places: [2, 1],
      ended: 'resign',
      at: 2,
    });
  });
});

describe('a table among those that a person plays', () => {
  test('exists for those who sit there', () => {
    const state = waitingTable({ chairs: [seated(ADA), invited] });
    expect(ownTableOf(state, ADA.id)).toMatchObject({ you: 0, visibility: 'open', turn: null, phase: 'waiting' });
    expect([ownTableOf(state, BASIL.id), ownTableOf(state, CLEO.id)]).toEqual([null, null]);
  });

  test('says whose turn it is while it is played', () => {
    const playing = playingTable({ terms: { visibility: 'link' } });
    expect(ownTableOf(playing, ADA.id)).toMatchObject({ you: 0, turn: 0, visibility: 'link' });
    const after = afterEvents(playing, moved(0, '00-02'));
    expect(ownTableOf(after, BASIL.id)).toMatchObject({ you: 1, turn: 1, plies: 1 });
    expect(ownTableOf(after, BASIL.id)?.preview).not.toBeNull();
    expect(ownTableOf(over(), ADA.id)).toMatchObject({ turn: null, places: [2, 1] });
  });

  test('is what its player sees of it', () => {
    const state = hiddenColours();
    expect(ownTableOf(state, BASIL.id)?.preview).toEqual(seenBy(state, 1));
    expect(seenBy(state, 1)).not.toEqual(seenBy(state, 0));
  });
});

describe('a table in the list of a person', () => {
  const none = [false, false];

  test('that waits says who they are there, and whether its host is present', () => {
    const state = waitingTable({ chairs: [seated(ADA), invited] });
    expect(myTableOf(state, ADA.id, [true, false])).toStrictEqual({
      id: 't',
      phase: 'waiting',
      at: 0,
      game: 'isaac',
      options: { scoringStarts: 'placer', counter: 'exact' },
      clock: { system: 'none' },
      chairs: [
        { kind: 'person', name: 'Ada' },
        { kind: 'invited', name: 'Basil' },
      ],
      host: 0,
      hostHere: true,
      you: 0,
      invited: null,
      turn: false,
      yourTurn: false,
      plies: 0,
      until: null,
    });
    expect(myTableOf(state, BASIL.id, [false, true])).toMatchObject({ you: null, invited: 1, hostHere: false });
  });

  test('says which chair is reserved for them, also if it is the first', () => {
    const state = waitingTable({ chairs: [invited, seated(ADA)] });
    expect(myTableOf(state, BASIL.id, none)).toMatchObject({ invited: 0, you: null, host: 1 });
  });

  test('has no host here if its host does not sit there', () => {
    const state = waitingTable({ chairs: [{ kind: 'open' }, seated(BASIL)] });
    expect(myTableOf(state, BASIL.id, [true, true])).toMatchObject({ host: 0, hostHere: false });
  });

  test('says whether it is their turn', () => {
    const turns = (state: TableState) => [ADA, BASIL, CLEO].map(({ id }) => myTableOf(state, id, none).turn);
    expect(turns(playingTable())).toEqual([true, false, false]);
    const after = afterEvents(playingTable(), moved(0, '00-02'));
    expect([turns(after), myTableOf(after, ADA.id, none).plies]).toEqual([[false, true, false], 1]);
    expect(turns(over())).toEqual([false, false, false]);
  });

  test('says when a clock runs out that is running', () => {
    const until = (state: TableState) => myTableOf(state, ADA.id, none).until;
    const fresh = playingTable({ terms: { clock: FISCHER } });
    expect([until(playingTable()), until(fresh)]).toEqual([null, null]);
    const running = afterEvents(fresh, { kind: 'started', at: 1000 });
    expect(until(running)).toBe(1000 + 60_000);
    expect(until(afterEvents(running, { ...moved(0, '00-02'), at: 11_000 } as TableEvent))).toBe(11_000 + 60_000);
    expect(until(afterEvents(running, { kind: 'paused', at: 2000 }))).toBeNull();
    expect(until(afterEvents(running, resigned))).toBeNull();
  });
});
