import { de } from './de.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

/** The texts of notifications in one language. They are not in the catalogue of the page, because the server does not load it. */
export interface NotificationTexts {
  /** A list of names. */
  readonly list: (names: readonly string[]) => string;
  readonly turn: (game: string) => string;
  readonly invitation: (game: string, host: string) => string;
  readonly invitationBody: string;
  readonly rematch: (game: string, host: string) => string;
  readonly began: (game: string) => string;
  readonly over: (game: string) => string;
  readonly against: (others: string) => string;
  readonly yourTurn: string;
  readonly won: string;
  readonly lost: string;
  readonly drawn: string;
  readonly aborted: string;
  readonly place: (place: number) => string;
  readonly someone: string;
  readonly open: string;
  /** The last lines of a mail. */
  readonly why: (site: string) => string;
  readonly stop: string;
  readonly confirmSubject: string;
  readonly confirmText: (site: string) => string;
  readonly confirmButton: string;
  readonly confirmIgnore: string;
  readonly resetSubject: string;
  readonly resetText: (site: string) => string;
  readonly resetUsername: (username: string) => string;
  readonly resetNoUsername: string;
  readonly resetSessions: string;
  readonly resetButton: string;
  readonly resetIgnore: string;
  /** The pages behind the links in mails. */
  readonly confirmed: string;
  readonly stopText: (address: string) => string;
  readonly stopped: string;
  readonly badLink: string;
  readonly toSite: string;
}

const TEXTS: Readonly<Record<string, NotificationTexts>> = { de, en, fr, nl };

/** The texts in a language, or in English. */
export const textsIn = (language: string): NotificationTexts =>
  Object.hasOwn(TEXTS, language) ? (TEXTS[language] ?? en) : en;

/** A language that has texts. */
export const knownLanguage = (language: string): string => (Object.hasOwn(TEXTS, language) ? language : 'en');

export const NOTIFICATION_LANGUAGES: readonly string[] = Object.keys(TEXTS);
