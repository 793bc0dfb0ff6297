import { type Game, type Move, SeededRng, type Viewer } from '@tablier/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ArcanorKnowledge,
  type ArcanorPosition,
  type ArcanorView,
  arcanor,
  type Piece,
  piecesOf,
  stackOf,
} from '../../src/arcanor/index.ts';
import { text } from '../../src/arcanor/text.ts';
import { plainText } from '../../src/index.ts';
import { randomGames } from '../random-games.ts';
import { cellOf, play, scene, startOf, stackAt, texts } from './scene.ts';

type Arcanor = Game<ArcanorPosition, ArcanorView, ArcanorKnowledge>;

const VIEWERS: readonly Viewer[] = [0, 1, 'spectator'];
const isPeekTaken = (position: ArcanorPosition, text: string): string | null => {
  const move = arcanor.parseMove(text);
  return move === null ? null : (arcanor.peeks?.ofTry(position, move) ?? null);
};
const choicesIn = (position: ArcanorPosition): string[] =>
  arcanor.choices(arcanor.view(position, 'spectator')).map((move) => arcanor.formatMove(move));

/** A position after some random moves. */
function wandered(seed: number, plies: number): ArcanorPosition {
  const rng = new SeededRng(seed);
  const position = startOf('memory');
  for (let ply = 0; ply < plies && position.turn >= 0; ply++) position.play(position.randomMove(rng));
  return position;
}

/** The same tops over other random contents; `null` if the drawn pieces do not fit. */
function withOtherContents(position: ArcanorPosition, rng: SeededRng): ArcanorPosition | null {
  const knowledge = arcanor.secrets.knowledge(position, 0);
  const nests = knowledge.stacks.map((stack) => piecesOf(stack));
  const hidden = nests.flatMap((pieces) => pieces.slice(1)).sort((left, right) => left.size - right.size);
  const dealt = nests.map((pieces) => pieces.slice(0, 1));
  for (const piece of hidden) {
    const fitting = dealt.filter((pieces) => pieces.length > 0 && (pieces.at(-1) as Piece).size < piece.size);
    if (fitting.length === 0) return null;
    fitting[rng.below(fitting.length)]?.push(piece);
  }
  return arcanor.secrets.sample({ ...knowledge, stacks: dealt.map(stackOf), history: [] }, rng);
}

/** Everything that a viewer can see of a position. */
const seen = (game: Arcanor, position: ArcanorPosition): unknown =>
  VIEWERS.map((viewer) => {
    const view = game.view(position, viewer);
    return { view, choices: game.choices(view), drawn: plainText(text.draw(view)) };
  });

/** The number of compared pairs of positions with the same tops, and of those that a viewer can tell apart. */
function countLeaks(game: Arcanor): { readonly pairs: number; readonly leaks: number } {
  let pairs = 0;
  let leaks = 0;
  for (let seed = 0; seed < 200; seed++) {
    const position = wandered(seed, 10 + (seed % 60));
    const other = withOtherContents(position, new SeededRng(seed));
    if (position.turn < 0 || other === null || String(other.stacks) === String(position.stacks)) continue;
    pairs++;
    if (JSON.stringify(seen(game, position)) !== JSON.stringify(seen(game, other))) leaks++;
  }
  return { pairs, leaks };
}

describe('[A4] the memory table', () => {
  test('shows the same for all contents beneath the same tops', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(120), (seed, plies) => {
        const position = wandered(seed, plies);
        const other = withOtherContents(position, new SeededRng(seed));
        fc.pre(position.turn >= 0 && other !== null);
        if (other !== null) expect(seen(arcanor, other)).toEqual(seen(arcanor, position));
      }),
      { numRuns: randomGames(100) },
    );
  });

  test('a copy of the game that leaks is caught', () => {
    const { pairs, leaks } = countLeaks(arcanor);
    expect(pairs).toBeGreaterThan(100);
    expect(leaks).toBe(0);
    const counting: Arcanor = {
      ...arcanor,
      view: (position, viewer) => ({ ...arcanor.view(position, viewer), turnIndex: position.countMoves() }),
    };
    const open: Arcanor = { ...arcanor, view: (position, viewer) => arcanor.view(reopened(position), viewer) };
    for (const leaky of [counting, open]) expect(countLeaks(leaky).leaks).toBeGreaterThan(pairs / 2);
  });

  test('players and spectators see the same: tops without contents', () => {
    const position = wandered(7, 40);
    const view = arcanor.view(position, 0);
    expect(arcanor.view(position, 1)).toEqual(view);
    expect(arcanor.view(position, 'spectator')).toEqual(view);
    expect(view.cells.some((cell) => cell !== null)).toBe(true);
    expect(view.cells.every((cell) => cell === null || cell.contents === null)).toBe(true);
    expect(Object.keys(view).sort()).toEqual(
      [
        'cells',
        'end',
        'options',
        'outcome',
        'passed',
        'players',
        'points',
        'quiet',
        'repeats',
        'turn',
        'turnIndex',
      ].sort(),
    );
  });

  test('shows everything when the game is over', () => {
    const position = play(scene('a7 L4, b7 L4, c6 L4, d4 L1D2L3, h4 D1'), 'c6-c7');
    expect(arcanor.view(position, 'spectator').cells[cellOf('d4')]).toEqual({
      owner: 0,
      size: 1,
      isHome: false,
      contents: [
        { owner: 1, size: 2 },
        { owner: 0, size: 3 },
      ],
    });
  });

  test('shows only the last move', () => {
    expect(arcanor.secrets.movesShown({ table: 'memory' })).toBe('last');
    expect(arcanor.secrets.movesShown({ table: 'open' })).toBe('all');
  });

  test('[A6] offers a liberation for every own top that is large enough to hold a piece', () => {
    const choices = choicesIn(scene('a2 L1, c2 L2L3, e2 L3, g2 L4, h4 D1, d7 L1L2'));
    for (const cell of ['a2', 'c2', 'e2']) expect(choices).toContain(`${cell}^${cell.charAt(0)}3`);
    expect(choices.some((text) => text.startsWith('g2^') || text.startsWith('d7'))).toBe(false);
  });

  test('[A5]-[A8] its choices are the legal moves and the liberations that result in a peek', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(200), (seed, plies) => {
        const position = wandered(seed, plies);
        const tried = choicesIn(position).filter((text) => isPeekTaken(position, text) !== null);
        expect(
          choicesIn(position)
            .filter((text) => !tried.includes(text))
            .sort(),
        ).toEqual(texts(position));
      }),
      { numRuns: randomGames(100) },
    );
  });

  test('the number of quiet moves is public: everything that resets it is visible', () => {
    expect(arcanor.view(play(scene('a3 L1, h4 D1', { quiet: 4 }), 'a3-a4'), 'spectator').quiet).toBe(5);
  });
});

