import { AnalysisSearch, botSearch, budgetOf, planOf, SearchMemory, type Task } from '@tablier/ai';
import { NOBODY, type Position, type Rng, type Seat } from '@tablier/core';
import { Batch } from './batch.ts';
import { changeSetting, describeSettings, initialSettings, type Settings, setupOfSettings } from './settings.ts';
import { levelThinker, linesThinker, think, type Thinker } from './thinking.ts';
import { benchLines, describe, perftLines, type Reached, readPerftDepth } from './extras.ts';
import { shareOfClock } from '../match/clocks.ts';
import { EXIT, UsageError, VERSION } from '../shared/output.ts';
import { LINE_LIMIT, LineSplitter } from '../shared/lines.ts';
import { gameRng, playTexts, readPosition, taskOf } from '../shared/setup.ts';

/** Milliseconds that searches with a limit may still take after `quit`. */
const QUIT_GRACE = 2000;

/** The engine of docs/ugi.md. During a search only `isready` and `stop` take effect; `quit` waits a short time for a limited search. */
export class Engine {
  private readonly write: (line: string) => void;
  private settings: Settings = initialSettings();
  /** `null`: the start position of the settings, not built yet. `refused`: the last position could not be set. */
  private reached: Reached | 'refused' | null = null;
  private readonly batch = new Batch();
  private readonly memory = new SearchMemory();
  private readonly waiting: string[] = [];
  private searching = false;
  private stopped = false;
  private inputEnded = false;
  /** When a search must end because of `quit`, by `performance.now`. */
  private lastMoment = Number.POSITIVE_INFINITY;
  private finish: () => void = () => undefined;
  private fail: (error: unknown) => void = () => undefined;
  /** Settles after `quit`, or when the input has ended and every command is answered. */
  readonly finished = new Promise<void>((resolve, reject) => {
    this.finish = resolve;
    this.fail = reject;
  });

  constructor(write: (line: string) => void) {
    this.write = write;
  }

  receive(line: string): void {
    if (this.inputEnded) return;
    const command = /\S+/.exec(line)?.[0];
    if (command === 'quit') this.quit();
    else if (!this.searching) this.obey(line);
    else if (command === 'isready') this.write('readyok');
    else if (command === 'stop') this.stopped = true;
    else this.waiting.push(line);
  }

  /** The input has ended: earlier commands are still answered, and searches without a limit end at once. */
  endInput(): void {
    this.inputEnded = true;
    if (!this.searching) this.finish();
  }

  private quit(): void {
    this.lastMoment = performance.now() + QUIT_GRACE;
    this.endInput();
  }

  private obey(line: string): void {
    try {
      this.dispatch(line.trim());
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.write(`info string error: ${error.message}`);
      // A caller waits for the answer to its `go`.
      if (/^\s*go\b/.test(line)) this.write('bestmove (none)');
    }
  }

  private dispatch(line: string): void {
    // Long lines, which are not split into words.
    if (/^batch\b/.test(line)) return this.write(`batch ${this.batch.answer(line.slice('batch'.length))}`);
    const [command = '', ...words] = line.split(/\s+/);
    switch (command) {
      case '':
      case 'stop':
        return;
      case 'ugi':
        return introduction().forEach((answer) => this.write(answer));
      case 'isready':
        return this.write('readyok');
      case 'uginewgame':
        this.reached = null;
        return;
      case 'setoption':
        return this.setOption(line);
      case 'position':
        return this.setPosition(words);
      case 'query':
        return this.write(`response ${answerQuery(this.current().position, words.join(' '))}`);
      case 'go':
        return words[0] === 'perft' ? this.perft(words[1]) : this.go(words);
      case 'd':
        return this.tellAll(async () => describe(this.settings.game, this.current()));
      case 'bench':
        return this.tellAll(() => benchLines(this.settings.level));
      case 'uci':
        throw new UsageError('this engine speaks UGI, which begins with "ugi" (docs/ugi.md)');
      default:
        throw new UsageError(`unknown-command (${command})`);
    }
  }

