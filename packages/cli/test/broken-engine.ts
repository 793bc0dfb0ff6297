/** `node broken-engine.ts FAULT`: the engine of Tablier with one fault, that of the check with this name, or one of `tablier perft --against`. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../src/engine/engine.ts';

const [fault = ''] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const engine = new Engine((line) => hear(line));
const held: string[] = [];
const count = { greetings: 0, searches: 0, stops: 0, newGames: 0, floods: 0, moves: 0 };
let isSearching = false;
let hasStopped = false;
let lastInfo = '';
/** The line read before this one. */
let previous = '';

type Filter = (line: string) => string | readonly string[];
const dropping =
  (wanted: RegExp, isBroken = () => true): Filter =>
  (line) =>
    wanted.test(line) && isBroken() ? [] : line;
const dying =
  (wanted: RegExp): Filter =>
  (line) =>
    wanted.test(line) ? process.exit(1) : line;
const twice =
  (wanted: RegExp): Filter =>
  (line) =>
    wanted.test(line) ? [line, line] : line;
const replacing =
  (wanted: RegExp, by: string): Filter =>
  (line) =>
    line.replace(wanted, by);
const saying =
  (wanted: RegExp, what: string, isBroken = () => true): Filter =>
  (line) => {
    if (wanted.test(line) && isBroken()) say(what);
    return line;
  };

const MISSED = ['a1-b2', 'a7-a6', 'b1-c1'];
let played: string[] = [];
let depth = 0;

/** It keeps a position that is longer than the next one. */
const stayingAhead: Filter = (line) => {
  if (!line.startsWith('position')) return line;
  const before = count.moves;
  count.moves = line.split(' ').length;
  return count.moves < before ? [] : line;
};
const movingAnyway =
  (error: RegExp): Filter =>
  (line) =>
    error.test(line) ? [] : line.replace('(none)', '00-02');

/** What the engine reads, or does not. */
const IN: Readonly<Record<string, Filter>> = {
  quit: dropping(/^quit/, () => count.greetings > 0),
  'quit-first': dropping(/^quit/, () => count.greetings === 0),
  'quit-searching': dropping(/^quit/, () => isSearching),
  'no-hurry': dropping(/^go/, () => count.newGames === 0),
  position: replacing(/^(position startpos) moves.*/, '$1'),
  'whole-game': (line) => {
    if (line.startsWith('position')) count.moves = line.split(' ').length;
    if (!line.startsWith('go') || count.moves < 12) return line;
    say('bestmove (none)');
    return [];
  },
  nodes: dropping(/^go nodes 100/),
  depth: dropping(/^go depth/),
  movetime: dropping(/^go movetime/),
  'both-limits': replacing(/^go nodes 1 movetime/, 'go movetime'),
  clock: dropping(/^go p1time 200 p2time 200$/),
  increment: dropping(/inc 100/),
  'clock-order': dropping(/^go p2/),
  'own-clock': replacing(/p1time (\d+) p1inc 0 p2time (\d+)/, 'p1time $2 p2time $1'),
  'no-time': dropping(/^go p1time 0/),
  'negative-time': dropping(/^go p1time -/),
  infinite: replacing(/^go infinite/, 'go nodes 1'),
  'stop-at-once': dropping(/^stop/, () => previous.startsWith('go')),
  'stop-twice': saying(/^stop/, 'bestmove 00-02', () => count.stops > 1),
  'idle-stop': saying(/^stop/, 'bestmove 00-02', () => !isSearching),
  'late-stop': saying(/^stop/, 'bestmove 00-02', () => !isSearching && count.searches > 0),
  'ready-searching': (line) => {
    if (line !== 'isready' || !isSearching) return line;
    held.push(line);
    return [];
  },
  'search-again': dropping(/^go/, () => hasStopped),
  'new-game': dropping(/^uginewgame/),
  'new-game-twice': (line) => (line === 'uginewgame' && count.newGames > 1 ? process.exit(1) : line),
  'position-stays': (line) => (line === 'ugi' ? ['uginewgame', line] : line),
  'position-alone': dropping(/^position/, () => count.newGames === 0),
  back: stayingAhead,
  'other-game': stayingAhead,
  setup: saying(/^setoption name Players/, 'info string error: what players?'),
  defaults: saying(/^setoption name Seed/, 'info string error: what seed?'),
  held: (line) => (line === 'uginewgame' && count.searches > 0 ? ['setoption name Game value nasca', line] : line),
  choices: dying(/value strong/),
  lowest: dying(/Players value 1$/),
  'too-high': dying(/value 50$/),
  'not-a-number': dying(/value many$/),
  'no-choice': dying(/no-such-value/),
  'unknown-option': dying(/NoSuchOption/),
  'no-option': dying(/^setoption$/),
  'unknown-command': dying(/^no-such/),
  'chess-commands': dying(/^ponderhit/),
  query: dying(/^query no-such/),
  blank: dying(/^\s*$/),
  spaces: dropping(/^\s|\s$/),
  'inner-spaces': dropping(/^go {2}/),
  'line-ends': dropping(/\r$/),
  'long-line': dying(/^.{9999}/),
  letters: dying(/王/),
  bytes: dying(/\ufffd/),
  flood: (line) => (line === 'flood' && ++count.floods > 1000 ? process.exit(1) : line),
  'bad-position': dying(/^position no-such/),
  'bad-limit': dying(/^go nodes$/),
  'perft-refused': replacing(/^go perft.*/, 'go perft 0'),
  'perft-line': (line) => {
    played = line.startsWith('position') ? (line.split(' moves ')[1] ?? '').split(' ').filter(Boolean) : played;
    depth = Number(/^go perft (\d)/.exec(line)?.[1] ?? 0);
    return line;
  },
};

