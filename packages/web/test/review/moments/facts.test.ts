import '../../english.ts';
import { readFileSync } from 'node:fs';
import {
  analyse,
  type AnalysisLine,
  analysePly,
  botMove,
  type GameAnalysisOptions,
  lastOf,
  openTask,
  type PlyAnalysis,
  seatTask,
  thresholdsOf,
} from '@tablier/ai';
import {
  type Game,
  type Move,
  NOBODY,
  type Position,
  type Puzzle,
  type Seat,
  SeededRng,
  type Setup,
  type Viewer,
} from '@tablier/core';
import { type CatalogueGame, games } from '@tablier/games';
import { setupOf } from '@tablier/testkit';
import { describe, expect, it } from 'vitest';
import { coach as arcanor } from '../../../src/games/arcanor/coach.ts';
import type { Coach, CoachWords } from '../../../src/games/coaches.ts';
import { coach as isaac } from '../../../src/games/isaac/coach.ts';
import { coach as masker } from '../../../src/games/masker/coach.ts';
import { coach as nasca } from '../../../src/games/nasca/coach.ts';
import { isMistake } from '../../../src/review/analysis/course.ts';
import { SEARCH } from '../../../src/review/analysis/game-analyst.svelte.ts';
import { changeFor, bestOf, type DecidedTurn, finestTurn } from '../../../src/review/moments/deciding.ts';
import { tellLines, tellTurn, type Told, type ToldGame } from '../../../src/review/moments/facts.ts';
import { turnFrom } from '../../../src/table/coach/sentences.ts';
import { type Stated, TRUTHS } from './truths.ts';

const COACHES: Readonly<Record<string, Coach>> = { isaac, nasca, arcanor, masker } as Readonly<Record<string, Coach>>;
const LANGUAGES = ['en', 'fr', 'de', 'nl'];

