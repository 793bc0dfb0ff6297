import type { Insight, PlyAnalysis } from '@tablier/ai';
import { peeksOf, type Seat } from '@tablier/core';
import { proxy } from 'comlink';
import { runWorker } from '../../lib/run-worker.ts';
import type { RecordedGame } from '../moments/game-moments.ts';
import type { PastGame } from '../past/past-game.svelte.ts';
import type { AnalysedGame, AnalysisApi } from './analysis.worker.ts';

/** How each position is searched. A move that is not the best costs twice as much again, and one that seems a mistake four times all that. */
export const SEARCH = { nodes: 30_000, lines: 3, seed: 'analysis' } as const;

export interface PlyAnalyser {
  /** Returns whether it was completed. */
  analyse(ply: number, by: 'seat' | 'open', report: (found: PlyAnalysis) => void): Promise<boolean>;
  /** What a seat could know after `ply` moves; `null` for a game that hides nothing. */
  insight(ply: number, seat: Seat): Promise<Insight | null>;
  stop(): void;
  close(): void;
}

/** A position to analyse, by what its seat knew or by everything. */
interface Job {
  readonly ply: number;
  readonly by: 'seat' | 'open';
}

/** All positions of a long game on a slow device. Seconds. */
const LONGEST_COURSE = 600;

type AnalystState = 'working' | 'paused' | 'done' | 'failed';

/** Analyses all positions of a finished game in a web worker: the one on the board first. Pauses while the page is hidden. */
export class GameAnalyst {
  /** By ply: the results so far. */
  found: ReadonlyMap<number, PlyAnalysis> = $state.raw(new Map());
  /** The plies that are finished. */
  finished: ReadonlySet<number> = $state.raw(new Set());
  state: AnalystState = $state('working');
  by: 'seat' | 'open' = $state('seat');
  /** By visited ply: its analysis with the other knowledge, to tell mistakes from luck. Only if `compares`. */
  compared: ReadonlyMap<number, PlyAnalysis> = $state.raw(new Map());
  readonly compares: boolean;
  readonly plies: number;
  readonly #start: () => PlyAnalyser;
  #analyser: PlyAnalyser | null = null;
  #wanted: number;
  #current: Job | null = null;
  #comparedPlies: ReadonlySet<number> = new Set();
  #isHidden = false;
  #isClosed = false;
  /** Counts restarts, so that late results of an earlier one are dropped. */
  #round = 0;

  /** `plies`: the number of positions. `compares`: whether the two ways to judge may differ. `start` starts the other thread. */
  constructor(plies: number, ply: number, start: () => PlyAnalyser, { compares = false } = {}) {
    this.plies = plies;
    this.compares = compares;
    this.#wanted = ply;
    this.#start = start;
    void this.#run();
  }

  /** Analyses this ply next. */
  look(ply: number): void {
    this.#wanted = ply;
    if (ply >= this.plies || !this.#isOpen(ply)) return;
    if (this.state === 'done') void this.#run();
    else if (this.#current?.ply !== ply) this.#analyser?.stop();
  }

  /** What a seat could know after `ply` moves; `null` if that is not known. */
  insight(ply: number, seat: Seat): Promise<Insight | null> {
    return this.#analyser?.insight(ply, seat).catch(() => null) ?? Promise.resolve(null);
  }

  hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    if (isHidden) this.#analyser?.stop();
    else if (this.state === 'paused') void this.#run();
  }

  /** Begins again, with the knowledge of the seat or with everything; also after a failure. */
  restart(by: 'seat' | 'open' = this.by): void {
    this.#analyser?.close();
    this.#analyser = null;
    this.by = by;
    this.found = new Map();
    this.finished = new Set();
    this.compared = new Map();
    this.#comparedPlies = new Set();
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#analyser?.close();
  }

  /** Whether a visited ply still needs analysis. */
  #isOpen(ply: number): boolean {
    return !this.finished.has(ply) || (this.compares && !this.#comparedPlies.has(ply));
  }

  /** The position to analyse now: the one on the board, also with the other knowledge, then those after it, then those before. */
  #next(): Job | null {
    const wanted = Math.min(this.#wanted, this.plies - 1);
    if (this.finished.has(wanted) && this.#isOpen(wanted))
      return { ply: wanted, by: this.by === 'seat' ? 'open' : 'seat' };
    for (let step = 0; step < this.plies; step++) {
      const ply = (wanted + step) % this.plies;
      if (!this.finished.has(ply)) return { ply, by: this.by };
    }
    return null;
  }

  #report({ ply, by }: Job, found: PlyAnalysis): void {
    if (by === this.by) this.found = new Map(this.found).set(ply, found);
    else this.compared = new Map(this.compared).set(ply, found);
  }

  #finish(job: Job, last: PlyAnalysis | null): void {
    const { ply, by } = job;
    if (last !== null) this.#report(job, last);
    if (by === this.by) this.finished = new Set(this.finished).add(ply);
    else this.#comparedPlies = new Set(this.#comparedPlies).add(ply);
  }

