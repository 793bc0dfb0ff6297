import { chooseMove } from '@tablier/ai';
import { NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { NEUTRAL, SEAT_COLOURS } from '../../src/nasca/board.ts';
import { type Looker, memoryOf, type Most, PlainLooker } from '../../src/nasca/candidates.ts';
import { PER_SEAT, PLACES } from '../../src/nasca/evaluation.ts';
import { nasca, type NascaPosition } from '../../src/nasca/index.ts';
import { exportsOf, kernelLooker } from '../../src/nasca/kernel.ts';
import { NascaOutlook } from '../../src/nasca/bot.ts';
import { COLUMNS, ROWS } from '../../src/nasca/placements.ts';
import { randomPosition, setupOf, topViews } from './helpers.ts';

const KINDS = (2 * PER_SEAT) / PLACES;
const COLOURS: Readonly<Record<string, number>> = { P: SEAT_COLOURS[0], Q: SEAT_COLOURS[1], N: NEUTRAL };
const LETTERS = 'PQPQPQN';
const LANDSCAPES = ['none', 'random'] as const;

const kernelOf = (position: NascaPosition): Looker => {
  const looker = kernelLooker(position.wallRules);
  if (looker === null) throw new Error('this host does not run the kernel');
  return looker;
};

interface Look {
  readonly placements: readonly number[];
  /** By placement, by kind. */
  readonly counts: readonly (readonly number[])[];
}

function look(looker: Looker, position: NascaPosition, most: Most): Look {
  const placements = [...looker.chosen.subarray(0, looker.look(position, most))];
  const countsAt = (place: number) =>
    Array.from({ length: KINDS }, (_, kind) => looker.counts[kind * PLACES + place] as number);
  return { placements, counts: placements.map((_, place) => countsAt(place)) };
}

/** Random losses, some of which are equal. */
function learnAll(lookers: readonly Looker[], position: NascaPosition, { placements }: Look, rng: SeededRng): void {
  for (const placement of placements) {
    const loss = -rng.below(20) / 8;
    for (const looker of lookers) looker.learn(memoryOf(position) + placement, loss);
  }
}

const started = (game: number): NascaPosition => {
  const rng = new SeededRng(`kernel ${game}`);
  const landscape = LANDSCAPES[game % LANDSCAPES.length];
  return nasca.start(setupOf({ landscape, rounds: (game % 2) + 1 }, rng));
};

/** A move that a short search likes, so that areas lie within each other as they do in real games; or a random one. */
function nextMove(position: NascaPosition, game: number, rng: SeededRng): number {
  if (game % 3 !== 0) return position.randomMove(rng);
  const knowledge = nasca.secrets.knowledge(position, position.turn);
  const plan = { nodes: 200, exploration: 0.5, softness: 0.5 };
  return chooseMove({ game: nasca, options: position.options, knowledge }, plan, rng).move;
}

/** Shows the lines of a top view on a board. A board like this cannot always be reached. */
function show({ board }: NascaPosition, lines: readonly string[]): void {
  for (const [cell, letter] of [...lines.toReversed().join('')].entries()) {
    const colour = COLOURS[letter] ?? 0;
    board.colours[cell] = colour;
    board.heights[cell] = colour === 0 ? 0 : 1;
    board.tops[cell] = cell;
  }
}

/** A top view, the same turned about, and both with the colours of the seats exchanged. */
function variants(lines: readonly string[]): readonly (readonly string[])[] {
  const turned = lines.toReversed().map((line) => [...line].toReversed().join(''));
  const exchanged = [lines, turned].map((view) =>
    view.map((line) => line.replaceAll(/[PQ]/g, (letter) => (letter === 'P' ? 'Q' : 'P'))),
  );
  return [lines, turned, ...exchanged];
}

/** A top view of random cells. */
function scattered(rng: SeededRng): readonly string[] {
  const filled = 15 + rng.below(55);
  const letter = () => (rng.below(100) < filled ? (LETTERS[rng.below(LETTERS.length)] as string) : '.');
  return Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, letter).join(''));
}

