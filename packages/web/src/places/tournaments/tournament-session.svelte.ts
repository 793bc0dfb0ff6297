import type { ByeRequest, TournamentStart, TournamentView } from '@tablier/protocol';
import { time } from '../../lib/time.svelte.ts';
import { call, type Refusal } from '../../lib/connection/server-request.ts';

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
  #lastChange: Promise<unknown> = Promise.resolve();

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

  /** Returns whether the server did it, as the other changes do. */
  change(action: 'join' | 'leave' | 'start' | 'cancel' | 'pause' | 'resume'): Promise<boolean> {
    return this.#change((params) => call(`POST /api/v1/tournaments/{tournament}/${action}`, { params }));
  }

  reschedule(body: TournamentStart): Promise<boolean> {
    return this.#change((params) => call('POST /api/v1/tournaments/{tournament}/reschedule', { params, body }));
  }

  undo(round: number): Promise<boolean> {
    const address = 'POST /api/v1/tournaments/{tournament}/rounds/{round}/undo';
    return this.#change((params) => call(address, { params: { ...params, round } }));
  }

  correct(round: number, board: number, places: readonly number[]): Promise<boolean> {
    const address = 'POST /api/v1/tournaments/{tournament}/rounds/{round}/boards/{board}/result';
    return this.#change((params) =>
      call(address, { params: { ...params, round, board }, body: { places: [...places] } }),
    );
  }

  bye(body: ByeRequest): Promise<boolean> {
    return this.#change((params) => call('POST /api/v1/tournaments/{tournament}/byes', { params, body }));
  }

  remove(entrant: number): Promise<boolean> {
    const address = 'POST /api/v1/tournaments/{tournament}/entrants/{entrant}/remove';
    return this.#change((params) => call(address, { params: { ...params, entrant } }));
  }

  /** One after the other: the result of a board that is given while a tournament goes on must not be lost. */
  #change(
    send: (params: { readonly tournament: string }) => Promise<{ readonly value: TournamentView } | Refusal>,
  ): Promise<boolean> {
    this.isChanging = true;
    const change = this.#lastChange.then(async () => {
      this.problem = null;
      const answer = await send({ tournament: this.#id });
      if (this.#lastChange === change) this.isChanging = false;
      if ('value' in answer) this.#shown(answer.value);
      else this.problem = answer.error;
      return 'value' in answer;
    });
    this.#lastChange = change;
    return change;
  }

  #tick(): void {
    this.now = time.now;
    const pace = this.view?.status === 'running' ? LIVE : IDLE;
    if (document.visibilityState === 'visible' && Date.now() - this.#askedAt >= pace) void this.#ask();
  }

  async #ask({ isWhole = false } = {}): Promise<void> {
    this.#askedAt = Date.now();
    const query = { round: this.#round ?? undefined, since: isWhole ? undefined : this.view?.revision };
    const answer = await call('GET /api/v1/tournaments/{tournament}', { params: { tournament: this.#id }, query });
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
