/**
 * `node misbehaving-engine.ts MODE AT LOG`: a UGI engine for Isaac that plays the first legal move and misbehaves at its search number AT,
 * counted over all processes with the same log. It writes what it reads, and its process id, to the log.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { legalMoveTexts, makeSetup } from '@tablier/core';
import { isaac } from '@tablier/games/isaac';

const [mode = '', at = '1', log = ''] = process.argv.slice(2);
const write = (line: string): void => appendFileSync(log, `${line}\n`);
const searchesBefore = (): number =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('go')).length
    : 0;
let moves: readonly string[] = [];
let isSearching = false;
write(`pid ${process.pid}`);
if (mode === 'fork') write(`pid ${spawn('sleep', ['60'], { detached: true, stdio: 'inherit' }).pid}`);

function firstMove(): string {
  const setup = makeSetup(isaac, {});
  if (!setup.ok) throw new Error(setup.error.name);
  const position = isaac.start(setup.value);
  for (const text of moves) position.play(isaac.parseMove(text) ?? Number.NaN);
  return legalMoveTexts(isaac, position)[0] ?? '';
}

const ANSWERS: Readonly<Record<string, (move: string) => Promise<string> | string>> = {
  hang: () => new Promise(() => undefined),
  late: async (move) => (await sleep(1500), `bestmove ${move}`),
  slow: async (move) => (await sleep(700), `bestmove ${move}`),
  illegal: () => 'bestmove 00-00',
  empty: () => 'bestmove',
  'huge-move': () => `bestmove ${'9'.repeat(60_000)}`,
  none: () => 'bestmove (none)',
  blanks: (move) => `  bestmove   ${move}  ponder x`,
  garbage: (move) =>
    `\u0000\u0007{"bestmove":\nbestmoves ${move}\ninfo depth x\n${'y'.repeat(100_000)}\nbestmove ${move}`,
  'endless-line': () => {
    const more = (): void => void process.stdout.write('x'.repeat(1 << 20), more);
    more();
    return new Promise(() => undefined);
  },
  escapes: () => 'info string error: \u001b[2Jgone',
  'error-then-move': async (move) => {
    console.log('info string error: no table base');
    await sleep(300);
    return `bestmove ${move}`;
  },
};

async function answer(): Promise<void> {
  const misbehaves = mode === 'slow' || searchesBefore() === Number(at);
  const move = firstMove();
  isSearching = true;
  const said = misbehaves ? await ANSWERS[mode]?.(move) : undefined;
  console.log(said ?? `bestmove ${move}`);
  isSearching = false;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  write(line);
  if (line === 'ugi' && mode !== 'mute') console.log('ugiok');
  if (line === 'isready' && !isSearching) console.log('readyok');
  if (line === 'quit' && mode !== 'no-quit') process.exit();
  if (line.startsWith('position')) moves = line.split(' ').slice(3);
  if (line.startsWith('go')) void answer();
});
// Its parent may be gone: only a signal ends it.
if (mode === 'no-quit') setInterval(() => undefined, 1000);
