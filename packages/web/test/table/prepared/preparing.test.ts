import '../../english.ts';
import { NOBODY } from '@tablier/core';
import { MAX_PREPARED, MAX_PREPARED_MOVES } from '@tablier/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { positionOf } from '../../../src/table/match-ui/play-session.ts';
import { loadWords, Preparing } from '../../../src/table/prepared/preparing.svelte.ts';
import { TrialSession } from '../../../src/table/prepared/trial-session.svelte.ts';
import { ID, tableOf } from '../../play/online/table-of.ts';

const words = await loadWords('en');
afterEach(() => vi.unstubAllGlobals());

/** A trial of seat 0 after three moves, so that the opponent is to move. */
function trialOf(plies = 3) {
  const { session } = tableOf(plies, 0);
  const first = positionOf(session.game, session.match);
  if (first === null) throw new Error('the position is not known');
  return { session, trial: new TrialSession(session, { you: 0, words, first }) };
}

const playFirst = (trial: TrialSession): void => trial.play(trial.choices[0] ?? -1);

describe('a trial', () => {
  it('plays for each seat in turn, and sends nothing', () => {
    const { session, trial } = trialOf();
    const before = session.match;
    expect([trial.viewer, trial.isWhole, trial.match.plies]).toEqual([1, false, 3]);
    expect(trial.status).toBe('If Grace plays this:');
    playFirst(trial);
    expect([trial.viewer, trial.isWhole, trial.match.plies]).toEqual([0, false, 4]);
    expect(trial.status).toBe('Your answer:');
    playFirst(trial);
    expect([trial.viewer, trial.isWhole, trial.match.plies]).toEqual([1, true, 5]);
    expect(trial.status).toBe('Save, or go on if Grace plays this:');
    expect(trial.match.moves.slice(3).map(({ ply, seat }) => [ply, seat])).toEqual([
      [4, 1],
      [5, 0],
    ]);
    expect(trial.match.moves.slice(3).map(({ text }) => text)).toEqual(trial.texts);
    expect(session.match).toBe(before);
  });

  it('goes back one move at a time, to the position of the match', () => {
    const { session, trial } = trialOf();
    const views = [trial.match.view];
    expect([trial.undoTo, trial.match.takeBackFrom]).toEqual([null, 3]);
    playFirst(trial);
    views.push(trial.match.view);
    playFirst(trial);
    expect(trial.undoTo).toBe(4);
    trial.undo();
    expect([trial.match.view, trial.undoTo]).toEqual([views[1], 3]);
    trial.undo();
    expect([trial.match.view, trial.undoTo, trial.line]).toEqual([views[0], null, []]);
    expect(trial.match.view).toEqual(session.match.view);
  });

  it('ends at the longest line that can be saved', () => {
    const { trial } = trialOf();
    while (trial.canPlay) trial.play(trial.choices.at(-1) ?? -1);
    expect([trial.line.length, trial.match.view.turn === NOBODY]).toEqual([MAX_PREPARED_MOVES, false]);
    expect(trial.choices).toEqual([]);
  });

  it('ends with the game', () => {
    const { trial } = trialOf(20);
    while (trial.canPlay) playFirst(trial);
    expect(trial.match.view.turn).toBe(NOBODY);
    expect([trial.choices, trial.viewer, trial.status]).toEqual([[], 0, 'The game would be over.']);
  });
});

/** The preparations of seat 0 at a table, and the lines that the server has. */
function preparingAt(plies = 3) {
  const table = tableOf(plies, 0);
  let stored: unknown = { plies, lines: [] };
  const requested: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    return Promise.resolve(stored === null ? new Response('', { status: 503 }) : Response.json(stored));
  });
  const preparing = new Preparing(table.session, words);
  const store = (given: unknown): void => {
    stored = given;
  };
  return { ...table, preparing, requested, store };
}

const line = (...moves: string[]) => ({ id: 'x'.repeat(22), moves });

