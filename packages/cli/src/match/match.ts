import { formatOptions, isObject, parseJson } from '@tablier/core';
import { appendFileSync, closeSync, ftruncateSync, openSync, readFileSync, statSync } from 'node:fs';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { EXIT, untilSignalled, UsageError, writeLine } from '../shared/output.ts';
import { type Openings, openingsOf, type Played, playGame, randomOpenings, type Side } from './game.ts';
import type { CatalogueGame } from '@tablier/games';
import { type Conditions, gameNamed, readConditions, seedOr, type SetupFlags } from '../shared/setup.ts';
import { showLines } from '../shared/progress.ts';
import { type BotName, type Budget, type Player, playerOf } from './players.ts';
import { type Hypotheses, Standing } from './sprt.ts';

/** The games of a match, one record a line, each with the field `match`. A match that was interrupted goes on with the same file. */
class GamesFile {
  /** What an earlier run has played. */
  readonly earlier: readonly Played[];
  readonly #file: number;
  readonly #terms: string;

  /** `terms`: all that decides the games. A file of another match is refused. */
  constructor(path: string, terms: object) {
    this.#terms = JSON.stringify(terms);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() === false) throw new UsageError(`${path} is no plain file`);
    const lines = stats === undefined ? [] : readFileSync(path, 'utf8').split('\n');
    // A run that was killed may have left a part of a line.
    const rest = lines.pop() ?? '';
    if (!rest.startsWith(BEGINNING.slice(0, rest.length))) throw noGame(path, lines.length + 1);
    const whole = lines.map((line) => `${line}\n`).join('');
    this.earlier = lines.flatMap((line, index) => (line === '' ? [] : [this.#read(line, path, index + 1)]));
    this.#file = openSync(path, 'a');
    ftruncateSync(this.#file, Buffer.byteLength(whole));
  }

  #read(line: string, path: string, number: number): Played {
    const match = matchOf(line);
    if (match === null) throw noGame(path, number);
    const { terms, ...played } = match;
    if (JSON.stringify(terms) !== this.#terms)
      throw new UsageError(`${path} has the games of another match: ${JSON.stringify(terms)}`);
    return played as unknown as Played;
  }

  add(played: Played, record: object): void {
    const match = { ...played, terms: JSON.parse(this.#terms) as object };
    appendFileSync(this.#file, `${JSON.stringify({ ...record, match })}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

const BEGINNING = '{"format":';

const noGame = (path: string, line: number): UsageError => new UsageError(`${path}, line ${line}: no game of a match`);

function matchOf(line: string): Readonly<Record<string, unknown>> | null {
  const data = parseJson(line);
  return isObject(data) && isObject(data['match']) ? data['match'] : null;
}

interface MatchFlags extends SetupFlags, Budget {
  readonly a: BotName;
  readonly b: BotName;
  /** The file of the game, unless it is one of the catalogue. */
  readonly game?: string;
  readonly games: number;
  readonly concurrency: number;
  readonly openings?: string;
  readonly plies: number;
  readonly sprt?: readonly [elo0: number, elo1: number];
  readonly out?: string;
}

/** The risk of a wrong verdict, either way. */
const RISK = 0.05;

/**
 * `tablier match GAME`: sides alternate, and the two games of a pair share a deal and an opening, so that their luck favours neither. No legal
 * answer in time loses a game.
 */
export async function match(id: string, flags: MatchFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const seed = seedOr(flags.seed);
  const openings =
    flags.openings === undefined
      ? randomOpenings(conditions, seed, flags.plies)
      : await openingsOf(flags.openings, conditions, seed);
  const file =
    flags.out === undefined ? null : new GamesFile(flags.out, termsOf(game, { ...flags, ...conditions, seed }));
  const run = new Run({ game, flags, seed, openings, file });
  try {
    const code = await untilSignalled(() => run.play());
    await writeLine(JSON.stringify(run.standing.summary()));
    return code;
  } finally {
    await run.end();
    file?.close();
  }
}

const hypothesesOf = ([elo0, elo1]: readonly [number, number]): Hypotheses => ({ elo0, elo1, alpha: RISK, beta: RISK });

type Terms = Omit<MatchFlags, keyof SetupFlags | 'game'> & Omit<Conditions, 'game'> & { readonly seed: string };

/** What decides the games of a match, whatever their number. */
function termsOf(game: CatalogueGame, terms: Terms): object {
  const { a, b, seed, players, options, deal, plies, openings, nodes, movetime, tc } = terms;
  const budget = tc !== undefined ? { tc } : nodes === undefined ? { movetime } : { nodes };
  const start = openings === undefined ? { plies } : { openings };
  const setup = { players, options: formatOptions(game.options, options), deal };
  return { game: game.id, a, b, seed, ...setup, ...start, ...budget };
}

interface RunParts {
  readonly game: CatalogueGame;
  readonly flags: MatchFlags;
  readonly seed: string;
  readonly openings: Openings;
  readonly file: GamesFile | null;
}

/** Plays games, several at a time, until all are played or the sequential test has its verdict. */
class Run {
  readonly standing: Standing;
  readonly #parts: RunParts;
  readonly #done: ReadonlySet<number>;
  #next = 0;
  readonly #open: Player[] = [];
  readonly #stop = new AbortController();
  #playing: Promise<unknown> = Promise.resolve();
  readonly #shown = showLines();

  constructor(parts: RunParts) {
    this.#parts = parts;
    const { flags, file } = parts;
    this.standing = new Standing(flags.sprt === undefined ? null : hypothesesOf(flags.sprt));
    for (const played of file?.earlier ?? []) this.standing.add(played);
    this.#done = new Set(file?.earlier.map(({ index }) => index));
  }

  async play(): Promise<number> {
    const { games, concurrency } = this.#parts.flags;
    this.#show();
    const playing = Array.from({ length: Math.min(games, concurrency) }, () =>
      this.#playSome().catch((error: unknown) => {
        // An engine that is stopped before it plays has failed no one.
        if (!this.#stop.signal.aborted) throw error;
      }),
    );
    this.#playing = Promise.allSettled(playing);
    await Promise.all(playing);
    return EXIT.ok;
  }

  /** Ends the engines, in the middle of their games if need be. */
  async end(): Promise<void> {
    this.#stop.abort();
    this.#shown.stop();
    await this.#playing;
    await Promise.all(this.#open.map((player) => player.close()));
  }

  /** Each of the games that run at a time has engines of its own. */
  async #playSome(): Promise<void> {
    if (this.#isOver) return;
    const { game, flags, seed, openings, file } = this.#parts;
    const players = { a: await this.#start(flags.a), b: await this.#start(flags.b) };
    while (!this.#isOver) {
      while (this.#done.has(this.#next)) this.#next++;
      if (this.#next >= flags.games) break;
      const index = this.#next++;
      // Quick bots never wait, and a signal must be heard.
      await nextTurnOfLoop();
      const { played, record } = await playGame(game, { ...openings(index >> 1), players, seed, index, budget: flags });
      if (this.#isOver) break;
      file?.add(played, record);
      this.standing.add(played);
      if (played.fault !== undefined) this.#shown.print(`game ${index + 1}: ${played.fault}`);
      this.#show();
    }
    // Once the test has its verdict, the games that still run need no end.
    if (this.standing.isDecided) this.#stop.abort();
  }

  get #isOver(): boolean {
    return this.#stop.signal.aborted || this.standing.isDecided;
  }

  async #start(name: BotName): Promise<Player> {
    const player = await playerOf(this.#parts.game, name, {
      budget: this.#parts.flags,
      stopped: this.#stop.signal,
    });
    this.#open.push(player);
    return player;
  }

  #show(): void {
    const { flags } = this.#parts;
    const nameOf = (side: Side): string =>
      typeof flags[side] === 'object' ? Object.values(flags[side]).join() : `level ${flags[side]}`;
    const lines = this.standing.lines({ a: nameOf('a'), b: nameOf('b') });
    this.#shown.show([...lines, `${this.standing.score.games} of ${flags.games} games`]);
  }
}
