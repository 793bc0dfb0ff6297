import type { ClubChangeRequest, ClubView } from '@tablier/protocol';
import { call, type Refusal } from '../../lib/connection/server-request.ts';
import { time } from '../../lib/time.svelte.ts';

/** One club on the page. */
export class ClubSession {
  view: ClubView | null = $state.raw(null);
  /** Why nothing can be shown. */
  error: string | null = $state(null);
  /** Why the last change was refused. */
  problem: string | null = $state(null);
  readonly #params: { readonly club: string };

  constructor(club: string) {
    this.#params = { club };
  }

  async ask(season?: number): Promise<void> {
    const answer = await call('GET /api/clubs/{club}', { params: this.#params, query: { season } });
    if ('value' in answer) this.#shown(answer.value);
    else if (this.view === null) this.error = answer.error;
  }

  join(code: string): Promise<boolean> {
    return this.#changed(call('POST /api/clubs/{club}/join', { params: this.#params, body: { code } }));
  }

  leave(): Promise<boolean> {
    return this.#changed(call('POST /api/clubs/{club}/leave', { params: this.#params }));
  }

  /** Returns whether the server did it, as the other changes do. */
  change(body: ClubChangeRequest): Promise<boolean> {
    return this.#changed(call('POST /api/clubs/{club}/change', { params: this.#params, body }));
  }

  async close(): Promise<boolean> {
    const answer = await call('DELETE /api/clubs/{club}', { params: this.#params });
    this.problem = 'error' in answer ? answer.error : null;
    return this.problem === null;
  }

  async #changed(sent: Promise<{ readonly value: ClubView } | Refusal>): Promise<boolean> {
    this.problem = null;
    const answer = await sent;
    if ('value' in answer) this.#shown(answer.value);
    else this.problem = answer.error;
    return 'value' in answer;
  }

  #shown(view: ClubView): void {
    this.view = view;
    time.now = view.now;
  }
}