const reopened = (position: ArcanorPosition): ArcanorPosition =>
  arcanor.secrets.sample({ ...arcanor.secrets.knowledge(position, 0), options: { table: 'open' } }, new SeededRng(0));

describe('[A4] the open table', () => {
  test('shows contents, and its choices are the legal moves', () => {
    const position = scene('a2 L1, c2 L2D3, h4 D1', { table: 'open' });
    expect(arcanor.view(position, 1).cells[cellOf('c2')]?.contents).toEqual([{ owner: 1, size: 3 }]);
    expect(choicesIn(position).sort()).toEqual(texts(position));
  });
});

describe('[A4] knowledge', () => {
  test('is the whole position with its history, on both tables, for both players', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(400), (seed, plies) => {
        const position = wandered(seed, plies);
        for (const seat of [0, 1]) {
          const known = JSON.parse(JSON.stringify(arcanor.secrets.knowledge(position, seat))) as ArcanorKnowledge;
          const world = arcanor.secrets.sample(known, new SeededRng(0));
          expect(playedOn(world)).toEqual(playedOn(position.clone()));
        }
      }),
      { numRuns: randomGames(30) },
    );
  });

  test('[A13] a sample remembers what repeats', () => {
    const round = 'c3xd3 h5-h4 d3^c3 h4-h5';
    const position = play(scene('c3 L1, d3 D2, h5 D1'), `${round} c3xd3 h5-h4 d3^c3`);
    const world = arcanor.secrets.sample(arcanor.secrets.knowledge(position, 1), new SeededRng(0));
    expect(play(world, 'h4-h5').end).toBe('repetition');
  });
});

/** The course and the end of a game in which the first, the second, … legal move is played in turn. */
function playedOn(position: ArcanorPosition): unknown {
  const buffer = new Uint16Array(arcanor.maxMoves);
  const moves: Move[] = [];
  while (position.turn >= 0) {
    const move = buffer[(7 * moves.length) % position.legalMoves(buffer)] as Move;
    moves.push(move);
    position.play(move);
  }
  return { moves, end: position.end, outcome: position.outcome() };
}

describe('[A10] peeks', () => {
  test('are allowed for all own tops, including those on the goal row, and no others', () => {
    const position = scene('d4 L1D2L3, d7 L2, b2 L4, e5 D1L2');
    expect(arcanor.peeks?.list(position)).toEqual(['b2', 'd4', 'd7']);
  });

  test('are listed in the order of their names, and those of Dark include no empty cell', () => {
    const position = scene('b1 D1, a2 D1, c3 D4, d4 L1', { turn: 1 });
    expect(arcanor.peeks?.list(position)).toEqual(['a2', 'b1', 'c3']);
  });

  test('show the piece directly under the top, or that there is none', () => {
    const position = scene('d4 L1D2L3, d7 L2, h4 D1');
    expect(arcanor.peeks?.look(position, 'd4')).toEqual({ under: { owner: 1, size: 2 } });
    expect(arcanor.peeks?.look(position, 'd7')).toEqual({ under: null });
  });

  test('are over when the game is over', () => {
    const position = play(scene('a7 L4, b7 L4, c6 L4, h4 D1'), 'c6-c7');
    expect(arcanor.peeks?.list(position)).toEqual([]);
  });

  test('[A6] trying to liberate with an empty piece is a peek', () => {
    const position = scene('d4 L1, e4 L2L3, f6 L4, h4 D1, a7 L1, d5 D3');
    const tries = {
      'd4^c4': 'd4',
      'e4^e5': null,
      'd4^d5': null,
      'd4-c4': null,
      'f6^f7': null,
      'h4^h5': null,
      'a7^a6': null,
      'c4^c5': null,
    };
    for (const [text, peek] of Object.entries(tries)) expect([text, isPeekTaken(position, text)]).toEqual([text, peek]);
  });

  test('[A6] on an open table it is illegal', () => {
    expect(isPeekTaken(scene('d4 L1, h4 D1', { table: 'open' }), 'd4^c4')).toBeNull();
  });
});

test('a stack is formatted as it is parsed', () => {
  expect(stackAt(scene('d4 L1D2L3D4'), 'd4')).toBe('L1D2L3D4');
});