function wordsOf(game: string, language: string): CoachWords {
  const read = (file: string): CoachWords =>
    JSON.parse(readFileSync(new URL(`../../../src/${file}.${language}.json`, import.meta.url), 'utf8')) as CoachWords;
  return { ...read('table/coach/words'), ...read('review/moments/words'), ...read(`games/${game}/coach`) };
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

const legalMoves = (game: Game, position: Position): Move[] => {
  const moves = new Uint16Array(game.maxMoves);
  return [...moves.subarray(0, position.legalMoves(moves))];
};

const positionAt = ({ game, setup, moves }: ToldGame, ply: number): Position => {
  const position = game.start(setup);
  for (const move of moves.slice(0, ply)) position.play(move);
  return position;
};

/** A turn as one that lost the game, where the best was to make the most points at once. */
function asLost(told: ToldGame, turn: DecidedTurn): DecidedTurn {
  const start = positionAt(told, turn.from);
  const scores = legalMoves(told.game, start).map((move) => {
    const next = start.clone();
    next.play(move);
    return { move, score: next.outcome().scores[turn.seat] ?? 0 };
  });
  const best = scores.toSorted((one, other) => other.score - one.score)[0]?.move ?? -1;
  const [before, after] = [1, 0].map((chance) => Array.from({ length: told.setup.players }, () => chance));
  return { ...turn, before: before ?? [], after: after ?? [], best: [best] };
}

/** So many positions of each game, of which some have a sentence: `TABLIER_TRUTHS=1000` for all that was ever claimed. */
const POSITIONS = Number(process.env['TABLIER_TRUTHS'] ?? 20);
/** Few positions lie far apart. */
const STRIDE = POSITIONS < 1000 ? 5 : 1;
/** Games at random have what people avoid. */
const MAX_PLIES = 120;

function* gamesTold(game: Game): Generator<ToldGame> {
  yield* toldGames(game);
  for (let seed = 1; ; seed++) {
    const rng = new SeededRng(`truths ${seed}`);
    const setup = setupOf(game, { players: game.players[seed % game.players.length] ?? 2 }, rng);
    const position = game.start(setup);
    const moves: Move[] = [];
    while (position.turn !== NOBODY && moves.length < MAX_PLIES) {
      const move = position.randomMove(rng);
      moves.push(move);
      position.play(move);
    }
    yield { game, setup, moves };
  }
}

/** The share of the puzzles of a game whose solution has a sentence. */
const LEAST_EXPLAINED = 0.5;

function expectTrue({ game, setup }: ToldGame, about: Told, viewer: Viewer): void {
  const { fact, moves, from, to, seat, own } = about;
  const { key, inputs } = fact;
  const line = { game, setup, moves };
  const stated: Stated = {
    ...{ game, inputs, seat, own: typeof viewer === 'number' ? viewer : own },
    ...{ before: positionAt(line, from), after: positionAt(line, to), moves: moves.slice(from, to) },
  };
  expect(TRUTHS[key]?.(stated), `${key} after ${from} moves: ${JSON.stringify(inputs)}`).toBe(true);
}

/** So many positions of each game are searched: `TABLIER_SEARCHED=250` for 1,000 of all. 0: those up to the first mistake. */
const SEARCHED = Number(process.env['TABLIER_SEARCHED'] ?? 0);
/** The search that checks what others found: with so many nodes, and another seed. */
const FRESH_NODES = SEARCHED === 0 ? 150_000 : 500_000;
/** A change of the chance that a card explains. */
const STATED = 0.06;
/** By so much two searches may differ about it: they are least sure with three and four seats. */
const TOLERANCE = 0.25;

type SearchedGame = ToldGame & { readonly game: CatalogueGame };

/** Games of level 3 against itself, of which every fourth is at random. */
function* gamesSearched(game: CatalogueGame): Generator<SearchedGame> {
  for (let seed = 1; ; seed++) {
    const rng = new SeededRng(`searched ${seed}`);
    const setup = setupOf(game, { players: game.players[seed % game.players.length] ?? 2 }, rng);
    const position = game.start(setup);
    const moves: Move[] = [];
    while (position.turn !== NOBODY && moves.length < MAX_PLIES) {
      const isRandom = seed % 4 === 0;
      moves.push(isRandom ? position.randomMove(rng) : botMove(seatTask(game, setup.options, position), 3, rng));
      position.play(moves.at(-1) ?? -1);
    }
    yield { game, setup, moves };
  }
}

/** What the page finds out about a position. */
async function foundAt(told: SearchedGame, ply: number, options: GameAnalysisOptions): Promise<PlyAnalysis> {
  const found = await lastOf(analysePly(told, ply, options));
  if (found === null) throw new Error(`the game is over after ${ply} moves`);
  return found;
}

/** What another search finds, of one move or of all. */
async function freshLine(told: SearchedGame, ply: number, by: 'seat' | 'open', only?: Move): Promise<AnalysisLine> {
  const { game, setup } = told;
  const task = (by === 'open' ? openTask : seatTask)(game, setup.options, positionAt(told, ply));
  const options = { nodes: FRESH_NODES, ...(only === undefined ? {} : { only }) };
  const line = (await lastOf(analyse(task, options, new SeededRng(`fresh ${ply}`))))?.lines[0];
  if (line === undefined) throw new Error('no line');
  return line;
}

/** What a card says about a mistake and another search denies; empty for nothing. */
async function mistakeFaults(told: SearchedGame, { ply, seat, analysis, judgement }: PlyAnalysis, by: 'seat' | 'open') {
  if (judgement === null) return [];
  const { best, played } = judgement;
  const moves = [best.moves[0], played.moves[0], (await freshLine(told, ply, by)).moves[0]];
  const [better, worse, top] = await Promise.all(moves.map((move) => freshLine(told, ply, by, move)));
  if (better === undefined || worse === undefined || top === undefined) throw new Error('no line');
  const { inaccuracy } = thresholdsOf(told.game.advice.analysis, analysis.unit);
  const isProof = (stated: AnalysisLine, fresh: AnalysisLine) =>
    !stated.isProven || !fresh.isProven || stated.values[seat] === fresh.values[seat];
  const figures = [judgement.cost, better.score - worse.score, top.score - better.score].map((each) => each.toFixed(3));
  return [
    better.score <= worse.score && !(better.isProven && worse.isProven) ? 'the move played is as good' : '',
    top.score - better.score >= inaccuracy ? 'another move is better' : '',
    isProof(best, better) && isProof(played, worse) ? '' : 'the proof is wrong',
  ].flatMap((fault) => (fault === '' ? [] : [`${by} ${ply} ${judgement.label}: ${fault}, ${figures.join(', ')}`]));
}

describe.each(games.map(({ id }) => id))('the sentences about %s', (id) => {
  const game = games.find((each) => each.id === id);
  const coach = COACHES[id];
  if (game === undefined || coach === undefined) throw new Error(`no game ${id}`);

  it('state facts that the rules confirm, and have words in each language', () => {
    const words = LANGUAGES.map((language) => wordsOf(id, language));
    const said = new Map<string, number>();
    let positions = 0;
    for (const told of gamesTold(game)) {
      for (const each of turnsOf(told).filter((_, at) => at % STRIDE === 0)) {
        if (positions === POSITIONS) break;
        positions++;
        for (const viewer of ['open', ...Array(told.setup.players).keys()] as const)
          for (const turn of [each, asLost(told, each)]) {
            const about = tellTurn(coach, told, turn, viewer);
            if (about === null) continue;
            const { key } = about.fact;
            const isSaid = words.filter((texts) => key in texts).length;
            expect(isSaid === 0 || isSaid === words.length, key).toBe(true);
            if (isSaid === 0) continue;
            said.set(key, (said.get(key) ?? 0) + 1);
            expectTrue(told, about, viewer);
          }
      }
      if (positions >= POSITIONS) break;
    }
    if (POSITIONS >= 1000) console.log(`${positions} positions of ${id}: ${JSON.stringify(Object.fromEntries(said))}`);
    expect(said.size).toBeGreaterThan(3);
  });

  it('about a hint are true, short, and the same whatever the seat does not know', () => {
    const words = LANGUAGES.map((language) => wordsOf(id, language));
    const said = new Set<string>();
    let positions = 0;
    for (const told of gamesTold(game)) {
      for (const { from, seat } of turnsOf(told).filter((_, at) => at % STRIDE === 0)) {
        if (++positions > POSITIONS) break;
        const before = positionAt(told, from);
        for (const move of legalMoves(game, before).filter((_, at) => at % 30 === 0)) {
          const after = before.clone();
          after.play(move);
          const fact = coach.reason?.(turnFrom(game, before.clone(), [move], { own: seat })) ?? null;
          if (fact === null) continue;
          const { key, inputs } = fact;
          said.add(key);
          for (const texts of words) expect(texts, key).toHaveProperty(key);
          const isTrue = TRUTHS[key]?.({ game, before, after, moves: [move], seat, own: seat, inputs });
          expect(isTrue, `${game.formatMove(move)}: ${key} ${JSON.stringify(inputs)}`).toBe(true);
        }
      }
      if (positions > POSITIONS) break;
    }
    expect(said.size).toBeGreaterThan(0);
  });

  it('about the two lines of a mistake are as true, and tell a seat nothing of moves that would show what is hidden', () => {
    const words = wordsOf(id, 'en');
    let said = 0;
    for (const told of toldGames(game).slice(0, 2))
      for (const turn of turnsOf(told).filter((_, at) => at % STRIDE === 1)) {
        const played = told.moves.slice(turn.from);
        const [better = -1] = asLost(told, turn).best;
        const lines = { from: turn.from, seat: turn.seat, better: [better], played };
        const { gains, allows } = tellLines(coach, told, lines, 'open');
        for (const about of [gains, allows]) {
          if (about === null || !(about.fact.key in words)) continue;
          said++;
          expectTrue(told, about, 'open');
        }
        expect(tellLines(coach, told, { ...lines, better: played }, 'open').gains).toBeNull();
        const bySeat = tellLines(coach, told, lines, turn.seat);
        if (game.secrets.hides(told.setup.options)) expect(bySeat).toEqual({ gains: null, allows: null });
      }
    expect(said).toBeGreaterThan(3);
  });

  it('from a search are those that a longer one would say', async () => {
    const words = wordsOf(id, 'en');
    const said = { positions: 0, mistakes: 0, facts: 0, changes: 0, consequences: 0, others: 0, reversed: 0 };
    const wrong: string[] = [];
    const isEnough = () => (SEARCHED === 0 ? said.mistakes > 0 : said.positions === SEARCHED);
    for (const told of gamesSearched(game)) {
      for (const turn of turnsOf(told).filter((_, at) => at % 9 === 4)) {
        if (isEnough()) break;
        said.positions++;
        const { from: ply, to, seat } = turn;
        for (const by of game.secrets.hides(told.setup.options) ? (['seat', 'open'] as const) : (['open'] as const)) {
          const found = await foundAt(told, ply, { ...SEARCH, by });
          if (!isMistake(found) || found.judgement === null) continue;
          said.mistakes++;
          wrong.push(...(await mistakeFaults(told, found, by)));
          const [better, played] = [found.judgement.best.moves, found.judgement.played.moves];
          const lines = tellLines(coach, told, { from: ply, seat, better, played }, by === 'open' ? by : seat);
          for (const about of [lines.gains, lines.allows]) {
            if (about === null || !(about.fact.key in words)) continue;
            said.facts++;
            expectTrue(told, about, 'open');
          }
        }
        if (positionAt(told, to).turn === NOBODY) continue;
        const change = async (at: (ply: number) => Promise<AnalysisLine>) =>
          changeFor({ ...turn, before: (await at(ply)).values, after: (await at(to)).values }, seat);
        const [before, after] = await Promise.all(
          [ply, to].map(async (at) =>
            bestOf(await foundAt({ ...told, moves: told.moves.slice(0, at) }, at, { ...SEARCH, by: 'open' })),
          ),
        );
        if (before === undefined || after === undefined) throw new Error('no line');
        const decided = { ...turn, before: before.values, after: after.values, best: before.moves, reply: after.moves };
        const stated = changeFor(decided, seat);
        if (Math.abs(stated) < STATED) continue;
        said.changes++;
        const about = tellTurn(coach, told, decided, 'open');
        const isConsequence = about !== null && (about.as !== undefined || about.fact.key === 'moment_missed');
        if (stated < 0) said[isConsequence ? 'consequences' : 'others']++;
        if (about !== null && about.fact.key in words) expectTrue(told, about, 'open');
        const fresh = await change((at) => freshLine(told, at, 'open'));
        if (stated * fresh < 0) said.reversed++;
        if (Math.abs(stated - fresh) > TOLERANCE) wrong.push(`${ply}: ${stated.toFixed(3)} is ${fresh.toFixed(3)}`);
      }
      if (isEnough()) break;
    }
    if (SEARCHED > 0) console.log(`${id}: ${JSON.stringify(said)}\n${wrong.join('\n')}`);
    else expect(wrong).toEqual([]);
  });

  it('explain solutions of puzzles, as their player sees them', () => {
    const file = new URL(`../../../../games/src/${id}/puzzles.jsonl`, import.meta.url);
    const puzzles = readFileSync(file, 'utf8').trim().split('\n');
    const words = wordsOf(id, 'en');
    let said = 0;
    for (const line of puzzles) {
      const { options, players, deal, moves, puzzle } = JSON.parse(line) as Puzzle;
      const texts = [...moves, ...puzzle.best.slice(0, 1)];
      const setup = { options, players, deal };
      const told = { game, setup, moves: texts.map((text) => game.parseMove(text) ?? -1) };
      const turn = { from: moves.length, to: texts.length, seat: puzzle.seat, before: [], after: [], best: [] };
      const about = tellTurn(coach, told, turn, puzzle.seat);
      if (about === null || !(about.fact.key in words)) continue;
      said++;
      expectTrue(told, about, puzzle.seat);
    }
    expect(said).toBeGreaterThan(puzzles.length * LEAST_EXPLAINED);
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
  const turns = [turn(1, 0, 0.1), turn(2, 1, 0.3), turn(3, 0, 0.2), turn(4, 0, -0.02)];
  it('is its own best one that has a reason', () => {
    expect(finestTurn(turns, 0, () => true)?.to).toBe(3);
    expect(finestTurn(turns, 0, ({ to }) => to !== 3)?.to).toBe(1);
  });
  it('is none that lost, however little and whatever its reason', () => {
    expect(finestTurn(turns, 0, ({ to }) => to === 4)).toBeNull();
    expect(finestTurn(turns, 0, () => false)).toBeNull();
  });
  it('is none of a game that is lost whatever is played', () => {
    const lost = { ...turn(5, 0, 0), before: [0.01, 0.99], after: [0.01, 0.99] };
    expect(finestTurn([lost], 0, () => true)).toBeNull();
  });
});
