import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../src/shared/output.ts';
import { runHere, tablier } from './tablier.ts';

describe('wrong usage', () => {
  test.each([
    [[], /Usage: tablier/],
    [['nosuch'], /unknown command 'nosuch'/],
    [['moves'], /missing required argument 'game'/],
    [['moves', 'chess'], /^tablier: unknown-game \(chess\); there are: .*isaac/],
    [['moves', 'isaac', '--foo'], /unknown option '--foo'/],
    [['moves', 'isaac', '--players', '3'], /^tablier: bad-players \(3/],
    [['moves', 'isaac', '--players', 'two'], /must be a whole number/],
    [['moves', 'isaac', '--options', 'counter=no'], /^tablier: bad-option-value \(counter=no\)/],
    [['moves', 'isaac', '--options', '__proto__=1'], /^tablier: /],
    [['moves', 'isaac', '--deal', '{'], /^tablier: bad-deal \(not JSON\)/],
    [['moves', 'isaac', '--deal', '{"a":1}'], /^tablier: bad-deal \(/],
    [['random', 'isaac', '--players', '4', '--seed', '1'], /^tablier: bad-players \(4/],
    [['random', 'isaac', '--count', '-1'], /must be a whole number/],
    [['perft', 'isaac'], /^tablier: perft needs --depth/],
    [['perft'], /^tablier: perft needs a game/],
    [['perft', 'isaac', '--depth', '0', '--divide'], /^tablier: --divide needs/],
    [['perft', 'isaac', '--table', '-'], /^tablier: --table cannot be combined with other options/],
    [['perft', '--table', 'no/such/file'], /^tablier: cannot read no\/such\/file: no such file or directory\n$/],
    [['replay', 'no/such/file'], /^tablier: cannot read no\/such\/file/],
    [['replay', 'a', 'b'], /too many arguments/],
    [['match', 'isaac', '--a', 'strong'], /required option '--b <bot>'/],
    [
      ['match', 'isaac', '--a', 'strong', '--b', 'best'],
      /Allowed choices are 1, 2, 3, 4, 5, 6, 7, 8, beginner, medium, strong/,
    ],
    [['play', 'isaac', '--seat', '3', '--seed', '1'], /^tablier: bad-seat \(3: this game has the seats 1 to 2\)/],
    [['serve', '--port', '70000'], /from 0 to 65535/],
    [['serve', '--database', 'mysql://x'], /^tablier: the URL of the database must have the form postgres:/],
    [['backup'], /missing required argument 'file'/],
    [
      ['backup', 'x', '--data', 'no/such'],
      /^tablier: cannot-open \(cannot open no.such.tablier\.db: no such file\)\n$/,
    ],
  ])('%j: exit code 2, a reason on stderr, nothing on stdout', async (args, reason) => {
    // A game reads its input.
    const { code, stdout, stderr } = await (args[0] === 'play' ? tablier : runHere)(args);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('help', () => {
  test('tells every command, on stdout', async () => {
    const { code, stdout, stderr } = await tablier(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const commands = 'games moves perft deal random replay match engine bench play serve backup restore'.split(' ');
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  test('the version is that of the repository', async () => {
    const manifest = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(VERSION).toBe(manifest.version);
    expect((await tablier(['--version'])).stdout).toBe(`${VERSION}\n`);
  });
});
