import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere, tablier } from './tablier.ts';

const PAGE = new URL('../../../scripts/pack/readme/rules.md', import.meta.url);

/** The game on the page of `@tablier/rules`. */
const STICKS = [...readFileSync(PAGE, 'utf8').matchAll(/```js\n([^]*?)```/g)]
  .map(([, code = '']) => code)
  .find((code) => code.includes('export const game')) as string;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-game-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of a game, named after its id: a process can have each id once. */
function gameFile(id: string, code: string): string {
  const path = join(folder, `${id}.js`);
  writeFileSync(path, code.replace("id: 'sticks'", `id: '${id}'`));
  return path;
}

test('the game on the page of the package keeps the contract, and is played as it is', async () => {
  const file = gameFile('sticks', STICKS);
  const checked = await tablier(['check-game', file, '--seed', '1']);
  expect(checked.stdout).toMatch(
    /^ok {4}sticks: the declaration is sound\nok {4}2 players: [^]*\n6 passed, 0 failed\n$/,
  );
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  // From ten sticks only two leave the other a lost position.
  const match = await runHere(['match', '--game', file, '--a', '8', '--b', '1', '--games', '4', '--seed', '1']);
  expect(JSON.parse(match.stdout)).toMatchObject({ games: 4 });
  const shown = await tablier(['play', '--game', file, '--seat', '1', '--seed', '1'], { input: '3\nmoves\nquit\n' });
  expect(shown.stdout).toMatch(/^Sticks\. You play First\.[^]*left: 12[^]*left: \d/);
});

describe('other commands know the game of a file', () => {
  const other = (): string => gameFile('others', STICKS);

  test.each([
    ['moves', ['--moves', '3 3 3 2'], '1'],
    ['perft', ['--depth', '2'], '9'],
    ['moves', ['others', '--json'], '["1","2","3"]'],
  ])('%s %j', async (command, words, expected) => {
    expect((await runHere([command, '--game', other(), ...words])).lines).toEqual([expected]);
  });

  test('records are made, checked and judged', async () => {
    const { stdout } = await runHere(['random', '--game', other(), '--seed', '1']);
    const checked = await tablier(['replay', '--game', other()], { input: stdout });
    expect([checked.stdout, checked.code]).toEqual(['1 passed, 0 failed\n', 0]);
    const judged = await tablier(['analyse', '--game', other(), '--nodes', '50', '--json'], { input: stdout });
    expect(judged.stdout).toMatch(/^\{/);
  });

  test('the engine', async () => {
    const input = 'setoption name Game value others\nposition startpos moves 2\ngo nodes 200\nquit\n';
    const { lines } = await tablier(['engine', '--game', other()], { input });
    expect(lines.at(-1)).toMatch(/^bestmove 2/);
  });
});

describe('a game that breaks the contract fails the check', () => {
  test.each([
    ['ends', 'this.left === 0 ? NOBODY : 1 - this.turn', '1 - this.turn', /ends, .* is not over after 20000 moves$/],
    ['turns', 'this.turnIndex++;', '', /another seat moves in the same turn/],
    ['texts', 'String(move + 1)', "'take'", /: 3 moves share 1 texts$/],
    [
      'copies',
      '{ left, turn, turnIndex, passed });\n',
      '{ turn, turnIndex, passed });\n',
      /does not copy the fields left/,
    ],
    ['places', '1 + last, 2 - last', '2, 2', /no seat is in the first place/],
    ['into', 'into = new Sticks(3)', '_, into = new Sticks(3)', /restore does not write into the position/],
    [
      'views',
      '{ ...commonView(position, {}, 2), left: position.left }',
      'position',
      /the outcome of a view is wrong after the end/,
    ],
    [
      'space',
      'moveSpace: 3',
      'moveSpace: 2',
      /randomMove draws other moves than the legal ones: \[0,1,2\] instead of \[0,1\]/,
    ],
    ['faults', 'this.left -= move + 1;', 'this.left -= move.taken.count;', /TypeError: .* at .*faults\.js:/],
  ])('%s', async (id, part, broken, fault) => {
    expect(STICKS).toContain(part);
    const { code, lines } = await runHere(['check-game', gameFile(id, STICKS.replace(part, broken)), '--seed', '1']);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([expect.stringMatching(fault)]);
    expect([lines.at(-1), code]).toEqual([expect.stringMatching(/, 1 failed$/), 1]);
  });
});

describe('a file without a game gets one clear line', () => {
  const bad: readonly (readonly [string, string, string | RegExp])[] = [
    ['nothing', 'export const other = 1;', 'is no game: it exports no "game"'],
    [
      'half',
      "export const game = { id: 'half', name: 'Half' };",
      'is no game: its game has no string "author": defineGame makes a whole game',
    ],
    ['taken', STICKS.replace("id: 'sticks'", "id: 'isaac'"), 'is no game: there is already a game with the id "isaac"'],
    [
      'named',
      STICKS.replace("id: 'sticks'", "id: 'My Game'"),
      'is no game: the id "My Game" has other signs than a-z, 0-9 and -',
    ],
    ['unread', 'export const game = ;', "Unexpected token ';'"],
    ['thrown', "throw new Error('no sticks');", 'no sticks'],
    ['alone', "import 'no-such-package';", /Cannot find package 'no-such-package' imported from /],
  ];
  test.each(bad)('%s', async (id, code, reason) => {
    const path = join(folder, `${id}.js`);
    writeFileSync(path, code);
    for (const words of [
      ['check-game', path],
      ['match', '--game', path, '--a', '1', '--b', '1'],
    ]) {
      const run = await runHere([...words, '--seed', '1']);
      expect([run.code, run.stdout, run.stderr.split('\n').length]).toEqual([2, '', 2]);
      expect(run.stderr).toMatch(/^tablier: /);
      expect(run.stderr).toContain(path);
      if (typeof reason === 'string') expect(run.stderr).toContain(reason);
      else expect(run.stderr).toMatch(reason);
    }
  });

  test('a file that is not there', async () => {
    const { code, stderr } = await runHere(['check-game', './no-such.js']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^tablier: cannot load \.\/no-such\.js: .*\n$/)]);
  });
});
