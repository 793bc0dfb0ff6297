import { type Lesson, oneOf, stepsWith } from '../../board/lesson.ts';

function lengthOf(move: string): number {
  const [from = '', to = ''] = move.split('-');
  const across = to.charCodeAt(0) - from.charCodeAt(0);
  return 1 + across + Number(to.slice(1)) - Number(from.slice(1));
}

const isUpright = (move: string): boolean => move.charAt(0) === move.split('-')[1]?.charAt(0);

/** Walls across the whole board, and three answers that change nothing. */
const STRIP = ['a4-e4', 'h8-k8', 'f4-i4', 'a9-d9', 'j4-k4', 'e7-g7'];
/** Two posts that carry a bridge. */
const POSTS = ['c3-c6', 'h8-k8', 'f3-f6', 'a9-d9'];
/** A wall of Light around a corner, and a post of Dark next to it. */
const LIGHT_CORNER = ['e1-e3', 'h4-k4', 'a8-c8', 'g1-g3'];

export const lesson: Lesson = {
  steps: stepsWith({ options: { rounds: 1 } }, [
    { id: 'goal', rule: 'N14', moves: ['a4-e4', 'g6-k6', 'e1-e3', 'f7-f10'] },
    { id: 'lay', rule: 'N4', moves: [], isRight: (move) => lengthOf(move) === 5, guided: true, example: 'd5-h5' },
    {
      id: 'close',
      rule: 'N13',
      moves: ['a4-e4', 'g8-k8'],
      isRight: oneOf('d1-d3', 'e1-e3', 'f1-f3'),
      guided: true,
      example: 'e1-e3',
      inHand: true,
    },
    {
      id: 'bridge',
      rule: 'N5',
      moves: POSTS,
      isRight: oneOf('c3-f3', 'c4-f4', 'c5-f5', 'c6-f6'),
      guided: true,
      example: 'c4-f4',
      inHand: true,
    },
    {
      id: 'own',
      rule: 'N7',
      moves: ['d5-g5', 'd8-g8', 'a1-a3', 'h2-j2'],
      isRight: oneOf('d5-d8', 'e5-e8', 'f5-f8', 'g5-g8'),
      example: 'e5-e8',
    },
    { id: 'above', rule: 'N11', moves: LIGHT_CORNER, isRight: oneOf('e1-g1', 'e2-g2', 'e3-g3'), example: 'e2-g2' },
    { id: 'corner', rule: 'N12', moves: ['a5-c5', 'g8-k8'], isRight: oneOf('d1-d4') },
    {
      id: 'edges',
      rule: 'N13',
      moves: STRIP,
      isRight: (move) => isUpright(move) && move.endsWith('3') && lengthOf(move) === 3,
      example: 'f1-f3',
    },
    { id: 'inner', rule: 'N15', moves: ['j8-k8', 'g6-k6', 'c3-f3', 'f7-f10'], isRight: oneOf('i9-i10') },
    {
      id: 'higher',
      rule: 'N6',
      moves: [...POSTS, 'c4-f4', 'g1-k1', 'c6-f6', 'a1-a5'],
      isRight: oneOf('c4-c6', 'd4-d6', 'e4-e6', 'f4-f6'),
      example: 'd4-d6',
    },
  ]),
};
