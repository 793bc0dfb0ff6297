import { untrack } from 'svelte';
import { rememberedName } from '../../lib/connection/me.svelte.ts';
import { server } from '../../lib/connection/connection.svelte.ts';
import { router } from '../../lib/router.svelte.ts';
import { errorText } from '../../lib/text.ts';
import { Seek, type SeekTerms } from './seek.svelte.ts';
import { headerState } from '../../lib/connection/header-state.svelte.ts';

/** Looking for an opponent, from the press of a cell to the game. It goes on while the user is on other pages, and ends at another table. */
class SeekFlow {
  readonly seeking = new Seek(server);
  name = $state(rememberedName());
  refusal: string | null = $state(null);
  nameRefusal: string | null = $state(null);
  /** What to do once the user has a name; while it is set, the name is asked for. */
  #afterName: (() => Promise<void>) | null = $state.raw(null);
  #isFollowed = false;

  get isNaming(): boolean {
    return this.#afterName !== null;
  }

  async named(action: () => Promise<void>): Promise<void> {
    this.refusal = null;
    await server.ready();
    if (server.name !== null) return action();
    this.nameRefusal = null;
    this.#afterName = action;
  }

  readonly giveName = async (): Promise<void> => {
    const error = await server.registerGuest(this.name);
    this.nameRefusal = error === null ? null : errorText(error);
    if (error !== null) return;
    const action = this.#afterName;
    this.#afterName = null;
    await action?.();
  };

  readonly keepNoName = (): void => {
    this.#afterName = null;
  };

  readonly seek = (terms: SeekTerms): Promise<void> =>
    this.named(() => {
      this.#follow();
      return this.seeking.start(terms);
    });

  readonly leave = (): void => {
    this.refusal = null;
    this.seeking.error = null;
    this.#afterName = null;
  };

  /** From the first search on, goes to the game when there is one. */
  #follow(): void {
    if (this.#isFollowed) return;
    this.#isFollowed = true;
    $effect.root(() => {
      $effect(() => {
        headerState.isSeeking = this.seeking.terms !== null;
      });
      $effect(() => {
        const { table } = this.seeking;
        const found = table === null ? null : this.seeking.follow(server.table(table)?.view ?? null);
        if (found !== null) router.go({ page: 'table', id: found });
      });
      $effect(() => {
        if (router.route.page === 'table') untrack(() => this.seeking.terms !== null && this.seeking.stop());
      });
    });
  }
}

export const seekFlow = new SeekFlow();
