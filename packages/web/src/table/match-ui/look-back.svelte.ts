import type { Viewer } from '@tablier/core';
import type { MatchView, PastView } from '@tablier/match';
import type { PlaySession } from './play-session.ts';

type Looked = Pick<PlaySession, 'match' | 'viewer' | 'lookBack'>;

/** How many later positions are read with one, so that steps in both directions need no further reading. */
const AHEAD = 8;

/** What a position depends on: who sees it, and the moves before it. A take-back changes them. */
const keyOf = ({ moves }: MatchView, viewer: Viewer, plies: number): string =>
  [viewer, ...moves.slice(0, plies).map(({ text }) => text)].join(' ');

/** Looking back during a match. The match goes on meanwhile, and the board stays where the user looks. */
export class LookBack {
  hasFailed = $state(false);
  #shown: { readonly key: string; readonly past: PastView } | null = $state.raw(null);
  readonly #session: () => Looked;
  readonly #read = new Map<string, PastView>();
  /** The number of moves before the position that is being read. */
  #aim: number | null = $state(null);
  #asked = 0;

  constructor(session: () => Looked) {
    this.#session = session;
  }

  /** The position on the board; `null` for that of the match. A look ends if its position was taken back, or the device changed hands. */
  readonly past: PastView | null = $derived.by(() => {
    const { match, viewer } = this.#session();
    const shown = this.#shown;
    if (shown === null || shown.past.plies >= match.plies) return null;
    return shown.key === keyOf(match, viewer, shown.past.plies) ? shown.past : null;
  });

  /** The number of moves before the position on the board, or before the one that is being read: further steps begin there. */
  get plies(): number {
    return this.#aim ?? this.past?.plies ?? this.#session().match.plies;
  }

  readonly go = async (plies: number): Promise<void> => {
    const { match, viewer } = this.#session();
    if (plies >= match.plies) return this.close();
    const asked = ++this.#asked;
    this.hasFailed = false;
    this.#aim = plies;
    const key = keyOf(match, viewer, plies);
    if (!this.#read.has(key)) await this.#readAround(plies);
    if (asked !== this.#asked) return;
    const past = this.#read.get(key);
    this.#aim = null;
    if (past === undefined) this.hasFailed = true;
    else this.#shown = { key, past };
  };

  readonly close = (): void => {
    this.#asked++;
    this.#aim = null;
    this.#shown = null;
    this.hasFailed = false;
  };

  async #readAround(plies: number): Promise<void> {
    const session = this.#session();
    const { match, viewer } = session;
    const found = (await session.lookBack?.(Math.min(match.plies, plies + AHEAD))) ?? [];
    for (const past of found) this.#read.set(keyOf(match, viewer, past.plies), past);
  }
}
