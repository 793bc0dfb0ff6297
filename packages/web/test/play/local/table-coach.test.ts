import '../../english.ts';
import { hintFor, judgeMove, type BotGame } from '@tablier/ai';
import { defaultOptions, type Game, SeededRng, type Setup } from '@tablier/core';
import { arcanor, findGame, isaac, masker } from '@tablier/games';
import { type IsaacView, placementWorth } from '@tablier/games/isaac';
import { formatCell, type MaskerPosition, stackAt } from '@tablier/games/masker';
import { createMatch, decide, evolve } from '@tablier/match';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Coach } from '../../../src/games/coaches.ts';
import { board } from '../../../src/games/isaac/board.ts';
import { coach as arcanorCoach } from '../../../src/games/arcanor/coach.ts';
import { coach as isaacCoach } from '../../../src/games/isaac/coach.ts';
import { coach as maskerCoach } from '../../../src/games/masker/coach.ts';
import type { AdviceRequest } from '../../../src/play/local/bot.worker.ts';
import { SAVE_FORMAT } from '../../../src/play/local/game-entry.ts';
import { LocalSession } from '../../../src/play/local/local-session.svelte.ts';
import { LOCAL_TERMS, type SavedGame } from '../../../src/play/local/saved-game.ts';
import { TableCoach } from '../../../src/play/local/table-coach.svelte.ts';
import type { Adviser } from '../../../src/play/local/worker-bot.ts';
import { sentencesOf } from '../../table/coach/coach-words.ts';

const ISAAC = JSON.parse(
  readFileSync(new URL('../../../../games/test/isaac/examples.jsonl', import.meta.url), 'utf8').split('\n')[0] ?? '',
) as { readonly moves: readonly string[] };

const MASKER = new URL('../../../../games/test/masker/examples.jsonl', import.meta.url);

/** The ply of its second example game in which the person takes the last purple cross. */
const LAST_PURPLE = 33;

/** The searches of the worker, in this thread. */
class Here implements Adviser {
  readonly asked: AdviceRequest[] = [];
  isStopped = false;