/** What it writes. */
const OUT: Readonly<Record<string, Filter>> = {
  plain: replacing(/^id name/, 'id name \u001b[1m'),
  ugi: dropping(/^ugiok/),
  isready: twice(/^readyok/),
  name: dropping(/^id name/),
  author: dropping(/^id author/),
  once: (line) => (line === 'ugiok' && count.greetings > 2 ? [line, line] : line),
  'nothing-after': (line) => (line === 'ugiok' ? [line, 'id name The Late'] : line),
  again: (line) => (line.startsWith('id name') ? `${line} ${count.greetings}` : line),
  'no-error': (line) => (line === 'ugiok' ? ['info string error: no file', line] : line),
  'option-types': replacing(/type spin/, 'type number'),
  'option-names': (line) => (line.startsWith('option name Seed') ? [line, line.replace('Seed', 'seed')] : line),
  'option-ranges': replacing(/spin default \d+/, 'spin default 99'),
  'option-choices': replacing(/combo default isaac/, 'combo default chess'),
  'option-game': replacing(/var isaac/, 'var isaak'),
  start: replacing(/^bestmove.*/, 'bestmove 00-00'),
  'one-answer': twice(/^bestmove/),
  'nothing-else': replacing(/^info/, 'thinking'),
  'info-after': (line) => (line.startsWith('bestmove') ? [line, lastInfo] : line),
  'info-numbers': replacing(/ depth (\d+)/, ' depth $1.5'),
  'info-score': replacing(/ score cp/, ' score about'),
  'info-grows': (line) => (line.startsWith('info') ? [line, line.replace(/ nodes \d+/, ' nodes 0')] : line),
  'info-pv': replacing(/ pv \S+/, ' pv 00-00'),
  'many-searches': dropping(/^bestmove/, () => count.searches === 15),
  'illegal-start': movingAnyway(/error: illegal-move at ply 1|no-position/),
  'illegal-later': movingAnyway(/error: illegal-move at ply 5|no-position/),
  'unreadable-move': movingAnyway(/error: unreadable-move|no-position/),
  'game-over': movingAnyway(/error: game-over/),
  // Of the moves after two it does not know the third.
  'perft-line': (line) => {
    const [move, count] = line.split(': ');
    if (depth !== 3 - played.length || move !== MISSED[played.length]) return line;
    return played.length === 2 ? [] : `${move}: ${Number(count) - 1}`;
  },
};

function hear(line: string): void {
  if (line.startsWith('bestmove')) isSearching = false;
  if (line.startsWith('info')) lastInfo = line;
  for (const each of [OUT[fault]?.(line) ?? line].flat()) say(each);
  if (!isSearching) for (const each of held.splice(0)) engine.receive(each);
}

function take(line: string): void {
  if (line === 'ugi') count.greetings++;
  if (line === 'stop') count.stops++;
  count.newGames = line === 'uginewgame' ? count.newGames + 1 : line.startsWith('go') ? 0 : count.newGames;
  for (const each of [IN[fault]?.(line) ?? line].flat()) {
    if (each === 'stop') hasStopped = true;
    if (each.startsWith('go')) {
      Object.assign(count, { searches: count.searches + 1, stops: 0 });
      isSearching = true;
    }
    engine.receive(each);
  }
  previous = line;
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = fault === 'pieces' ? '' : (lines.pop() ?? '');
  for (const line of fault === 'at-once' ? lines.slice(0, 50) : lines) take(line);
});
process.stdin.on('end', () => {
  if (fault === (isSearching ? 'end-of-input-searching' : 'end-of-input')) setInterval(() => undefined, 1000);
  else engine.endInput();
});
void engine.finished.then(() => process.exit(fault === 'exit-code' ? 3 : 0));

/** What is wrong from the beginning. */
const AT_START: Readonly<Record<string, () => unknown>> = {
  starts: () => process.exit(),
  terminate: () => process.on('SIGTERM', () => undefined),
  children: () => spawn('sleep', ['60'], { stdio: 'ignore' }),
  twice() {
    const lock = join(tmpdir(), `broken-engine-${process.ppid}`);
    if (existsSync(lock)) process.exit(1);
    writeFileSync(lock, '');
    process.on('exit', () => rmSync(lock));
  },
};
AT_START[fault]?.();
