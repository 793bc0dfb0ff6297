import { legalMoveTexts, NOBODY, plainText, SeededRng } from '@tablier/core';
import { type ArcanorPosition, arcanor } from '../../src/arcanor/index.ts';
import { play, startOf } from './scene.ts';

/** Moves that show every kind [A5]-[A7], and after how many of them to draw the board. */
const OPENING = 'b1^c2 b7^a6 c2-c3 e7-e6 b1-c2 e6-d5 c3-c4 a7^b6 a1-b2 d5-d4 c4-b5 b6-c6 b5-b6 d4^d3 b6xa7 d4-d5'.split(
  ' ',
);
const DRAWN_EVERY = 8;
const SEED = 3;

function shown(position: ArcanorPosition): string {
  return plainText(arcanor.draw(arcanor.view(position, 'spectator')));
}

/** A game on a page: its first moves with boards and legal moves, the rest at random, the end. */
export function playthrough(): string {
  const position = startOf('open');
  const parts = [shown(position), `${position.countMoves()} moves: ${legalMoveTexts(arcanor, position).join(' ')}`];
  for (let from = 0; from < OPENING.length; from += DRAWN_EVERY) {
    const moves = OPENING.slice(from, from + DRAWN_EVERY).join(' ');
    play(position, moves);
    parts.push(
      moves,
      shown(position),
      `${position.countMoves()} moves: ${legalMoveTexts(arcanor, position).join(' ')}`,
    );
  }
  return `${[...parts, ...finished(position)].join('\n\n')}\n`;
}

function finished(position: ArcanorPosition): string[] {
  const rng = new SeededRng(SEED);
  const buffer = new Uint16Array(arcanor.maxMoves);
  const moves: string[] = [];
  while (position.turn !== NOBODY) {
    const move = buffer[rng.below(position.legalMoves(buffer))] as number;
    moves.push(arcanor.formatMove(move));
    position.play(move);
  }
  const { scores, places } = position.outcome();
  return [
    moves.join(' '),
    shown(position),
    `end ${position.end}, scores ${scores.join(' ')}, places ${places.join(' ')}`,
  ];
}
