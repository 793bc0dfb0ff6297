import { type ChatLine, MAX_CHAT_LINES } from '@tablier/protocol';

/**
 * Lines kept per person and room. A person's next line replaces their own oldest one, so no one can push out the lines
 * of others.
 */
export const MAX_LINES_OF_PERSON = 100;

/** The key of a command begins with the id of the person who sent it. */
const PERSON_LENGTH = 22;

interface KeptLine {
  readonly line: ChatLine;
  /** The key of the command that sent the line; `null` if its author was deleted. */
  readonly key: string | null;
}

interface AuthoredLine {
  readonly line: ChatLine;
  /** The id of the author; empty if they were deleted. */
  readonly author: string;
}

/** The lines of a chat room that are kept, in order. Their numbers rise and may have gaps. */
export class ChatWindow {
  readonly #lines: KeptLine[] = [];
  readonly #numbers = new Map<string, number>();
  /** Kept lines by person. */
  readonly #counts = new Map<string, number>();
  #surplus: readonly number[] = [];

  /** The number of the newest line; 0 if there is none. */
  get last(): number {
    return this.#lines.at(-1)?.line.n ?? 0;
  }

  /** The numbers of lines that left the window and are still stored. */
  get surplus(): readonly number[] {
    return this.#surplus;
  }

  /** To be called when the surplus has been removed, or another node removes it. */
  forgetSurplus(): void {
    this.#surplus = [];
  }

  add(line: ChatLine, key: string | null): void {
    this.#lines.push({ line, key });
    const own = key === null ? 0 : this.#count(key, 1);
    if (key !== null) this.#numbers.set(key, line.n);
    if (own > MAX_LINES_OF_PERSON) this.#dropAt(this.#lines.findIndex((each) => isSameAuthor(each.key, key)));
    else if (this.#lines.length > MAX_CHAT_LINES) this.#dropAt(0);
  }

  clear(): void {
    this.#lines.length = 0;
    this.#numbers.clear();
    this.#counts.clear();
    this.forgetSurplus();
  }

  /** The lines after number `n`. */
  since(n: number): readonly AuthoredLine[] {
    const known = this.#lines.findLastIndex(({ line }) => line.n <= n);
    return this.#lines.slice(known + 1).map(({ line, key }) => ({ line, author: key === null ? '' : authorOf(key) }));
  }

  /** The line that a command sent; `undefined` if there is none. */
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

  /** Adds `change` to the number of lines of a command's author; returns the new number. */
  #count(key: string, change: number): number {
    const person = authorOf(key);
    const count = (this.#counts.get(person) ?? 0) + change;
    if (count > 0) this.#counts.set(person, count);
    else this.#counts.delete(person);
    return count;
  }
}

/** The person who sent a command, by its key. */
export const authorOf = (key: string): string => key.slice(0, PERSON_LENGTH);

const isSameAuthor = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && authorOf(one) === authorOf(other);