  async #run(): Promise<void> {
    const round = ++this.#round;
    const isCurrent = (): boolean => round === this.#round && !this.#isClosed;
    this.state = 'working';
    try {
      const analyser = (this.#analyser ??= this.#start());
      for (let job = this.#next(); job !== null; job = this.#next()) {
        this.#current = job;
        const asked = job;
        // Only a callback sets it, which the compiler does not see.
        let last = null as PlyAnalysis | null;
        const isDone = await analyser.analyse(asked.ply, asked.by, (found) => {
          last = found;
          // Each result draws the cards and the graph again: what is not on the board waits for its end.
          if (isCurrent() && asked.ply === this.#wanted) this.#report(asked, found);
        });
        if (!isCurrent()) return;
        if (isDone) this.#finish(asked, last);
        if (this.#isHidden) {
          this.state = 'paused';
          return;
        }
      }
      this.state = 'done';
    } catch {
      if (!isCurrent()) return;
      this.#analyser?.close();
      this.#analyser = null;
      this.state = 'failed';
    }
  }
}

/** A finished game as the other thread gets it. */
export function analysedGame({ game, setup, record }: RecordedGame): AnalysedGame {
  const { options, players, deal } = setup;
  return {
    game: game.id,
    rules: record.rules,
    options: $state.snapshot(options),
    players,
    deal: $state.snapshot(deal),
    moves: [...record.moves],
    peeks: peeksOf(record),
  };
}

export function startAnalyser(game: AnalysedGame): PlyAnalyser {
  const worker = startWorker();
  return {
    analyse: (ply, by, report) => worker.ask((api) => api.analyse(game, { ...SEARCH, ply, by }, proxy(report))),
    insight: (ply, seat) => worker.ask((api) => api.insight(game, ply, seat)),
    stop: () => void worker.ask((api) => api.stop()).catch(() => undefined),
    close: worker.close,
  };
}

/** The analysis of one position, which ends the analyser; `null` if nothing was found. */
export async function analysedOnce(analyser: PlyAnalyser, { ply, by }: Job): Promise<PlyAnalysis | null> {
  // Only a callback sets it, which the compiler does not see.
  let last = null as PlyAnalysis | null;
  await analyser.analyse(ply, by, (found) => (last = found)).finally(() => analyser.close());
  return last;
}

/** Finds the values of all positions of a game, with everything visible, in another thread. Returns what ends it. */
export function startCourse(past: PastGame, onfail: () => void = () => undefined): () => void {
  const { ask, close } = startWorker();
  ask((api) => api.course(analysedGame(past.played), { ...SEARCH, by: 'open' }), LONGEST_COURSE)
    .then((all) => (past.course = new Map(all.map((each) => [each.ply, each]))), onfail)
    .finally(close);
  return close;
}

const startWorker = () =>
  runWorker<AnalysisApi>(() => new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' }));
