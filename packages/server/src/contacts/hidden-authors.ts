import type { Store } from '@tablier/store';
import { LRUCache } from 'lru-cache';
import type { Log } from '../lib/log.ts';

/** The most people whose lists are in memory. */
const MAX_KEPT = 10_000;
const NONE: ReadonlySet<string> = new Set();

interface HiddenAuthorsDeps {
  readonly store: { readonly relations: Pick<Store['relations'], 'hiddenFrom'> };
  readonly log: Pick<Log, 'error'>;
}

/** The people whose chat is not sent to a person: those they block or mute. */
export class HiddenAuthors {
  readonly #deps: HiddenAuthorsDeps;
  readonly #known = new LRUCache<string, ReadonlySet<string>>({ max: MAX_KEPT });
  /** Who waits for a list that is being read. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Lists that changed while they were being read. */
  readonly #outdated = new Set<string>();

  constructor(deps: HiddenAuthorsDeps) {
    this.#deps = deps;
  }

  /** `null` if the list must be read first; `onKnown` is then called once it is known. Anonymous readers hide no one. */
  of(person: string | null, onKnown: () => void): ReadonlySet<string> | null {
    if (person === null) return NONE;
    const known = this.#known.get(person);
    if (known !== undefined) return known;
    const waiting = this.#waiting.get(person);
    if (waiting !== undefined) waiting.push(onKnown);
    else {
      this.#waiting.set(person, [onKnown]);
      void this.#read(person);
    }
    return null;
  }

  /** An account has changed, on any node. */
  changed(person: string): void {
    this.#known.delete(person);
    if (this.#waiting.has(person)) this.#outdated.add(person);
  }

  async #read(person: string): Promise<void> {
    try {
      const hidden = await this.#deps.store.relations.hiddenFrom(person);
      this.#known.set(person, hidden.length === 0 ? NONE : new Set(hidden));
    } catch (error) {
      this.#deps.log.error({ err: error }, 'hidden authors not read');
    }
    if (this.#outdated.delete(person)) return this.#read(person);
    const waiting = this.#waiting.get(person) ?? [];
    this.#waiting.delete(person);
    // Without the list no chat is sent; the next line tries again.
    if (this.#known.has(person)) for (const onKnown of waiting) onKnown();
  }
}
