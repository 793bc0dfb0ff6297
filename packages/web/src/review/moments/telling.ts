import type { Seat, Viewer } from '@tablier/core';
import { type CoachWords, loadCoachWords } from '../../games/coaches.ts';
import { fill } from '../../lib/language.ts';
import type { People } from '../../lib/people.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import { Sentences } from '../../table/coach/sentences.ts';
import type english from './words.en.json';
import type { Told } from './facts.ts';

const loadWords = wordsLoader(import.meta.glob<CoachWords>('./words.*.json', { import: 'default' }));

/** A text about a seat: to the user, or to anyone else with its name as `who`. */
export const textAbout = (people: People, seat: Seat, yours: string, ofOne: string): string =>
  people.who(seat) === 'you' ? yours : fill(ofOne, { who: people.name(seat) });

/** The texts of moments in one language. */
export class Telling {
  readonly #words: CoachWords;
  readonly #sentences: Sentences;

  constructor(words: CoachWords, language: string) {
    this.#words = words;
    this.#sentences = new Sentences(words, language);
  }

  /** One sentence about a turn; `null` if there is nothing worth one. `viewer`: whose knowledge the fact follows from. */
  sentence(told: Told | null, people: People, viewer: Viewer): string | null {
    if (told === null) return null;
    const { fact, own, as } = told;
    // What others could do to the user is said to them, as at the table.
    const isToUser = as === 'moment_allowed' && people.who(own) === 'you';
    const key = isToUser ? fact.key.replace('moment_', 'coach_') : this.#keyOf(told, people, viewer);
    if (!(key in this.#words)) return null;
    const text = this.#sentences.say({ key, inputs: { ...fact.inputs, owner: { seat: own } } }, people);
    return as === undefined ? text : this.say(as, { told: text });
  }

  praises(told: Told | null): boolean {
    return told !== null && this.#sentences.praises(told.fact.key);
  }

  /**
   * The coach speaks to the person at the table. Where that was not the user but who made the turn, a text that ends with `_self` says the same of them, and of
   * another person one that ends with `_other`. One that ends with `_you` is for a user whom it names.
   */
  #keyOf({ fact: { key, inputs }, seat, own }: Told, people: People, viewer: Viewer): string {
    const { rival } = inputs;
    if (typeof rival === 'object' && 'seat' in rival && people.who(rival.seat) === 'you') return `${key}_you`;
    if (!(`${key}_self` in this.#words)) return key;
    const to = typeof viewer === 'number' ? viewer : own;
    if (people.who(to) === 'you') return key;
    return `${key}_${to === seat ? 'self' : 'other'}`;
  }

  /** A text of the coach without inputs. */
  word(key: string): string {
    const text = this.#words[key];
    return typeof text === 'string' ? text : key;
  }

  say(key: keyof typeof english, inputs: Readonly<Record<string, string>> = {}): string {
    return fill(this.word(key), inputs);
  }

  /** `52 %` */
  share(share: number): string {
    return this.#sentences.share(share);
  }
}

/** Loads the texts of moments of a game in one language. Rejects if the server cannot be reached. */
export async function loadTelling(gameId: string, language: string): Promise<Telling> {
  const [own, coach] = await Promise.all([loadWords(language), loadCoachWords(gameId, language)]);
  return new Telling({ ...coach, ...own }, language);
}
