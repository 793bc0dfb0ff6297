import '../../english.ts';
import { readFileSync } from 'node:fs';
import { type Game, type Move, NOBODY, type Position, type Seat, type Setup, type View } from '@tablier/core';
import { games } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { coach as arcanor } from '../../../src/games/arcanor/coach.ts';
import type { Coach, CoachWords, Fact } from '../../../src/games/coaches.ts';
import { coach as isaac } from '../../../src/games/isaac/coach.ts';
import { coach as masker } from '../../../src/games/masker/coach.ts';
import { coach as nasca } from '../../../src/games/nasca/coach.ts';
import { type DecidedTurn, finestTurn } from '../../../src/review/moments/deciding.ts';
import { tellTurn, type ToldGame } from '../../../src/review/moments/facts.ts';

const COACHES: Readonly<Record<string, Coach>> = { isaac, nasca, arcanor, masker } as Readonly<Record<string, Coach>>;
const LANGUAGES = ['en', 'fr', 'de', 'nl'];

function wordsOf(game: string, language: string): CoachWords {
  const read = (file: string): CoachWords =>
    JSON.parse(readFileSync(new URL(`../../../src/${file}.${language}.json`, import.meta.url), 'utf8')) as CoachWords;
  return { ...read('review/moments/words'), ...read(`games/${game}/coach`) };
}

