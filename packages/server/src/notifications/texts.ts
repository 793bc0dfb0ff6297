import { writtenTexts } from '@tablier/protocol/language';
import de from './texts.de.json' with { type: 'json' };
import en from './texts.en.json' with { type: 'json' };
import fr from './texts.fr.json' with { type: 'json' };
import nl from './texts.nl.json' with { type: 'json' };

const INPUTS = {
  ...{ turn: ['game'], invitation: ['game', 'host'], rematch: ['game', 'host'], began: ['game'], over: ['game'] },
  ...{ against: ['others'], place: ['place'], why: ['site'], confirmText: ['site'], resetText: ['site'] },
  ...{ resetUsername: ['username'], stopText: ['address'] },
} as const;

const written = (language: string, given: typeof en) => ({
  ...writtenTexts(given, INPUTS),
  list: (names: readonly string[]): string => new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
});

/** The texts of notifications in one language. They are not in the catalogue of the page, because the server does not load it. */
export type NotificationTexts = ReturnType<typeof written>;

const ENGLISH = written('en', en);
const TEXTS: Readonly<Record<string, NotificationTexts>> = {
  de: written('de', de),
  en: ENGLISH,
  fr: written('fr', fr),
  nl: written('nl', nl),
};

export const textsIn = (language: string): NotificationTexts =>
  Object.hasOwn(TEXTS, language) ? (TEXTS[language] ?? ENGLISH) : ENGLISH;

export const knownLanguage = (language: string): string => (Object.hasOwn(TEXTS, language) ? language : 'en');

export const NOTIFICATION_LANGUAGES: readonly string[] = Object.keys(TEXTS);
