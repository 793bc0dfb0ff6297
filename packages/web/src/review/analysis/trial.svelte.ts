import type { Judgement, PlyAnalysis, ScoreUnit } from '@tablier/ai';
import type { Move } from '@tablier/core';

/** Searches the position before the last of some moves from a ply on, and judges that move. `null`: nothing was found. */
type Judge = (ply: number, moves: readonly Move[]) => Promise<PlyAnalysis | null>;

export interface Verdict {
  readonly move: Move;
  /** `null` while it is being judged; `failed`: it could not be. */
  readonly judged: (Judgement & { readonly unit: ScoreUnit }) | 'failed' | null;
}

/** Moves that are tried on the board of a finished game, from one of its positions on. */
export class Trial {
  /** The position that they begin at. */
  ply = $state(0);
  moves: readonly Move[] = $state.raw([]);
  /** Whether a better move is asked for, so that nothing shows it. */
  isAsking = $state(false);
  /** About the last move that was tried; `null` for none. */
  verdict: Verdict | null = $state.raw(null);
  readonly #judge: Judge;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** Shows moves of a line, which need no judgement. */
  show(ply: number, moves: readonly Move[]): void {
    this.ply = ply;
    this.moves = moves;
    this.verdict = null;
  }

  ask(ply: number): void {
    this.show(ply, []);
    this.isAsking = true;
  }

  /** Ends it: the game is on the board, and what is best is shown. */
  end(): void {
    this.show(this.ply, []);
    this.isAsking = false;
  }

  /** Makes a move on the board and judges it. */
  async play(ply: number, move: Move): Promise<void> {
    const before = this.ply === ply ? this.moves : [];
    this.show(ply, [...before, move]);
    const { moves } = this;
    this.verdict = { move, judged: null };
    const found = await this.#judge(ply, moves).catch(() => null);
    if (this.moves !== moves) return;
    const judgement = found?.judgement ?? null;
    this.verdict = { move, judged: found && judgement ? { ...judgement, unit: found.analysis.unit } : 'failed' };
    if (judgement?.label === 'best' || judgement?.label === 'good') this.isAsking = false;
  }
}