function toldGames(game: Game): ToldGame[] {
  const file = new URL(`../../../../games/test/${game.id}/examples.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { options, players, deal, moves } = JSON.parse(line) as Setup & { readonly moves: readonly string[] };
      return { game, setup: { options, players, deal }, moves: moves.map((text) => game.parseMove(text) ?? -1) };
    });
}

/** The turns of a game, each as one that changed nothing. */
function turnsOf({ game, setup, moves }: ToldGame): DecidedTurn[] {
  const position = game.start(setup);
  const turns: { from: number; to: number; seat: Seat; turnIndex: number }[] = [];
  for (const [at, move] of moves.entries()) {
    const { turn: seat, turnIndex } = position;
    const last = turns.at(-1);
    if (last?.seat === seat && last.turnIndex === turnIndex) last.to = at + 1;
    else turns.push({ from: at, to: at + 1, seat, turnIndex });
    position.play(move);
  }
  return turns.map(({ from, to, seat }) => ({ from, to, seat, before: [], after: [], best: [] }));
}

const positionAt = ({ game, setup, moves }: ToldGame, ply: number): Position => {
  const position = game.start(setup);
  for (const move of moves.slice(0, ply)) position.play(move);
  return position;
};

interface Checked {
  readonly told: ToldGame;
  readonly turn: DecidedTurn;
  readonly before: Position;
  readonly after: Position;
  readonly inputs: Readonly<Record<string, unknown>>;
}

const scoreOf = (position: Position, seat: Seat): number => position.outcome().scores[seat] ?? 0;
const gain = ({ before, after, turn }: Checked, seat = turn.seat): number =>
  scoreOf(after, seat) - scoreOf(before, seat);

function legal(game: Game, position: Position): Move[] {
  const moves = new Uint16Array(game.maxMoves);
  return [...moves.subarray(0, position.legalMoves(moves))];
}

/** The points that the mover's counter may go after its removal. */
function removalPoints({ told: { game, moves }, before, turn }: Checked): number {
  const position = before.clone();
  const start = scoreOf(position, turn.seat);
  position.play(moves[turn.from] ?? -1);
  // Without a choice of the way the counter has gone already, and the next turn may be of the same seat.
  if (position.turn !== turn.seat || position.turnIndex !== before.turnIndex)
    return scoreOf(position, turn.seat) - start;
  return Math.max(
    ...legal(game, position).map((move) => {
      const next = position.clone();
      next.play(move);
      return scoreOf(next, turn.seat) - start;
    }),
  );
}

interface Crosses extends View {
  readonly inPlay: Readonly<Record<string, number>>;
  readonly seats: readonly { readonly colour: string | null; readonly out: boolean }[];
}
const crosses = ({ told }: Pick<Checked, 'told'>, position: Position) => told.game.view(position, 'open') as Crosses;

/** What the rules say about each statement, without the code that made it. */
const TRUTHS: Readonly<Record<string, (checked: Checked) => boolean>> = {
  moment_wins: ({ after, turn }) => after.turn === NOBODY && after.outcome().places[turn.seat] === 1,
  moment_isaac_takes: (each) => removalPoints(each) === each.inputs['points'],
  moment_isaac_multiplies: (each) => removalPoints(each) === each.inputs['points'],
  moment_isaac_lowers: (each) => removalPoints(each) === each.inputs['points'],
  moment_isaac_ends_rival: (each) => removalPoints(each) === each.inputs['points'],
  moment_nasca_closes: (each) => gain(each) === each.inputs['points'],
  moment_nasca_opens: (each) => -gain(each, 1 - each.turn.seat) === each.inputs['points'],
  moment_arcanor_arrives: (each) =>
    gain(each) === each.inputs['size'] && 12 - scoreOf(each.after, each.turn.seat) === each.inputs['left'],
  moment_masker_ends_colour: (each) =>
    Object.entries(crosses(each, each.before).inPlay).some(
      ([colour, count]) =>
        count > 0 &&
        crosses(each, each.after).inPlay[colour] === 0 &&
        crosses(each, each.after).seats.every((seat) => seat.colour !== colour),
    ),
  moment_masker_takes_yours: (each) => {
    const colour = crosses(each, each.after).seats[each.turn.seat]?.colour ?? '';
    const [had = 0, left = 0] = [crosses(each, each.before).inPlay[colour], crosses(each, each.after).inPlay[colour]];
    return had - left === each.inputs['count'] && left === each.inputs['left'];
  },
  moment_masker_puts_you_out: ({ turn: { seat }, ...each }) =>
    crosses(each, each.after).seats[seat]?.out === true && crosses(each, each.before).seats[seat]?.out === false,
  moment_masker_puts_out: (each) => {
    const { seat } = each.inputs['rival'] as { readonly seat: Seat };
    return crosses(each, each.after).seats[seat]?.out === true && crosses(each, each.before).seats[seat]?.out === false;
  },
};

function checkedOf(told: ToldGame, turn: DecidedTurn, fact: Fact): Checked {
  return { told, turn, before: positionAt(told, turn.from), after: positionAt(told, turn.to), inputs: fact.inputs };
}

describe.each(games.map(({ id }) => id))('the sentences about %s', (id) => {
  const game = games.find((each) => each.id === id);
  const coach = COACHES[id];
  if (game === undefined || coach === undefined) throw new Error(`no game ${id}`);

  it('state facts that the rules confirm, and have words in each language', () => {
    const words = LANGUAGES.map((language) => wordsOf(id, language));
    let confirmed = 0;
    for (const told of toldGames(game).slice(0, 4))
      for (const turn of turnsOf(told)) {
        const fact = tellTurn(coach, told, turn, 'open')?.fact;
        const truth = fact === undefined ? undefined : TRUTHS[fact.key];
        if (fact === undefined || truth === undefined) continue;
        confirmed++;
        expect(truth(checkedOf(told, turn, fact)), `${fact.key} at ${turn.from} ${JSON.stringify(fact.inputs)}`).toBe(
          true,
        );
        for (const texts of words) expect(texts).toHaveProperty(fact.key);
      }
    expect(confirmed).toBeGreaterThan(5);
  });

  it('from a seat follow from the views of that seat alone', () => {
    const [told] = toldGames(game);
    if (told === undefined) throw new Error('no game');
    const asked: unknown[] = [];
    const spied = {
      ...game,
      view: (position: Position, viewer: unknown) => (asked.push(viewer), game.view(position, 1)),
    };
    for (const turn of turnsOf(told).slice(0, 20)) tellTurn(coach, { ...told, game: spied }, turn, 1);
    expect(new Set(asked)).toEqual(new Set([1]));
  });
});

describe('the finest turn of a seat', () => {
  const turn = (to: number, seat: Seat, change: number): DecidedTurn => ({
    ...{ from: to - 1, to, seat, best: [] },
    before: [0.5, 0.5],
    after: [0.5 + change, 0.5 - change],
  });
  const turns = [turn(1, 0, 0.1), turn(2, 1, 0.3), turn(3, 0, 0.2), turn(4, 0, -0.2)];
  it('is its own best one that has a reason', () => {
    expect(finestTurn(turns, 0, () => true)?.to).toBe(3);
    expect(finestTurn(turns, 0, ({ to }) => to !== 3)?.to).toBe(1);
  });
  it('is none that lost much, whatever its reason', () => {
    expect(finestTurn(turns, 0, ({ to }) => to === 4)).toBeNull();
    expect(finestTurn(turns, 0, () => false)).toBeNull();
  });
});