/** Rare views in which details of the inner area [N15] matter, found among a million random ones. */
const RARE = [
  // Walks to an edge go over corners, too.
  '.PQ...QQQQP PP.QP.PQ.P. .PPPP..P.P. PQP.P.PP..P Q..NPPPPP.Q PQP.PPPP... ..Q..PPPPPN PPQ.NPQPQPP PQPQ..PPPPP P.P.QPPQPPP',
  // They end at each of the four edges.
  '..Q.P.P.QQ. QPPQP..P.QP NQ.QQQP.P.Q QP.QQQ.Q.P. Q.Q..QQQQPP Q.QQQQP..QQ Q.QP.PQP.PP QQ.PQ.P.QQ. .PQP.....QQ .Q.P.PQ.PP.',
  'PPQPQPPPPQ. QQ.QQPQ.PQP .QQ.PPPNPQP .P.PPQ.NPPQ PQP.PQPPQ.P .PQQ.P.P.QQ .PQPQ..Q..P QPQ.PQPQP.P PQ.P.PQQP.Q PQPQP.PQ.PP',
  'PQ.QPQPQPPQ P.PQQ.PP..Q QPPPPPPQQNQ Q.P..QQ..Q. NQQPQQP.QPQ PQ.QQ..PPQQ PQ.Q..Q.QPQ Q..P...Q..P .NP..QQPPQ. QPPPP.....P',
  'QPQQQQ.PQP. QQQP.Q..Q.Q .PP..PQQPPQ PP.Q..QPQ.P QQPPQ.QPPPP PP.PQ.QQQP. ..Q.PPPPQQQ QQ.QPQQQQ.P PP.QPQPPQPP ..QPPPPQ..P',
].map((lines) => lines.split(' '));

describe('the kernel', () => {
  test('chooses the same placements as the plain looker, and counts the same after them', () => {
    let compared = 0;
    for (let game = 0; game < 12; game++) {
      const rng = new SeededRng(`looks ${game}`);
      const position = started(game);
      const kernel = kernelOf(position);
      const plain = new PlainLooker();
      while (position.turn !== NOBODY) {
        const most = { remembered: 1 + rng.below(20), others: 1 + rng.below(40) };
        const expected = look(plain, position, most);
        expect(look(kernel, position, most)).toEqual(expected);
        learnAll([kernel, plain], position, expected, rng);
        position.play(nextMove(position, game, rng));
        compared += expected.placements.length;
      }
    }
    expect(compared).toBeGreaterThan(8_000);
  });

  test('gives cells that both seats enclose to the same seats', () => {
    const rng = new SeededRng('scattered');
    const chosen = [...topViews().map(({ lines }) => lines), ...RARE].flatMap(variants);
    const atRandom = Array.from({ length: 3_000 }, () => scattered(rng));
    const position = started(0);
    for (const lines of [...chosen, ...atRandom]) {
      show(position, lines);
      const most = { remembered: 1, others: 1 + rng.below(16) };
      expect(look(kernelOf(position), position, most)).toEqual(look(new PlainLooker(), position, most));
    }
  });

  test('serves several lookers in turn', () => {
    const rng = new SeededRng('turns');
    const position = started(0);
    const pairs = [0, 1].map(() => [kernelOf(position), new PlainLooker()] as const);
    while (position.turn !== NOBODY) {
      for (const [kernel, plain] of pairs) {
        const expected = look(plain, position, { remembered: 10, others: 6 });
        expect(look(kernel, position, { remembered: 10, others: 6 })).toEqual(expected);
        learnAll([kernel, plain], position, expected, rng);
      }
      position.play(position.randomMove(rng));
    }
  });

  test('leaves a search as it is', () => {
    const slow = {
      ...nasca,
      advice: { ...nasca.advice, makeOutlook: () => new NascaOutlook(() => new PlainLooker()) },
    };
    for (let seed = 0; seed < 3; seed++) {
      const position = randomPosition(setupOf({ landscape: 'random' }, new SeededRng(seed)), `search ${seed}`);
      const knowledge = nasca.secrets.knowledge(position, position.turn);
      const searched = [nasca, slow].map((game) => {
        const task = { game, options: position.options, knowledge };
        return chooseMove(task, { nodes: 3_000, exploration: 0.5, softness: 0.5 }, new SeededRng(seed));
      });
      expect(searched[0]).toEqual(searched[1]);
    }
  });

  test.each([
    { corners: 'open', neutralWalls: 'no' },
    { corners: 'closed', neutralWalls: 'yes' },
  ])('is not used with corners=$corners and neutralWalls=$neutralWalls', (options) => {
    expect(kernelLooker(nasca.start(setupOf(options)).wallRules)).toBeNull();
  });

  test('is not needed: a host that cannot run a module has no exports of it', () => {
    const newerModule = btoa('\0asm\u{7f}\0\0\0');
    expect(exportsOf(newerModule)).toBeNull();
  });
});
