import { chooseLanguage, LANGUAGE_COOKIE, LANGUAGE_PARAMETER, THEME_COOKIE } from '@tablier/protocol/language';
import { applyAppearance, type Boards, BOARDS, type Theme, THEMES } from './appearance.ts';
import { baseLanguage, followLanguage, isLanguage, type Language, languages, loadMessages } from './language.ts';
import { isObject, readJson, setCookie, writeJson } from './local-storage.ts';

const KEY = 'tablier.settings';

/** The values of each choice besides the language. */
const VALUES = {
  theme: THEMES,
  boards: BOARDS,
  view: ['2d', '3d'],
  /** With several people on one device: whether the board turns to the player to move. */
  turnsBoard: [true, false],
  /** Whether the chat of tables is visible. */
  chat: [true, false],
  /** Whether the rim of a board carries its letters and numbers. */
  coordinates: [true, false],
  /** Whether a table makes sounds, and a phone vibrates. */
  sound: [true, false],
  /** Against bots: whether a blunder can be taken back before the bot answers. */
  warnings: [true, false],
  /** Against bots: whether a sentence says what their last move does. */
  coach: [true, false],
  /** Whether a first game against bots teaches while it is played. */
  guide: [true, false],
  /** At online tables, and against bots: whether moves can be chosen while others think. */
  premoves: [true, false],
  botPremoves: [true, false],
} as const;
type Values = typeof VALUES;
const NAMES = ['language', ...Object.keys(VALUES)] as readonly (keyof Choices)[];

/** What a user can choose, each by its name in the storage and in the account. */
export type Choices = { readonly language: Language } & { readonly [Name in keyof Values]: Values[Name][number] };

function parseChoices(data: unknown): Partial<Choices> {
  if (!isObject(data)) return {};
  const valid = NAMES.filter((name) =>
    name === 'language' ? isLanguage(data[name]) : VALUES[name].some((value) => value === data[name]),
  );
  return Object.fromEntries(valid.map((name) => [name, data[name]]));
}

class Settings implements Choices {
  language: Language = $state(baseLanguage);
  theme: Theme = $state('system');
  boards: Boards = $state('natural');
  turnsBoard = $state(false);
  chat = $state(true);
  coordinates = $state(true);
  sound = $state(true);
  view: Choices['view'] = $state('2d');
  warnings = $state(false);
  coach = $state(false);
  guide = $state(true);
  premoves = $state(true);
  botPremoves = $state(false);
  hasChosen: boolean;
  onChange: ((keys: readonly (keyof Choices)[]) => void) | null = null;

  #wanted: Language = baseLanguage;

  constructor() {
    const stored = readJson(KEY);
    this.hasChosen = isObject(stored);
    const { language, ...others } = parseChoices(stored);
    const asked = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER) ?? '';
    const chosen = language === undefined ? [] : [language];
    this.language = chooseLanguage([asked, ...chosen, ...navigator.languages], languages, baseLanguage);
    Object.assign(this, others);
    // Every message asks for the language when it is formatted; reading the rune here makes the page follow it.
    followLanguage(() => this.language);
    this.#apply();
  }

  get choices(): Choices {
    return Object.fromEntries(NAMES.map((name) => [name, this[name]])) as unknown as Choices;
  }

  set(change: Partial<Choices>): void {
    this.#put(change);
    this.onChange?.(Object.keys(change) as (keyof Choices)[]);
  }

  /** Applies the choices of the account. Invalid ones are ignored. Rejects if the language cannot be loaded. */
  async adopt(choices: unknown): Promise<void> {
    const { language, ...others } = parseChoices(choices);
    this.#put(others);
    if (language === undefined || language === this.language) return;
    if (await this.#load(language)) this.#put({ language });
  }

  #put(change: Partial<Choices>): void {
    Object.assign(this, change);
    this.hasChosen = true;
    // Without storage the choice lasts until the page is closed.
    writeJson(KEY, this.choices);
    if (change.language !== undefined) setCookie(LANGUAGE_COOKIE, change.language);
    this.#apply();
  }

  /** Changes the language once its messages are loaded. Rejects, and changes nothing, if they cannot be loaded. */
  async setLanguage(language: Language): Promise<void> {
    if (await this.#load(language)) this.set({ language });
  }

  /** Returns whether this is still the chosen language: of two choices made while messages were loading, the last one wins. */
  async #load(language: Language): Promise<boolean> {
    this.#wanted = language;
    await loadMessages(language);
    return this.#wanted === language;
  }

  #apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    applyAppearance(root, this);
    // The first HTML of the next visit then has the theme, so that no other one flashes.
    setCookie(THEME_COOKIE, this.theme);
  }
}

export const settings = new Settings();
export { languages };