  private setOption(line: string): void {
    const match = /^setoption\s+name\s+(.+?)(?:\s+value(?:\s+(.*))?)?$/.exec(line);
    if (match === null) throw new UsageError('bad-command (setoption name <name> value <value>)');
    const { settings, restarts } = changeSetting(this.settings, match[1] as string, match[2] ?? '');
    this.settings = settings;
    if (restarts) this.reached = null;
  }

  private setPosition(words: readonly string[]): void {
    // The position before may be that of another game.
    this.reached = 'refused';
    const at = words.indexOf('moves');
    const start = (at < 0 ? words : words.slice(0, at)).join(' ');
    const moves = at < 0 ? '' : words.slice(at + 1).join(' ');
    const { game } = this.settings;
    const { position, setup } = start === 'startpos' ? this.startPosition() : readPosition(game, start);
    this.reached = { setup, position, moves: playTexts(game, position, moves) };
  }

  private startPosition(): Reached {
    const setup = setupOfSettings(this.settings);
    return { setup, position: this.settings.game.start(setup), moves: [] };
  }

  private current(): Reached {
    if (this.reached === 'refused') throw new UsageError('no-position (the last one was refused)');
    this.reached ??= this.startPosition();
    return this.reached;
  }

  private go(words: readonly string[]): void {
    const reached = this.current();
    const { position, moves } = reached;
    if (position.turn === NOBODY) throw new UsageError('game-over');
    const limits = parseGo(words, position.turn);
    // Depends only on the seed and the number of moves, so the same position with the same budget gets the same answer.
    const rng = gameRng(this.settings.seed, moves.length);
    this.work(async () => this.write(`bestmove ${await this.search(reached, limits, rng)}`));
  }

  private perft(depth: string | undefined): void {
    const { position } = this.current();
    const lines = perftLines(this.settings.game, position, readPerftDepth(depth));
    this.tellAll(() => lines);
  }

  /** Writes lines as they come, until a stop. */
  private tellAll(lines: () => AsyncIterable<string> | Promise<Iterable<string>>): void {
    this.work(async () => {
      for await (const line of await lines()) {
        if (this.stopped) return;
        this.write(line);
      }
    });
  }

  /** Does what takes time. Meanwhile only `isready`, `stop` and `quit` are obeyed. */
  private work(work: () => Promise<void>): void {
    this.searching = true;
    this.stopped = false;
    void work()
      .catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
        this.write(`info string error: ${error.message}`);
      })
      .then(() => this.goOn())
      .catch(this.fail);
  }

  private async search({ setup, position, moves }: Reached, limits: GoLimits, rng: Rng): Promise<string> {
    const deadline = performance.now() + (limits.milliseconds ?? Number.POSITIVE_INFINITY);
    const alone = taskOf(this.settings.game, setup, position);
    const task = isCounted(limits) ? alone : { ...alone, past: { memory: this.memory, moves } };
    const unlimited = limits.infinite && limits.nodes === undefined && limits.milliseconds === undefined;
    return think({
      thinker: thinkerOf(task, this.settings, position.turn, { rng, limits }),
      deadline,
      isStopped: () => this.stopped || (this.inputEnded && unlimited) || performance.now() > this.lastMoment,
      report: this.write,
    });
  }

  private goOn(): void {
    this.searching = false;
    while (!this.searching && this.waiting.length > 0) this.obey(this.waiting.shift() as string);
    if (!this.searching && this.inputEnded) this.finish();
  }
}

/** Whether nodes, plies or the level limit the search, so that its answer must not depend on earlier searches. */
const isCounted = ({ nodes, depth, milliseconds, infinite }: GoLimits): boolean =>
  nodes !== undefined || depth !== undefined || (milliseconds === undefined && !infinite);

/** One line: the level, with its lapses. More lines: an analysis with the search of the level. */
function thinkerOf(
  task: Task,
  { game, level, multiPv }: Settings,
  seat: Seat,
  { rng, limits }: { readonly rng: Rng; readonly limits: GoLimits },
): Thinker {
  const under = budgetUnder(limits);
  if (multiPv === 1) return levelThinker(botSearch(task, level, rng, under), game, seat);
  const plan = planOf(game, level);
  const { nodes, depth } = budgetOf(plan, under);
  const budget = Number.isFinite(depth) ? { nodes, depth } : { nodes };
  return linesThinker(new AnalysisSearch(task, { ...budget, plan, lines: multiPv }, rng), game);
}

