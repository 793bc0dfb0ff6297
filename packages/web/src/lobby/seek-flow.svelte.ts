import { rememberedName } from '../connection/guest.ts';
import { server } from '../connection/connection.svelte.ts';
import { router } from '../lib/router.svelte.ts';
import { errorText } from '../lib/text.ts';
import { Seek, type SeekTerms } from './seek.svelte.ts';

/** Looking for an opponent, from the press of a cell to the game. A name is asked for when it is first needed. */
export class SeekFlow {
  readonly seeking = new Seek(server);
  name = $state(rememberedName());
  /** Why the server refused the last action, in words. */
  refusal: string | null = $state(null);
  nameRefusal: string | null = $state(null);
  /** What to do once the user has a name; while it is set, the name is asked for. */
  #afterName: (() => Promise<void>) | null = $state.raw(null);

  get isNaming(): boolean {
    return this.#afterName !== null;
  }

  /** Runs an action that needs a name, and first asks for one if the server knows none. */
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

  readonly seek = (terms: SeekTerms): Promise<void> => this.named(() => this.seeking.start(terms));

  /** Follows the table where the page waits, and goes to the game when there is one. To be called in an effect. */
  follow(): void {
    const { table } = this.seeking;
    const found = table === null ? null : this.seeking.follow(server.table(table)?.view ?? null);
    if (found !== null) router.go({ page: 'table', id: found });
  }
}
