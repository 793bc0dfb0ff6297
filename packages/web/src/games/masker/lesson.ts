import { type Lesson, oneOf, stepsWith } from '../../board/lesson.ts';

/** The user protects red, the opponent blue. */
const deal = { grid: 'BPGWYB/YGBRGP/PWGYRW/GWNRPB/RBYPGY/WBPYRR', tokens: 'RB' };
const TOWER = { grid: 'RPYP,YWYG,RYWR/GGPN,GRRW,BYRB/PWPB,BBGY,PWBG', tokens: 'PG' };

/** What touches the plain cross after the white one on b3, and the stop. */
const NEAR_B3 = ['a3', 'b2', 'b4', '.'];

export const lesson: Lesson = {
  steps: stepsWith({ deal }, [
    { id: 'goal', rule: 'M15', moves: [] },
    { id: 'take', rule: 'M7', moves: [], isRight: oneOf('c4'), guided: true },
    { id: 'more', rule: 'M8', moves: ['c4'], isRight: oneOf('d4'), guided: true },
    { id: 'stop', rule: 'M8', moves: ['c4', 'd4'], isRight: oneOf('.'), guided: true },
    { id: 'white', rule: 'M10', moves: [], isRight: oneOf('b3') },
    { id: 'any', rule: 'M10', moves: ['b3'], isRight: (move) => !NEAR_B3.includes(move), example: 'f3' },
    { id: 'alone', rule: 'M9', moves: 'c2 . d2 e2 e3 e4 e5 d5 d4 .'.split(' '), isRight: oneOf('c4') },
    {
      id: 'own',
      rule: 'M12',
      moves: 'd3 e3 . e4 e5 d5 c5 c4 d4 f2 f3 f4 c1 d1 e1 f1 b3 a1 e2 d2 c2 b2'.split(' '),
      isRight: oneOf('b1'),
    },
    {
      id: 'last',
      rule: 'M15',
      moves: 'd3 d2 e2 e1 d1 . c1 . c2 b2 b1 a1 f3 f4 a6 b6 c6 d6 e6 f6 f5 e5 d5'.split(' '),
      isRight: oneOf('c5'),
    },
    { id: 'tower', rule: 'M17', options: { board: 'tower' }, deal: TOWER, moves: [], isRight: oneOf('a1') },
  ]),
};
