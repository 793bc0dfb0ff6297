import type { TournamentView } from '@tablier/protocol';
import { time } from '../../lib/time.svelte.ts';
import { changeTournament, fetchTournament, type TournamentAction } from './tournaments-api.ts';

/** How often a tournament is requested while it runs, and while it does not. Milliseconds. */
const LIVE = 3000;
const IDLE = 15_000;

/** One tournament on the page, requested regularly while the page is visible. */
export class TournamentSession {
  view: TournamentView | null = $state.raw(null);
  /** Why nothing can be shown. */
  error: string | null = $state(null);
  /** Why the last change was refused. */
  problem: string | null = $state(null);
  isChanging = $state(false);
  /** The time of the server, for countdowns. Milliseconds since 1970. */
  now = $state(time.now);
  readonly #id: string;
  #round: number | null = null;
  #askedAt = 0;

  constructor(id: string) {
    this.#id = id;
  }

  /** Keeps the tournament up to date; returns a function that stops. */
  follow(): () => void {
    void this.#ask();
    const timer = setInterval(() => this.#tick(), 1000);
    return () => clearInterval(timer);
  }

  async show(round: number): Promise<void> {
    this.#round = round === this.view?.round ? null : round;
    await this.#ask({ isWhole: true });
  }

  /** Returns whether the server did it. */
  async change(action: TournamentAction, body?: object): Promise<boolean> {
    if (this.isChanging) return false;
    this.isChanging = true;
    this.problem = null;
    const answer = await changeTournament(this.#id, action, body);
    this.isChanging = false;
    if ('value' in answer) this.#shown(answer.value);
    else this.problem = answer.error;
    return 'value' in answer;
  }

  #tick(): void {
    this.now = time.now;
    const pace = this.view?.status === 'running' ? LIVE : IDLE;
    if (document.visibilityState === 'visible' && Date.now() - this.#askedAt >= pace) void this.#ask();
  }

  async #ask({ isWhole = false } = {}): Promise<void> {
    this.#askedAt = Date.now();
    const since = isWhole ? null : (this.view?.revision ?? null);
    const answer = await fetchTournament(this.#id, this.#round, since);
    if (!('value' in answer)) {
      if (this.view === null) this.error = answer.error;
      return;
    }
    this.error = null;
    if (answer.value !== null) this.#shown(answer.value);
  }

  #shown(view: TournamentView): void {
    this.view = view;
    time.now = view.now;
    this.now = view.now;
  }
}
