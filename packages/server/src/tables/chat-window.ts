import { type ChatLine, MAX_CHAT_LINES } from '@tablier/protocol';

/** Of the lines that a room keeps, those of one person: their own oldest makes room for their next, so nobody pushes out the others. */
export const MOST_LINES_OF_PERSON = 100;

/** The key of a command begins with the id of the person who gave it. */
const PERSON_LENGTH = 22;

interface KeptLine {
  readonly line: ChatLine;
  /** Of the command that it came from; `null` where its author was deleted. */
  readonly key: string | null;
}

export interface SpokenLine {
  readonly line: ChatLine;
  /** The id of the person who said it; empty where they were deleted. */
  readonly author: string;
}

/** The lines of a room that are kept, in order. Their numbers rise and may have gaps. */
export class ChatWindow {
  readonly #lines: KeptLine[] = [];
  readonly #numbers = new Map<string, number>();
  /** By person: how many lines are kept. */
  readonly #counts = new Map<string, number>();
  #surplus: readonly number[] = [];

  /** The number of the newest line; 0 where nothing was said. */
  get last(): number {
    return this.#lines.at(-1)?.line.n ?? 0;
  }

  /** The numbers of lines that were pushed out and are still stored. */
  get surplus(): readonly number[] {
    return this.#surplus;
  }

  /** The surplus is removed, or somebody else removes it. */
  forgetSurplus(): void {
    this.#surplus = [];
  }

  add(line: ChatLine, key: string | null): void {
    this.#lines.push({ line, key });
    const own = key === null ? 0 : this.#count(key, 1);
    if (key !== null) this.#numbers.set(key, line.n);
    if (own > MOST_LINES_OF_PERSON) this.#dropAt(this.#lines.findIndex((each) => isSameAuthor(each.key, key)));
    else if (this.#lines.length > MAX_CHAT_LINES) this.#dropAt(0);
  }

  clear(): void {
    this.#lines.length = 0;
    this.#numbers.clear();
    this.#counts.clear();
    this.forgetSurplus();
  }

  /** The lines after number `n`. */
  since(n: number): readonly SpokenLine[] {
    const known = this.#lines.findLastIndex(({ line }) => line.n <= n);
    return this.#lines.slice(known + 1).map(({ line, key }) => ({ line, author: key === null ? '' : authorOf(key) }));
  }

  /** The line that a command was kept as; `undefined` for none. */
  of(key: string): ChatLine | undefined {
    const number = this.#numbers.get(key);
    return number === undefined ? undefined : this.#lines.findLast(({ line }) => line.n === number)?.line;
  }

  #dropAt(index: number): void {
    const [dropped] = this.#lines.splice(index, 1);
    if (dropped === undefined) return;
    this.#surplus = [...this.#surplus, dropped.line.n];
    if (dropped.key === null) return;
    this.#count(dropped.key, -1);
    this.#numbers.delete(dropped.key);
  }

  /** Changes how many lines the author of a command has; how many those are. */
  #count(key: string, change: number): number {
    const person = authorOf(key);
    const count = (this.#counts.get(person) ?? 0) + change;
    if (count > 0) this.#counts.set(person, count);
    else this.#counts.delete(person);
    return count;
  }
}

/** The person who gave a command, by its key. */
export const authorOf = (key: string): string => key.slice(0, PERSON_LENGTH);

const isSameAuthor = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && authorOf(one) === authorOf(other);
