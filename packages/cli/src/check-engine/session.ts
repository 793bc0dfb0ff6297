import { type Game, isLegal, legalMoveTexts, playRandomly, type Position, type Setup } from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import { ANSWER, EngineProcess, GREETED, moveIn, READY } from '../bot/engine.ts';
import { linesFor } from '../bot/position-lines.ts';
import { UsageError } from '../shared/output.ts';
import { dealtSetup, gameRng, playTexts, readConditions } from '../shared/setup.ts';

/** An engine may take so many times longer to greet than to answer otherwise. */
export const GREETING = 5;
const SEED = 'check';
/** The length of the positions that are asked for. */
export const PLIES = 7;

export class Failure extends UsageError {}

/** An engine under test, and a game to ask it about. Starts the engine again where a check has ended it. */
export class Session {
  readonly game: CatalogueGame;
  readonly setup: Setup;
  /** How long the engine may take to answer what it can answer at once. Milliseconds. */
  readonly timeout: number;
  /** How long it is watched that it does nothing. Milliseconds. */
  readonly watched: number;
  /** What the engine has written since this was emptied. */
  lines: string[] = [];
  readonly #command: string;
  #process: EngineProcess | null = null;
  #isOver = false;

  constructor(command: string, game: CatalogueGame, timeout: number) {
    this.#command = command;
    this.game = game;
    this.timeout = timeout;
    this.watched = timeout / 8;
    this.setup = dealtSetup(readConditions(game, {}), gameRng(SEED, 0));
  }

  /** The first line that matches, of those that follow these. Throws a `Failure` if there is none in time. */
  async ask(input: readonly string[], wanted: RegExp, limit = this.timeout): Promise<string> {
    const found = await this.running().ask(input, wanted, limit);
    if (found !== null) return found;
    throw new Failure(`no ${wantedName(wanted)} within ${limit} ms after "${input.at(-1) ?? ''}"`);
  }

  /** Whether such a line comes in this time. */
  async hears(input: readonly string[], wanted: RegExp, limit: number): Promise<boolean> {
    return (await this.running().ask(input, wanted, limit)) !== null;
  }

  /** Sends lines, waits until all are dealt with, and returns what the engine has written about them. */
  async settle(input: readonly string[]): Promise<string[]> {
    this.lines = [];
    await this.ask([...input, 'isready'], READY);
    return this.lines.filter((line) => !READY.test(line));
  }

  /** The move for a position, checked. `changed`: what is sent instead of the usual lines. */
  async move(
    moves: readonly string[],
    limits: string,
    changed: (lines: readonly string[]) => readonly string[] = (lines) => lines,
  ): Promise<string> {
    this.lines = [];
    const answer = await this.ask(changed(this.position(moves, limits)), ANSWER);
    const move = moveIn(answer);
    const position = this.after(moves);
    const parsed = move === null ? null : this.game.parseMove(move);
    if (parsed !== null && isLegal(this.game, position, parsed)) return move ?? '';
    throw new Failure(`"${answer}" is no legal move after "${moves.join(' ')}"`);
  }

  /** What the runner of matches and `tablier bot` send for a move. */
  position(moves: readonly string[], limits: string): readonly string[] {
    return linesFor({ game: this.game.id, ...this.setup, moves }, limits);
  }

  after(moves: readonly string[]): Position {
    const position = this.game.start(this.setup);
    playTexts(this.game, position, moves.join(' '));
    return position;
  }

  /** Random moves from the start, the same in every run; to the end of the game if `plies` is `Infinity`. */
  random(plies = PLIES, index = 1): string[] {
    const moves = playRandomly(this.game.start(this.setup), gameRng(SEED, index), plies);
    return moves.map((move) => this.game.formatMove(move));
  }

  /** Whether the answers to these lines leave the engine alive and able to move. */
  async survives(...input: string[]): Promise<void> {
    await this.settle(input);
    await this.move([], 'nodes 1');
  }

  /** How a fresh process that is asked for this ends after `tell`; `null` if it does not in time. */
  async ending(before: readonly string[], tell: (process: EngineProcess) => void): Promise<string | null> {
    const process = await this.fresh(before);
    tell(process);
    return process.ending(this.timeout);
  }

  /** A fresh process, which is greeted first if it is asked for anything. */
  async fresh(input: readonly string[] = ['ugi']): Promise<EngineProcess> {
    await this.close();
    if (input.length > 0) await this.ask(input, GREETED, GREETING * this.timeout);
    return this.running();
  }

  /** The same engine in another process. */
  another(): Session {
    return new Session(this.#command, this.game, this.timeout);
  }

  async close(): Promise<void> {
    await this.#process?.stop();
    this.#process = null;
  }

  /** The same for good: a check that still runs starts no other process. */
  end(): Promise<void> {
    this.#isOver = true;
    return this.close();
  }

  running(): EngineProcess {
    if (this.#isOver) throw new Error('the session has ended');
    if (this.#process === null || this.#process.hasEnded)
      this.#process = new EngineProcess(this.#command, (line) => {
        if (line.startsWith('< ')) this.lines.push(line.slice(2));
      });
    return this.#process;
  }
}

const wantedName = (wanted: RegExp): string => /bestmove|readyok|ugiok|response/.exec(wanted.source)?.[0] ?? 'answer';

/** A text that is a move of the game, and not legal in this position. */
export function illegalMove(game: Game, position: Position): string {
  const legal = new Set(legalMoveTexts(game, position));
  for (let move = 0; move < game.moveSpace; move++) {
    const text = game.formatMove(move);
    if (!legal.has(text)) return text;
  }
  return '???';
}

/** Throws a `Failure`, or the error of an engine that has ended. */
export type Run = (session: Session) => Promise<unknown>;

/** What an engine does, as a sentence, and how that is seen. */
export type Rule = readonly [sentence: string, run: Run];

export const rule = (sentence: string, run: Run): Rule => [sentence, run];

export type Group = Readonly<Record<string, Rule>>;

export function demand(holds: boolean, why: string): void {
  if (!holds) throw new Failure(why);
}

/** No line is wrong; the first that is one is the reason. */
export function demandNone(lines: readonly string[], isWrong: (line: string) => boolean): void {
  const wrong = lines.find(isWrong);
  demand(wrong === undefined, wrong ?? '');
}

/** It is alive and able to move after these lines. */
export const goesOn = (after: string, ...input: readonly string[]): Rule =>
  rule(`goes on after ${after}`, (session) => session.survives(...input));

/** It moves at the start, with each of these limits. */
export const moves = (sentence: string, ...limits: readonly string[]): Rule =>
  rule(sentence, async (session) => {
    for (const limit of limits) await session.move([], limit);
  });
