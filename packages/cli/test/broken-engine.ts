/** `node broken-engine.ts FAULT`: the engine of Tablier with one fault, that of the check with this name. */
import { createInterface } from 'node:readline';
import { Engine } from '../src/engine/engine.ts';

const [fault = ''] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const engine = new Engine((line) => hear(line));
let isSearching = false;
const held: string[] = [];
let hasStopped = false;
let moves = 0;

type Filter = (line: string) => string | readonly string[];
const dropping =
  (wanted: RegExp): Filter =>
  (line) =>
    wanted.test(line) ? [] : line;
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

/** What the engine reads, or does not. */
const IN: Readonly<Record<string, Filter>> = {
  setup: (line) => {
    if (line.startsWith('setoption name Players')) say('info string error: what players?');
    return line;
  },
  position: replacing(/^(position startpos) moves.*/, '$1'),
  'other-game': (line) => {
    if (!line.startsWith('position')) return line;
    const before = moves;
    moves = line.split(' ').length;
    return moves < before ? [] : line;
  },
  movetime: dropping(/^go movetime/),
  depth: dropping(/^go depth/),
  clock: dropping(/^go p1time 200/),
  'no-time': dropping(/^go p1time -/),
  forced: (line) => {
    if (line.startsWith('position')) moves = line.split(' ').length;
    if (!line.startsWith('go') || moves < 12) return line;
    say('bestmove (none)');
    return [];
  },
  infinite: replacing(/^go infinite/, 'go nodes 1'),
  'ready-while-searching': (line) => {
    if (line !== 'isready' || !isSearching) return line;
    held.push(line);
    return [];
  },
  'idle-stop': (line) => {
    if (line === 'stop' && !isSearching) say('bestmove 00-02');
    return line;
  },
  again: (line) => {
    hasStopped ||= line === 'stop';
    return hasStopped && line.startsWith('go') ? [] : line;
  },
  newgame: dropping(/^uginewgame/),
  'unknown-command': dying(/^no-such/),
  'unknown-option': dying(/NoSuchOption/),
  blank: dying(/^\s*$/),
  spaces: dropping(/^\s|\s$/),
  'long-line': dying(/^.{9999}/),
  quit: dropping(/^quit/),
  'quit-while-searching': (line) => (line === 'quit' && isSearching ? [] : line),
};

/** What it writes. */
const OUT: Readonly<Record<string, Filter>> = {
  ugi: dropping(/^ugiok/),
  name: dropping(/^id author/),
  options: replacing(/type spin/, 'type number'),
  greeting: (line) => (line === 'ugiok' ? [line, 'id name The Late'] : line),
  isready: twice(/^readyok/),
  move: replacing(/^bestmove.*/, 'bestmove 00-00'),
  'one-answer': twice(/^bestmove/),
  info: replacing(/ depth (\d+)/, ' depth $1.5'),
  'illegal-position': (line) => (/error/.test(line) ? [] : line.replace('(none)', '00-02')),
  'game-over': (line) => (/error: game-over/.test(line) ? [] : line.replace('(none)', '00-02')),
};

function hear(line: string): void {
  if (line.startsWith('bestmove')) isSearching = false;
  for (const each of [OUT[fault]?.(line) ?? line].flat()) say(each);
  if (!isSearching) for (const each of held.splice(0)) engine.receive(each);
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  for (const each of [IN[fault]?.(line) ?? line].flat()) {
    if (each.startsWith('go')) isSearching = true;
    engine.receive(each);
  }
});
if (fault === 'end-of-input') setInterval(() => undefined, 1000);
else input.on('close', () => engine.endInput());
void engine.finished.then(() => process.exit());
