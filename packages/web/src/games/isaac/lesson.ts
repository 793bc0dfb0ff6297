import { type Lesson, oneOf } from '../../board/lesson.ts';

const PLACED = [
  ...['24-29', '39-89', '80-86', '40-46', '03-33', '94-99', '57-87', '70-74', '61-66'],
  ...['38-78', '51-55', '02-32', '04-08', '15-19', '01-31', '00-30', '34-37', '90-92'],
];
const REMOVED = 'x01-31 x00-30 x57-87 x38-78 x34-37 x70-74'.split(' ');
/** Another game, in which both counters come to stand on one column. */
const BOTH = [
  ...['20-24', '31-81', '54-57', '33-37', '82-86', '65-67', '03-07', '43-63'],
  ...['49-79', '92-97', '58-78', '25-28', '32-62', '45-48', '12-17', '09-29'],
  ...['50-70', '73-75', '87-89', '00-02', 'x54-57', 'x43-63'],
];

function lengthOf(move: string): number {
  const [from = 0, to = 0] = move.replace('x', '').split('-').map(Number);
  return 1 + (to - from < 10 ? to - from : (to - from) / 10);
}

const isUpright = (move: string): boolean => move.at(-1) === move.at(-4);

export const lesson: Lesson = {
  steps: [
    { id: 'goal', rule: 'I16', moves: PLACED },
    {
      id: 'place',
      rule: 'I5',
      moves: [],
      isRight: (move) => lengthOf(move) === 7,
      guided: true,
      example: '42-48',
      inHand: true,
    },
    { id: 'score', rule: 'I12', moves: PLACED, isRight: oneOf('x34-37'), guided: true, sum: [6, 2] },
    { id: 'double', rule: 'I12', moves: PLACED, isRight: oneOf('x04-08'), guided: true, sum: [4, 3, 2] },
    { id: 'room', rule: 'I6', moves: PLACED.slice(0, -1), isRight: (move) => lengthOf(move) === 4 },
    { id: 'line', rule: 'I12', moves: [...PLACED, ...REMOVED.slice(0, 2)], isRight: isUpright, sum: [5, 2] },
    {
      id: 'longer',
      rule: 'I10',
      moves: [...PLACED, ...REMOVED.slice(0, 3)],
      isRight: (move) => lengthOf(move) === 5,
    },
    { id: 'stays', rule: 'I11', moves: [...PLACED, ...REMOVED], isRight: oneOf('x03-33'), sum: [4, 2, 2] },
    { id: 'both', rule: 'I12', moves: BOTH, isRight: oneOf('x32-62'), sum: [5, 2, 4] },
  ],
};
