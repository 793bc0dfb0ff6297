import { execFileSync } from 'node:child_process';
import { games } from '@tablier/games';
import { expect, test } from 'vitest';
import { runHere } from './tablier.ts';

/** What a shell offers after these words, of which the last is not finished. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runHere(['completion', 'bash']);
  const script = `${stdout}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tablier; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', 'tablier', ...words], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

test('a shell completes commands, games, options and their values', async () => {
  expect(await offered('ver')).toEqual(['verify-shuffle']);
  expect(await offered('play', '')).toEqual(expect.arrayContaining(games.map(({ id }) => id)));
  expect(await offered('play', 'masker', '--le')).toEqual(['--level']);
  expect(await offered('match', 'isaac', '--a', 'b')).toEqual(['beginner']);
  expect(await offered('admin', 'rese')).toEqual(['reset-password', 'reserve', 'reserved']);
  expect(await offered('check-engine', 'command', '--game', 'n')).toEqual(['nasca']);
});

test('zsh and fish know the same commands, and another shell is refused', async () => {
  const commands = /^ {2}([\w-]+)/gm;
  const names = [...((await runHere(['help'])).stdout.split('Commands:')[1]?.matchAll(commands) ?? [])].map(
    ([, name]) => name,
  );
  const [zsh, fish] = [await runHere(['completion', 'zsh']), await runHere(['completion', 'fish'])];
  for (const name of names.filter((each) => each !== 'help')) {
    expect(zsh.stdout).toMatch(new RegExp(`^ +'tablier ${name}'\\) offered=`, 'm'));
    expect(fish.stdout).toMatch(new RegExp(`-fa ${name} -d '`));
  }
  expect(await runHere(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: 'tablier: unknown-shell (tcsh); there are: bash, zsh, fish\n',
  });
});

test('the page for man has every command with its options, in ASCII, and no line that roff takes for its own', async () => {
  const { lines } = await runHere(['man']);
  for (const words of [
    '.SS play [options] [game]',
    '.SS admin reset\\-password [options] <who>',
    '.B \\-\\-level <level>',
  ])
    expect(lines).toContain(words);
  for (const line of lines) expect(line).toMatch(/^(\.(TH|SH|SS|TP|B)\b|[^.'])[ -~]*$/);
});

test('games and moves are JSON for programs', async () => {
  const facts = (await runHere(['games', '--json'])).lines.map((line) => JSON.parse(line) as unknown);
  expect(facts).toEqual(games.map(({ id, moveSpace }) => expect.objectContaining({ id, moveSpace }) as unknown));
  const { lines } = await runHere(['moves', 'isaac']);
  expect((await runHere(['moves', 'isaac', '--json'])).lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    lines,
  ]);
});
