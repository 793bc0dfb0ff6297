import { isolated } from '@tablier/protocol/language';
import type { Fact, FactInput } from '../../board/coach.ts';
import type { CoachWords, Sentence } from '../../games/coaches.ts';
import type { People } from '../../lib/people.ts';

/** The texts of the coach in one language, with how it counts and lists. */
export class Sentences {
  readonly #words: CoachWords;
  readonly #plurals: Intl.PluralRules;
  readonly #list: Intl.ListFormat;
  readonly #decimal: Intl.NumberFormat;
  readonly #share: Intl.NumberFormat;

  /** `language`: a language tag. */
  constructor(words: CoachWords, language: string) {
    this.#words = words;
    this.#plurals = new Intl.PluralRules(language);
    this.#list = new Intl.ListFormat(language, { type: 'conjunction' });
    this.#decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    this.#share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  }

  /** `12 %` */
  share(share: number): string {
    return this.#share.format(share);
  }

  /** A fact in words; the key of the text if there is none, so that the gap is visible. `isInline`: within a sentence. */
  say({ key, inputs }: Fact, people: People, { isInline = false } = {}): string {
    const text = this.#words[key];
    if (text === undefined) return key;
    return this.#formOf(text, inputs).replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
      const input = inputs[name];
      return input === undefined ? gap : this.#inputText(input, people, { isStart: name === 'who' && !isInline });
    });
  }

  #inputText(input: FactInput, people: People, { isStart }: { readonly isStart: boolean }): string {
    if (typeof input === 'number') return this.#decimal.format(input);
    if (typeof input === 'string') return input;
    if ('seat' in input) return isolated(isStart ? people.title(input.seat) : people.name(input.seat));
    if ('decimal' in input) return this.#decimal.format(rounded(input.decimal));
    return this.#list.format(input.words.map((word) => this.#plain(word)));
  }

  #plain(key: string): string {
    const text = this.#words[key];
    return typeof text === 'string' ? text : key;
  }

  #formOf(text: Sentence, inputs: Fact['inputs']): string {
    if (typeof text === 'string') return text;
    const forms = Object.entries(text[0].match);
    const chosen = forms.find(([conditions]) =>
      conditions.split(', ').every((condition) => {
        const [name = '', form = ''] = condition.split('=');
        return this.#matches(inputs[name], form);
      }),
    );
    // A language can have more plural forms than a text needs, such as that of millions in French.
    return (chosen ?? forms.at(-1))?.[1] ?? '';
  }

  #matches(input: FactInput | undefined, form: string): boolean {
    if (typeof input === 'number') return this.#plurals.select(input) === form;
    if (typeof input === 'object' && 'decimal' in input) return this.#plurals.select(rounded(input.decimal)) === form;
    return input === form;
  }
}

const rounded = (number: number): number => Math.round(10 * number) / 10;
