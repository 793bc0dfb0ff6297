import { chooseLanguage, LANGUAGE_COOKIE, LANGUAGE_PARAMETER, THEME_COOKIE } from '@tablier/protocol/language';
import { applyAppearance, type Boards, BOARDS, type Theme, THEMES } from './appearance.ts';
import { baseLanguage, followLanguage, isLanguage, type Language, languages, loadMessages } from './language.ts';
import { readJson, writeJson } from './local-storage.ts';

/** Whether boards are drawn flat or with depth. */
export type BoardView = '2d' | '3d';

const KEY = 'tablier.settings';

function readStored(): Record<string, unknown> {
  const data = readJson(KEY);
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

/** The preferences of this device: stored, and applied to the root element. */
class Settings {
  language: Language = $state(baseLanguage);
  theme: Theme = $state('system');
  boards: Boards = $state('natural');
  /** With several people on one device: whether the board turns to the player to move. */
  turnsBoard = $state(false);
  /** Whether the chat of tables is visible. */
  chat = $state(true);
  /** Whether the rim of a board carries its letters and numbers. */
  coordinates = $state(true);
  /** Whether a table makes sounds, and a phone vibrates. */
  sound = $state(true);
  view: BoardView = $state('2d');

  #wanted: Language = baseLanguage;

  constructor() {
    const stored = readStored();
    const { language, theme, boards } = stored;
    const asked = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER) ?? '';
    const chosen = isLanguage(language) ? [language] : [];
    this.language = chooseLanguage([asked, ...chosen, ...navigator.languages], languages, baseLanguage);
    this.theme = THEMES.find((name) => name === theme) ?? 'system';
    this.boards = BOARDS.find((name) => name === boards) ?? 'natural';
    this.turnsBoard = stored['turnsBoard'] === true;
    this.chat = stored['chat'] !== false;
    this.coordinates = stored['coordinates'] !== false;
    this.sound = stored['sound'] !== false;
    this.view = stored['view'] === '3d' ? '3d' : '2d';
    // Every message asks for the language when it is formatted; reading the rune here makes the page follow it.
    followLanguage(() => this.language);
    this.#apply();
  }

  set(change: {
    language?: Language;
    theme?: Theme;
    boards?: Boards;
    turnsBoard?: boolean;
    chat?: boolean;
    coordinates?: boolean;
    sound?: boolean;
    view?: BoardView;
  }): void {
    if (change.language !== undefined) this.language = change.language;
    if (change.theme !== undefined) this.theme = change.theme;
    if (change.boards !== undefined) this.boards = change.boards;
    if (change.turnsBoard !== undefined) this.turnsBoard = change.turnsBoard;
    if (change.chat !== undefined) this.chat = change.chat;
    if (change.coordinates !== undefined) this.coordinates = change.coordinates;
    if (change.sound !== undefined) this.sound = change.sound;
    if (change.view !== undefined) this.view = change.view;
    const { language, theme, boards, turnsBoard, chat, coordinates, sound, view } = this;
    // Without storage the choice lasts until the page is closed.
    writeJson(KEY, { language, theme, boards, turnsBoard, chat, coordinates, sound, view });
    this.#apply();
  }

  /** Changes the language once its messages are loaded. Rejects, and changes nothing, if they cannot be loaded. */
  async setLanguage(language: Language): Promise<void> {
    this.#wanted = language;
    await loadMessages(language);
    // Of two choices made while messages were on their way, the last one counts.
    if (this.#wanted !== language) return;
    this.set({ language });
    setCookie(LANGUAGE_COOKIE, language);
  }

  #apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    applyAppearance(root, this);
    // The first HTML of the next visit has the theme, so that no other one flashes.
    setCookie(THEME_COOKIE, this.theme);
  }
}

/** A cookie for a year, for the server to read. */
function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

export const settings = new Settings();
export { languages };
