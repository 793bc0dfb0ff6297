import type { Game } from '@tablier/core';
import type { TableView } from '@tablier/protocol';
import type { AnswerOf, Operations } from '@tablier/protocol/operations';
import { call } from '../../lib/connection/server-request.ts';
import { formatRoute } from '../../lib/routes.ts';
import { LoadedWords } from '../../lib/loaded-words.svelte.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type { OnlineSession } from '../online/online-session.svelte.ts';
import type english from './words.en.json';

type Access = AnswerOf<Operations['GET /api/tables/{table}/sofa']>;

/** A place at a table, and the code that gives it once. */
export interface SeatLink {
  readonly chair: number;
  readonly code: string;
}

/** What is behind the `#` of the address that a phone reads; `null` for none. No server sees that part of an address. */
export function parseSeatLink(hash: string): SeatLink | null {
  const [, chair, code] = /^#(\d{1,2})\.([\w-]{16})$/.exec(hash) ?? [];
  return chair === undefined || code === undefined ? null : { chair: Number(chair), code };
}

/** The codes of a table with a shared screen that this device may have. */
export class SofaAccess {
  readonly #table: string;
  #known: Access | null = $state.raw(null);

  constructor(table: string) {
    this.#table = table;
  }

  /** What is known stays if the server cannot be reached. */
  async ask(): Promise<void> {
    const answer = await call('GET /api/tables/{table}/sofa', { params: { table: this.#table } });
    if ('value' in answer) this.#known = answer.value;
  }

  /** The letters that lead to the table; empty before they are known. */
  get letters(): string {
    return this.#known?.code ?? '';
  }

  get origin(): string {
    return this.#known?.origin ?? location.origin;
  }

  /** Whether other devices cannot reach the address of this page, and no other is known. */
  get isAlone(): boolean {
    return this.#known?.origin === null && /^(localhost|127\.|\[::1\])/.test(location.hostname);
  }

  /** The address that gives a chair; `null` if this device may not give it. */
  linkOf(chair: number): string | null {
    const code = this.#known?.chairs[chair]?.code ?? null;
    return code === null ? null : `${this.handLink}#${chair}.${code}`;
  }

  /** The address for guests: they watch, or take a free chair. */
  get handLink(): string {
    return this.origin + formatRoute({ page: 'hand', id: this.#table });
  }

  owns(chair: number): boolean {
    return this.#known?.chairs[chair]?.own === true;
  }
}

export type Words = Readonly<Record<keyof typeof english, string>>;

/** The texts of the pages of this folder. A page loads them before it is shown. */
export const sofaWords = new LoadedWords(wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' })));

/** What the parts of a page of a shared table get. */
export interface Sofa {
  readonly session: OnlineSession;
  readonly view: TableView;
  readonly game: Game;
  readonly access: SofaAccess;
  readonly words: Words;
}
