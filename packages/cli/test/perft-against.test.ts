import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from './tablier.ts';

const against = (fault: string): string[] => [
  '--against',
  `exec ${process.execPath} ${join(import.meta.dirname, 'broken-engine.ts')} ${fault}`,
];
const ARCANOR = ['perft', 'arcanor', '--depth', '3'];

test('counts that agree are said for each depth, from a line of moves or a position', async () => {
  expect(await runHere([...ARCANOR, ...against('none')])).toMatchObject({
    code: 0,
    lines: ['depth 1: 40, the same', 'depth 2: 1600, the same', 'depth 3: 66080, the same'],
  });
  const moves = await runHere([...ARCANOR, '--moves', 'a1-b2', ...against('none')]);
  const at = (await runHere(['perft', 'arcanor', '--depth', '3', '--moves', 'a1-b2'])).lines[0];
  expect([moves.lines.at(-1), moves.code]).toEqual([`depth 3: ${at}, the same`, 0]);
  const start = 'isaac placer,exact 2 1 0 - placing - - 54321/54321 0/0 0/0 - - -';
  const position = await runHere(['perft', 'isaac', '--depth', '1', '--position', start, ...against('none')]);
  expect(position).toMatchObject({ code: 0, lines: ['depth 1: 600, the same'] });
});

test('a difference is followed to the move that only one side has', async () => {
  expect(await runHere([...ARCANOR, ...against('perft-line')])).toMatchObject({
    code: 1,
    lines: [
      'depth 1: 40, the same',
      'depth 2: 1600, the same',
      'depth 3: different',
      'line: a1-b2 a7-a6',
      expect.stringMatching(/^there: (\d+) here, \d+ in the engine$/),
      'b1-c1: 1 here, illegal in the engine',
    ],
  });
  const after = await runHere([...ARCANOR, '--moves', 'a1-b2 a7-a6', ...against('perft-line')]);
  expect(after.lines.slice(1, 2)).toEqual(['line: (none)']);
});

test('an engine that does not count, or ends, is named', async () => {
  const refusing = await runHere([...ARCANOR, ...against('perft-refused')]);
  expect(refusing).toMatchObject({
    code: 2,
    stderr: 'tablier: the engine does not count: info string error: bad-depth (go perft 0; from 1 to 99)\n',
  });
  const gone = await runHere([...ARCANOR, '--against', 'exec false']);
  expect(gone).toMatchObject({ code: 2, stderr: 'tablier: the engine has ended (exit code 1)\n' });
});