  #task(request: AdviceRequest) {
    this.asked.push(request);
    const game = findGame(request.game) as BotGame;
    return { game, options: request.options, knowledge: request.knowledge };
  }

  hint(request: AdviceRequest) {
    return hintFor(this.#task(request), { ...request, nodes: 2_000 });
  }

  judge({ move, ...request }: AdviceRequest & { readonly move: number }) {
    return judgeMove(this.#task(request), move, request);
  }

  prepare(): void {
    this.isStopped = false;
  }

  stop(): void {
    this.isStopped = true;
  }
}

interface Begun {
  readonly game: Game;
  readonly coach: Coach;
  readonly setup?: Partial<Setup>;
  readonly moves?: readonly string[];
  readonly wants?: { readonly coach?: boolean; readonly warnings?: boolean };
  readonly guide?: number;
}

/** A person in seat 0 against a bot that plays the first legal move, after some moves. */
function begin({ game, coach, setup: given = {}, moves = [], wants = { warnings: true }, guide }: Begun) {
  const setup: Setup = { options: defaultOptions(game.options), players: 2, deal: null, ...given };
  let state = createMatch(game, setup, LOCAL_TERMS);
  for (const move of moves) {
    const decided = decide(state, { kind: 'move', seat: state.position.turn, move });
    if (!decided.ok) throw new Error(move);
    state = evolve(state, decided.value);
  }
  const seats = [{ kind: 'person', number: 1 } as const, { kind: 'bot', level: 1 } as const];
  const saved: SavedGame = {
    format: SAVE_FORMAT,
    game: game.id,
    rules: game.rulesVersion,
    ...setup,
    seats,
    seed: 's',
    events: [],
    ...(guide !== undefined && { guide }),
  };
  const saves: SavedGame[] = [];
  const bot = {
    choose: () => Promise.resolve(game.formatMove(game.choices(game.view(session.state.position, 1))[0] ?? -1)),
    stop: () => undefined,
  };
  const session: LocalSession = new LocalSession(
    { saved, state },
    { bot, save: (each) => void saves.push(each), timeToShow: () => 0 },
  );
  const adviser = new Here();
  const table = new TableCoach(session, 0, {
    coach,
    adviser,
    wants: { coach: false, warnings: false, guide: true, set: () => undefined, ...wants },
  });
  table.speak(sentencesOf(game.id));
  return { session, table, adviser, saves };
}

const isaacAt = (ply: number, wants?: Begun['wants'], guide?: number) =>
  begin({
    ...{ game: isaac, coach: isaacCoach, moves: ISAAC.moves.slice(0, ply) },
    ...(wants && { wants }),
    ...(guide !== undefined && { guide }),
  });

/** Waits until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < 300; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isSo()).toBe(true);
}

const textOf = ({ said }: TableCoach): string | null => said?.text ?? null;
/** Presses an answer. */
const answer = (table: TableCoach, label: string): void =>
  table.said?.answers.find((each) => each.label === label)?.press();

describe('a hint', () => {
  it('is a legal move with one sentence, counted once for a position, and gone after the move', async () => {
    const { session, table, saves } = isaacAt(16);
    expect(table.said).toBeNull();
    await table.hint();
    const move = table.said?.move;
    expect(session.choices).toContain(move);
    expect(textOf(table)).toMatch(/^(Best: \d\d-\d\d|\d\d-\d\d holds out)/);
    answer(table, 'Got it');
    expect([table.hasHint, table.said]).toEqual([false, null]);
    await table.hint();
    expect([session.hints, saves.at(-1)?.hints]).toEqual([1, 1]);
    session.play(move ?? -1);
    expect(table.said).toBeNull();
  });

  it('can be stopped', async () => {
    const { session, table, adviser } = isaacAt(16);
    const asked = table.hint();
    expect([table.isThinking, textOf(table)]).toEqual([true, 'Looking for the best move…']);
    await table.hint();
    await asked;
    expect([adviser.isStopped, table.isThinking, table.hasHint, session.hints]).toEqual([true, false, false, 0]);
  });

  it('is asked for with what the seat knows: the colour of a bot changes nothing', async () => {
    const grid = 'BGBRPG/GNGWPB/WRYRPY/YPRBBW/PBRYYG/YWGPRW';
    const found = await Promise.all(
      ['RG', 'RB'].map(async (tokens) => {
        const { table, adviser } = begin({ game: masker, coach: maskerCoach, setup: { deal: { grid, tokens } } });
        await table.hint();
        return { asked: adviser.asked, text: textOf(table), move: table.said?.move };
      }),
    );
    expect(found[0]?.asked).toHaveLength(1);
    expect(found[1]).toEqual(found[0]);
  });
});

/** A blunder in this position: it gives 14 points away. */
const blunder = (session: LocalSession): void => session.play(isaac.parseMove('81-83') ?? -1);

describe('a move that the coach shows', () => {
  it('comes with what it brings, and how to make it', async () => {
    const { table } = isaacAt(16);
    await table.hint();
    answer(table, 'Show me');
    expect(textOf(table)).toMatch(
      /^(So far it would bring \d+ points|Your other pieces count \d+ more)\. Press the frame\.$/,
    );
  });

  it('tells nothing of the colours of others where it may put them out', async () => {
    const line = readFileSync(MASKER, 'utf8').split('\n')[1] ?? '';
    const { deal, moves, options } = JSON.parse(line) as Setup & typeof ISAAC;
    const { grid } = deal as { readonly grid: string };
    for (const tokens of ['RG', 'RB', 'RY', 'RP']) {
      const setup = { options, deal: { grid, tokens } };
      const before = moves.slice(0, LAST_PURPLE);
      const { table, adviser } = begin({ game: masker, coach: maskerCoach, setup, moves: before });
      const move = masker.parseMove(moves[LAST_PURPLE] ?? '') ?? -1;
      adviser.hint = () => Promise.resolve({ best: { moves: [move] }, next: null } as never);
      await table.hint();
      answer(table, 'Show me');
      expect(textOf(table), tokens).toBe('That is the last purple cross. Press the frame.');
    }
  });
});

describe('a question before a blunder', () => {
  it('holds the move until the person insists, and does not come twice for a position', async () => {
    const { session, table } = isaacAt(16);
    blunder(session);
    await until(() => table.said !== null);
    expect(textOf(table)).toMatch(/^This move costs about \d+ points\. Better: \d\d-\d\d\./);
    expect([session.match.plies, session.choices.includes(table.said?.move ?? -1)]).toEqual([16, true]);
    answer(table, 'Play mine');
    expect([session.match.plies, table.said]).toEqual([17, null]);
    await until(() => session.match.plies === 18);
    expect(textOf(table)).toBe('Was that a good one? You can take it back.');
    answer(table, 'Take back');
    expect(session.match.plies).toBe(16);
    blunder(session);
    expect(session.match.plies).toBe(17);
  });

  it('is not asked unless it is wanted, and nothing is searched for it', async () => {
    const { session, table, adviser } = isaacAt(16, {});
    blunder(session);
    await until(() => session.match.plies === 18);
    expect([table.said, adviser.asked.length]).toEqual([null, 0]);
  });
});

describe('a first game', () => {
  it('says a rule and shows a good move to anyone who asks, and the same after an interruption', async () => {
    for (const [ply, text, about] of [
      [0, 'Lay a piece on empty cells.', null],
      [2, 'Later, this piece scores for every other on its line.', 'piece9'],
    ] as const) {
      const { session, table } = isaacAt(ply, {}, 0);
      expect(table.said).toMatchObject({ text, about, move: null });
      await table.open();
      answer(table, 'Show me');
      await until(() => table.said?.isInHand === true);
      session.play(table.said?.move ?? -1);
      expect(session.match.plies).toBe(ply + 1);
    }
  });

  it.each([0, undefined])(
    'proposes nothing that its bubbles advise against, if there is more to do: %s',
    async (guide) => {
      const deal = masker.deals.draw(defaultOptions(masker.options), 2, new SeededRng('own 1'));
      const { session, table, adviser } = begin({
        ...{ game: masker, coach: maskerCoach, setup: { deal } },
        ...(guide !== undefined && { guide }),
      });
      const view = masker.view(session.state.position as MaskerPosition, 0);
      const isOwn = (move: number): boolean => stackAt(view, formatCell(move)).endsWith(view.seats[0]?.colour ?? '?');
      const own = session.choices.find(isOwn) ?? -1;
      const other = session.choices.find((move) => !isOwn(move)) ?? -1;
      const search = adviser.hint.bind(adviser);
      adviser.hint = async (request) => {
        const found = await search(request);
        if (found === null) return null;
        return { ...found, best: { ...found.best, moves: [own] }, next: { ...found.best, moves: [other] } };
      };
      expect([own, other]).not.toContain(-1);
      await table.hint();
      expect(table.said?.move).toBe(guide === undefined ? own : other);
    },
  );

  it('begins with a good move in the hand, which reading the bubble leaves there', async () => {
    const { session, table } = isaacAt(0, {}, 0);
    await table.open();
    expect(table.said).toMatchObject({ text: 'Lay a piece on empty cells. Press the frame.', isInHand: true });
    const move = table.said?.move ?? -1;
    expect(session.choices).toContain(move);
    answer(table, 'Got it');
    expect(table.said).toBeNull();
    expect(table.boardOver(board)).not.toBe(board);
    session.play(move);
    expect(table.boardOver(board)).toBe(board);
    const later = isaacAt(2, {}, 0).table;
    await later.open();
    expect(later.said?.move).toBeNull();
    // A search that takes too long: its bubble comes without a move.
    const { table: quick, adviser } = isaacAt(0, {}, 0);
    const late = Promise.withResolvers<null>();
    const search = adviser.hint.bind(adviser);
    adviser.hint = (request) => late.promise.then(() => search(request));
    const opened = quick.open();
    expect(quick.said).toBeNull();
    await until(() => textOf(quick) === 'Lay a piece on empty cells.');
    answer(quick, 'Got it');
    late.resolve(null);
    await opened;
    expect(quick.said).toBeNull();
  });

  it('keeps what was read, says what the bot does, then grows silent', () => {
    const { table, saves } = isaacAt(2, {}, 0);
    answer(table, 'Got it');
    expect([table.said, saves.at(-1)?.guide]).toEqual([null, 3]);
    expect(isaacAt(2, {}, 3).table.said).toBeNull();
    expect(isaacAt(12, {}, 12).table.said).toBeNull();
  });

  it.each(['Got it', 'lamp', 'Escape'])('says a rule no more after the move that was asked for: %s', async (way) => {
    const { table, saves } = isaacAt(2, {}, 0);
    answer(table, 'Show me');
    // Who stops the search has not seen a move.
    table.close();
    expect(textOf(table)).toBe('Later, this piece scores for every other on its line.');
    answer(table, 'Show me');
    await until(() => table.said?.isInHand === true);
    // Not before it was put away: an interrupted game goes on with the rule.
    expect(saves.at(-1)?.guide ?? 0).toBe(0);
    if (way === 'Got it') answer(table, way);
    else if (way === 'lamp') await table.hint();
    else table.close();
    expect([table.said, saves.at(-1)?.guide]).toEqual([null, 3]);
  });

  it('shows a place on a line with others where it speaks of lines', async () => {
    const { table, session } = isaacAt(2, {}, 0);
    answer(table, 'Show me');
    await until(() => table.said?.isInHand === true);
    const view = session.match.view as IsaacView;
    expect(placementWorth(view, table.said?.move ?? -1).n).toBeGreaterThan(0);
  });

  it('says of a piece without others on its line nothing that its status denies, and names the button of a stop', async () => {
    const lonely = isaacAt(0, {}, 0);
    lonely.adviser.hint = () =>
      Promise.resolve({ best: { moves: [isaac.parseMove('90-94') ?? -1] }, next: null } as never);
    await lonely.table.hint();
    expect(textOf(lonely.table)).toBe('Each new piece on its line counts. Press the frame.');
    const deal = masker.deals.draw(defaultOptions(masker.options), 2, new SeededRng('stop'));
    const given = { game: masker, coach: maskerCoach, setup: { deal }, guide: 0 };
    const moves = begin(given).session.choices.slice(0, 1).map(masker.formatMove);
    const { session, table, adviser } = begin({ ...given, moves });
    const stop = session.choices.find((move) => typeof maskerCoach.moveWords?.(move) === 'string') ?? -1;
    expect(stop).not.toBe(-1);
    adviser.hint = () => Promise.resolve({ best: { moves: [stop] }, next: null } as never);
    await table.hint();
    expect(textOf(table)).toMatch(/Press “Stop”\.$/);
  });

  it('is a plain one from the press on “No help”', () => {
    const { session, table, saves } = isaacAt(0, {}, 0);
    expect(table.goals).toHaveLength(3);
    answer(table, 'No help');
    expect([session.guide, saves.at(-1)?.guide, table.said, table.goals]).toEqual([null, undefined, null, []]);
  });

  it('asks before any bad move, with the better one marked', async () => {
    const { session, table } = isaacAt(16, {}, 0);
    answer(table, 'Got it');
    blunder(session);
    await until(() => table.said !== null);
    expect(textOf(table)).toBe('Wait: a better move is marked.');
    expect(session.match.plies).toBe(16);
  });
});

describe('a first game of Arcanor', () => {
  const at = (moves: string) => begin({ game: arcanor, coach: arcanorCoach, moves: moves.split(' '), guide: 0 });
  const labels = (table: TableCoach) => table.said?.answers.map(({ label }) => label);

  it('shows what its bubble speaks of, which reaches the next goal', async () => {
    const { session, table } = at('h1-g2 h7-h6');
    expect(table.said).toMatchObject({ text: 'This may hold a smaller piece you can set free.', about: 'd1' });
    answer(table, 'Show me');
    await until(() => table.said?.isInHand === true);
    expect(textOf(table)).toBe('The 2 inside is set free. Press “Set free”.');
    session.play(table.said?.move ?? -1);
    await until(() => session.match.plies === 4);
    expect(table.goals.map(({ isMet }) => isMet)).toEqual([true, true, false]);
    expect(table.said).toMatchObject({ text: 'The lid is lifted: your piece inside can move now.', about: 'd1' });
    answer(table, 'Show me');
    await until(() => table.said?.isInHand === true);
    expect(arcanor.formatMove(table.said?.move ?? -1)).toMatch(/^d1/);
  });

  it('has nothing to show about a rule, and the lamp leads to the goal', async () => {
    const { table } = at('h1-g2 h7-h6 g2-g3 h6-h5');
    expect([textOf(table), labels(table)]).toEqual([
      'Small pieces are worth most: size 4 brings 4 points.',
      ['Got it', 'No help'],
    ]);
    await table.hint();
    expect(arcanor.formatMove(table.said?.move ?? -1)).toMatch(/^d1\^/);
  });

  it('says where what its bubble speaks of is no good move', async () => {
    const { table, adviser } = at('h1-g2 h7-h6');
    const slide = arcanor.parseMove('g2-g3') ?? -1;
    adviser.hint = () => Promise.resolve({ best: { moves: [slide] }, next: null } as never);
    answer(table, 'Show me');
    await until(() => table.said?.isInHand === true);
    expect(table.said).toMatchObject({ text: 'Wait: a better move is marked. Press “Slide”.', move: slide });
  });
});

describe('a bad move that the person insisted on', () => {
  it('hides no rule that applies for the first time: both can be read and taken back', async () => {
    const { session, table } = isaacAt(2, {}, 0);
    answer(table, 'Got it');
    session.play(isaac.parseMove('00-06') ?? -1);
    await until(() => textOf(table) === 'Wait: a better move is marked.');
    answer(table, 'Play mine');
    await until(() => session.match.plies === 4);
    expect(textOf(table)).toBe('Marked 4, three others on its line: 12 points.');
    expect(table.said?.answers.map(({ label }) => label)).toContain('Take back');
  });
});

describe('the sentence about the last move of a bot', () => {
  it('is not said while its turn goes on', () => {
    const [line = ''] = readFileSync(MASKER, 'utf8').split('\n');
    const { moves, ...setup } = JSON.parse(line) as Setup & { readonly moves: readonly string[] };
    const saidAt = moves.map((_, ply) => {
      const at = { game: masker, coach: maskerCoach, setup, moves: moves.slice(0, ply), wants: { coach: true } };
      const { session, table } = begin(at);
      return { turn: session.state.position.turn, text: textOf(table) };
    });
    expect(saidAt.filter(({ turn, text }) => turn === 1 && text !== null)).toEqual([]);
    expect(saidAt.filter(({ turn, text }) => turn === 0 && text !== null).length).toBeGreaterThan(3);
  });

  it('is not that it takes some crosses: the ledge shows them', () => {
    const rng = new SeededRng('takes 1');
    const deal = masker.deals.draw(defaultOptions(masker.options), 2, rng);
    const given = { game: masker, coach: maskerCoach, setup: { deal }, wants: { coach: true } };
    const texts: (string | null)[] = [];
    for (let moves: readonly string[] = []; moves.length < 20;) {
      const { session, table } = begin({ ...given, moves });
      texts.push(textOf(table));
      const choices = masker.choices(masker.view(session.state.position as MaskerPosition, 'open'));
      moves = [...moves, masker.formatMove(choices[rng.below(choices.length)] ?? -1)];
    }
    expect(texts.filter((text) => text !== null)).toEqual([
      'Kitten leaves you the choice of any cross.',
      'Kitten takes 1 cross of your colour: 4 left.',
    ]);
  });

  it('is shown where it is wanted, until the person has moved', () => {
    const { session, table } = isaacAt(18, { coach: true });
    expect(table.said).toMatchObject({
      text: 'Kitten prepares 6 points with a 5-cell piece.',
      move: null,
      about: 'last',
    });
    session.play(session.choices[0] ?? -1);
    expect(table.said).toBeNull();
    expect(isaacAt(18, {}).table.said).toBeNull();
  });
});
