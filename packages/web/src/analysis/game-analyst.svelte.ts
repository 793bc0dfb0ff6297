import type { PlyAnalysis } from '@tablier/ai';
import { proxy, type Remote, wrap } from 'comlink';
import type { AnalysedGame, AnalysisApi } from './analysis.worker.ts';

/** The budget of a position in nodes: about a tenth of a second. A move that is not the best costs twice as much again. */
const NODES = 30_000;
const LINES = 3;
const SEED = 'analysis';

/** The analysis of plies in another thread. */
export interface PlyAnalyser {
  /** Returns whether it came to its end. */
  analyse(ply: number, by: 'seat' | 'open', report: (found: PlyAnalysis) => void): Promise<boolean>;
  stop(): void;
  close(): void;
}

export type AnalystState = 'working' | 'paused' | 'done' | 'failed';

/** Analyses all positions of a finished game in a web worker: the one on the board first. Pauses while the page is hidden. */
export class GameAnalyst {
  /** By ply: what is known so far. */
  found: ReadonlyMap<number, PlyAnalysis> = $state.raw(new Map());
  /** The plies that are finished. */
  finished: ReadonlySet<number> = $state.raw(new Set());
  state: AnalystState = $state('working');
  by: 'seat' | 'open' = $state('seat');
  readonly plies: number;
  readonly #start: () => PlyAnalyser;
  #analyser: PlyAnalyser | null = null;
  #wanted: number;
  #current: number | null = null;
  #isHidden = false;
  #isClosed = false;
  /** Counts restarts, so that late results of an earlier one are dropped. */
  #round = 0;

  /** `plies`: the number of positions. `start` starts the other thread. */
  constructor(plies: number, ply: number, start: () => PlyAnalyser) {
    this.plies = plies;
    this.#wanted = ply;
    this.#start = start;
    void this.#run();
  }

  /** Analyses this ply next. */
  look(ply: number): void {
    this.#wanted = ply;
    if (ply < this.plies && !this.finished.has(ply) && this.#current !== ply) this.#analyser?.stop();
  }

  /** Pauses while the page is hidden. */
  hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    if (isHidden) this.#analyser?.stop();
    else if (this.state === 'paused') void this.#run();
  }

  /** Begins again, judging by what the seat knew or by everything; also after a failure. */
  restart(by: 'seat' | 'open' = this.by): void {
    this.#analyser?.close();
    this.#analyser = null;
    this.by = by;
    this.found = new Map();
    this.finished = new Set();
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#analyser?.close();
  }

  /** The ply to analyse now: the one on the board, then those after it, then those before. */
  #next(): number | null {
    for (let step = 0; step < this.plies; step++) {
      const ply = (Math.min(this.#wanted, this.plies - 1) + step) % this.plies;
      if (!this.finished.has(ply)) return ply;
    }
    return null;
  }

  async #run(): Promise<void> {
    const round = ++this.#round;
    const isCurrent = (): boolean => round === this.#round && !this.#isClosed;
    this.state = 'working';
    try {
      const analyser = (this.#analyser ??= this.#start());
      for (let ply = this.#next(); ply !== null; ply = this.#next()) {
        this.#current = ply;
        const at = ply;
        const isDone = await analyser.analyse(at, this.by, (found) => {
          if (isCurrent()) this.found = new Map(this.found).set(at, found);
        });
        if (!isCurrent()) return;
        if (isDone) this.finished = new Set(this.finished).add(at);
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

/** Starts a web worker for a game. */
export function startAnalyser(game: AnalysedGame): PlyAnalyser {
  const worker = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')));
  });
  failed.catch(() => undefined);
  const api: Remote<AnalysisApi> = wrap<AnalysisApi>(worker);
  return {
    analyse: (ply, by, report) =>
      Promise.race([api.analyse(game, { ply, by, nodes: NODES, lines: LINES, seed: SEED }, proxy(report)), failed]),
    stop: () => void api.stop(),
    close: () => worker.terminate(),
  };
}
