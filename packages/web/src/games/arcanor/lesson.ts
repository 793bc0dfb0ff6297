import { type Lesson, oneOf, stepsWith } from '../../board/lesson.ts';

/** The kind of a move is the sign between its two cells. */
const isSlide = (move: string): boolean => move.charAt(2) === '-';
const isLiberation = (move: string): boolean => move.charAt(2) === '^';

/** A stack of 3 and 4 before the goal row; with `^` its 3 alone. */
const walk = (sign: '-' | '^'): string[] =>
  `b1${sign}b2 h7-h6 b2-b3 h6-h5 b3-b4 h5-g4 b4-b5 g4-h5 b5-b6 h5-h4`.split(' ');
/** A game in which Light has 10 points and is one step from more. */
const NEARLY = [
  ...['b1-a2', 'g7-f7', 'a2-b3', 'd7-e6', 'b3-c4', 'h7-g6', 'c4-c5', 'e7-f6', 'c5-b6'],
  ...['f6-g7', 'b6^c7', 'a7-a6', 'b6-a7', 'f7-f6', 'e1-d2', 'e6-e5', 'd2-c3', 'g7-h6'],
  ...['c3-c4', 'b7-c6', 'c4-d5', 'f6-e7', 'd5-e6', 'e7-d6', 'e6^d7', 'h6-g7'],
];

/** Contents are visible, except in the step about the usual table. */
export const lesson: Lesson = {
  steps: stepsWith({ options: { table: 'open' } }, [
    { id: 'goal', rule: 'A11', moves: [] },
    { id: 'slide', rule: 'A5', moves: [], isRight: isSlide, guided: true, example: 'b1-b2' },
    { id: 'free', rule: 'A6', moves: ['b1-b2', 'h7-h6'], isRight: isLiberation, guided: true, example: 'b2^b3' },
    {
      id: 'take',
      rule: 'A7',
      moves: 'b1-b2 a7^a6 b2-b3 a7-b6 b3-b4 b6-c5'.split(' '),
      isRight: oneOf('b4xc5'),
      guided: true,
    },
    { id: 'arrive', rule: 'A11', moves: walk('^'), isRight: oneOf('b6-c7') },
    { id: 'locked', rule: 'A9', moves: walk('-'), isRight: oneOf('b6^c7') },
    {
      id: 'size',
      rule: 'A7',
      moves: 'a1^a2 a7^a6 a1-b2 a7-b6 b2-b3 b6-c5 b3-b4 a6-a5'.split(' '),
      isRight: oneOf('b4xa5'),
    },
    {
      id: 'memory',
      rule: 'A4',
      options: { table: 'memory' },
      moves: [],
      isRight: (move) => isLiberation(move) && 'beh'.includes(move.charAt(0)),
      example: 'e1^e2',
    },
    { id: 'win', rule: 'A11', moves: NEARLY, isRight: oneOf('e6-e7', 'e6-f7') },
  ]),
};