describe('preparing an answer', () => {
  it('is possible while another player is to move', async () => {
    const { preparing, requested } = preparingAt(2);
    expect(preparing.canBegin).toBe(false);
    await preparing.follow();
    expect(requested).toEqual([]);
    expect(preparingAt(3).preparing.canBegin).toBe(true);
  });

  it('reads the lines of this position, and keeps them if the server does not answer', async () => {
    const { preparing, requested, store } = preparingAt();
    const known = line('00-02', '10-12');
    store({ plies: 3, lines: [known] });
    await preparing.follow();
    expect([requested, preparing.lines]).toEqual([[`/api/v1/tables/${ID}/prepared`], [known]]);
    store(null);
    await preparing.follow();
    expect(preparing.lines).toEqual([known]);
    store({ plies: 2, lines: [known] });
    await preparing.follow();
    expect(preparing.lines, 'of an earlier position').toEqual([]);
  });

  it('sends the moves of the match and the line, and returns to the game', async () => {
    const { preparing, session, sent, answer, store } = preparingAt();
    preparing.begin();
    const trial = preparing.trial;
    if (trial === null) throw new Error('no trial');
    playFirst(trial);
    void preparing.save();
    expect(sent, 'a line without an answer').toEqual([]);
    playFirst(trial);
    const saving = preparing.save();
    expect(preparing.isBusy).toBe(true);
    void preparing.save();
    const played = session.match.moves.map(({ text }) => text);
    expect(sent).toEqual([{ kind: 'prepare', table: ID, played, line: trial.texts }]);
    store({ plies: 3, lines: [line(...trial.texts)] });
    answer({ ok: true, value: { table: ID, version: 5 } });
    await saving;
    expect([preparing.trial, preparing.isBusy, preparing.note]).toEqual([null, false, 'Prepared.']);
    expect(preparing.lines.map(({ moves }) => moves)).toEqual([trial.texts]);
    preparing.begin();
    expect(preparing.note).toBe('');
  });

  it.each([
    ['too-many-prepared', `A game takes ${MAX_PREPARED} prepared answers. Remove one first.`],
    ['answered-otherwise', words.prepare_contradicts],
    ['position-changed', words.prepare_gone_on],
    ['unavailable', words.prepare_failed],
  ] as const)('says why it was refused: %s', async (name, note) => {
    const { preparing, answer } = preparingAt();
    preparing.begin();
    const trial = preparing.trial;
    if (trial === null) throw new Error('no trial');
    playFirst(trial);
    playFirst(trial);
    const saving = preparing.save();
    answer({ ok: false, error: { name } });
    await saving;
    expect([preparing.note, preparing.trial, preparing.isBusy]).toEqual([note, trial, false]);
  });

  it('ends when the game has gone on', async () => {
    const { preparing, session } = preparingAt();
    preparing.begin();
    await preparing.follow();
    expect([preparing.trial === null, preparing.note]).toEqual([false, '']);
    const later = tableOf(5, 0).session.match;
    const moved = new Preparing({ ...session, id: ID, you: 0, match: later } as never, words);
    moved.trial = preparing.trial;
    await moved.follow();
    expect([moved.trial, moved.note]).toEqual([null, words.prepare_gone_on]);
    moved.close();
    expect(moved.note).toBe('');
  });

  it('removes a line', async () => {
    const { preparing, sent, answer, store } = preparingAt();
    const two = [line('00-02', '10-12'), line('00-02', '20-22')];
    store({ plies: 3, lines: two });
    await preparing.follow();
    expect([preparing.lines, preparing.board]).toEqual([two, null]);
    store({ plies: 3, lines: [] });
    const removing = preparing.remove(two[0]?.id ?? '');
    expect(sent).toEqual([{ kind: 'unprepare', table: ID, line: two[0]?.id }]);
    answer({ ok: true, value: { table: ID, version: 5 } });
    await removing;
    expect(preparing.lines).toEqual([]);
  });
});
