import { chooseLanguage } from '@tablier/protocol/language';
import { baseLanguage, followLanguage, isLanguage, type Language, languages, loadMessages } from './language.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The languages by their own names. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
};

const KEY = 'tablier.settings';

function readStored(): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    return {};
  }
}

/** What this device prefers: remembered, and put on the root element. */
class Settings {
  language: Language = $state(baseLanguage);
  theme: Theme = $state('system');
  /** Two people on one device: whether the board turns to whoever is to move. */
  turnsBoard = $state(false);
  /** Whether the chat of tables is shown. */
  chat = $state(true);
  /** Whether the rim of a board carries its letters and numbers. */
  coordinates = $state(true);

  #wanted: Language = baseLanguage;

  constructor() {
    const stored = readStored();
    const { language, theme } = stored;
    this.language = isLanguage(language) ? language : chooseLanguage(navigator.languages, languages, baseLanguage);
    this.theme = THEMES.find((name) => name === theme) ?? 'system';
    this.turnsBoard = stored['turnsBoard'] === true;
    this.chat = stored['chat'] !== false;
    this.coordinates = stored['coordinates'] !== false;
    // Every message asks for the language when it is written out: reading the rune here makes the page follow it.
    followLanguage(() => this.language);
    this.#apply();
  }

  set(change: {
    language?: Language;
    theme?: Theme;
    turnsBoard?: boolean;
    chat?: boolean;
    coordinates?: boolean;
  }): void {
    if (change.language !== undefined) this.language = change.language;
    if (change.theme !== undefined) this.theme = change.theme;
    if (change.turnsBoard !== undefined) this.turnsBoard = change.turnsBoard;
    if (change.chat !== undefined) this.chat = change.chat;
    if (change.coordinates !== undefined) this.coordinates = change.coordinates;
    const { language, theme, turnsBoard, chat, coordinates } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, turnsBoard, chat, coordinates }));
    } catch {
      // A browser that keeps nothing still shows what was chosen, until the page is closed.
    }
    this.#apply();
  }

  /** Changes the language when its messages are there. Rejects, and changes nothing, where they cannot be fetched. */
  async speak(language: Language): Promise<void> {
    this.#wanted = language;
    await loadMessages(language);
    // Of two choices made while messages were on their way, the last one counts.
    if (this.#wanted === language) this.set({ language });
  }

  #apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
  }
}

export const settings = new Settings();
export { languages };