/** The limits of the search: a time limit, or `infinite`, replaces the level's own budget of nodes. */
function budgetUnder({ nodes, depth, milliseconds, infinite }: GoLimits): { nodes?: number; depth?: number } {
  const lifted = infinite || milliseconds !== undefined ? Number.POSITIVE_INFINITY : undefined;
  const allowed = nodes ?? lifted;
  return { ...(allowed === undefined ? {} : { nodes: allowed }), ...(depth === undefined ? {} : { depth }) };
}

function introduction(): string[] {
  return [`id name Tablier ${VERSION}`, 'id author the authors of Tablier', ...describeSettings(), 'ugiok'];
}

/** The answer to `query <what>`; throws a `UsageError` for an unknown question. */
function answerQuery(position: Position, what: string): string {
  const player = /^p(\d)turn$/.exec(what)?.[1];
  if (player !== undefined) return String(position.turn === Number(player) - 1);
  switch (what) {
    case 'gameover':
      return String(position.turn === NOBODY);
    case 'turn':
      return position.turn === NOBODY ? 'none' : `p${position.turn + 1}`;
    case 'result':
      return resultOf(position);
    case 'scores':
      return position.outcome().scores.join(' ');
    case 'places':
      return position.outcome().places.join(' ');
    default:
      throw new UsageError(`unknown-query (${what})`);
  }
}

/** `p1win`, `p2win`, `draw` if all share the first place, `none` during the game; partners win as `p1win,p3win`. */
function resultOf(position: Position): string {
  if (position.turn !== NOBODY) return 'none';
  const { places } = position.outcome();
  const winners = places.flatMap((place, seat) => (place === 1 ? [`p${seat + 1}win`] : []));
  return winners.length === places.length ? 'draw' : winners.join(',');
}

interface GoLimits {
  readonly nodes: number | undefined;
  readonly depth: number | undefined;
  readonly milliseconds: number | undefined;
  /** Until `stop`. */
  readonly infinite: boolean;
}

const NUMBERS = /^(nodes|depth|movetime|p\d+time|p\d+inc)$/;

/** Reads what follows `go`; `turn` is the seat to move, whose clock counts. Throws a `UsageError`. */
function parseGo(words: readonly string[], turn: Seat): GoLimits {
  const given = new Map<string, number>();
  let infinite = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (word === 'infinite') infinite = true;
    else if (NUMBERS.test(word)) given.set(word, readNumber(word, words[++index]));
    else throw new UsageError(`unknown-limit (${word})`);
  }
  const milliseconds = given.get('movetime') ?? clockShare(given, turn + 1);
  return { infinite, nodes: given.get('nodes'), depth: given.get('depth'), milliseconds };
}

function readNumber(name: string, text: string | undefined): number {
  const number = text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  // A clock that has run out, or below zero: move at once.
  if (name.endsWith('time')) {
    if (!Number.isNaN(number)) return Math.max(0, number);
  } else if (number >= (name.endsWith('inc') ? 0 : 1)) return number;
  throw new UsageError(`bad-limit (${name} ${text ?? 'without a number'})`);
}

function clockShare(given: ReadonlyMap<string, number>, player: number): number | undefined {
  const left = given.get(`p${player}time`);
  return left === undefined ? undefined : shareOfClock(left, given.get(`p${player}inc`) ?? 0);
}

export async function engine(): Promise<number> {
  const { stdin, stdout } = process;
  const talker = new Engine((line) => void stdout.write(`${line}\n`));
  const splitter = new LineSplitter(LINE_LIMIT);
  stdin.setEncoding('utf8');
  stdin.on('data', (chunk: string) => {
    for (const { text } of splitter.push(chunk)) talker.receive(text ?? 'too-long');
  });
  stdin.on('end', () => {
    for (const { text } of splitter.finish()) talker.receive(text ?? 'too-long');
    talker.endInput();
  });
  await talker.finished;
  stdin.destroy();
  return EXIT.ok;
}
