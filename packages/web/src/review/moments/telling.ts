import type { Viewer } from '@tablier/core';
import { type CoachWords, loadCoachWords } from '../../games/coaches.ts';
import { fill } from '../../lib/language.ts';
import type { People } from '../../lib/people.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import { Sentences } from '../../table/coach/sentences.ts';
import type english from './words.en.json';
import type { Told } from './facts.ts';

const loadWords = wordsLoader(import.meta.glob<CoachWords>('./words.*.json', { import: 'default' }));

/** Only true of the user. */
const TO_USER: ReadonlySet<string> = new Set(['moment_masker_takes_yours', 'moment_masker_puts_you_out']);

/** The texts of moments in one language. */
export class Telling {
  readonly #words: CoachWords;
  readonly #sentences: Sentences;

  constructor(words: CoachWords, language: string) {
    this.#words = words;
    this.#sentences = new Sentences(words, language);
  }

  /** One sentence about a turn; `null` if there is nothing worth one. `viewer`: whom it is told of. */
  sentence(told: Told | null, people: People, viewer: Viewer): string | null {
    if (told === null) return null;
    const { key, inputs } = told.fact;
    const { rival } = inputs;
    const isOut = typeof rival === 'object' && 'seat' in rival && people.who(rival.seat) === 'you';
    const said = isOut ? { key: 'moment_masker_puts_you_out', inputs: {} } : { key, inputs };
    const isUser = isOut || (typeof viewer === 'number' && people.who(viewer) === 'you');
    return !(said.key in this.#words) || (TO_USER.has(said.key) && !isUser) ? null : this.#sentences.say(said, people);
  }

  say(key: keyof typeof english, inputs: Readonly<Record<string, string>> = {}): string {
    const text = this.#words[key];
    return typeof text === 'string' ? fill(text, inputs) : key;
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
