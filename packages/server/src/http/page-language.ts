import {
  acceptedLanguages,
  chooseLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Theme,
  THEME_COOKIE,
  TYPEFACES_COOKIE,
} from '@tablier/protocol/language';
import type { FastifyRequest } from 'fastify';

export interface PageLanguage {
  readonly language: string;
  /** The language that the address names, `/isaac?lang=de`; `null` if it names none. */
  readonly fromAddress: string | null;
}

const CHOSEN = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=([a-z-]+)`);

const THEME = new RegExp(`(?:^|;)\\s*${THEME_COOKIE}=(light|dark)(?:;|$)`);

/** The theme that was chosen in the page; `null` if the system decides. */
export const pageTheme = ({ headers }: Pick<FastifyRequest, 'headers'>): Theme | null =>
  (THEME.exec(headers.cookie ?? '')?.[1] as Theme | undefined) ?? null;

const TYPEFACES = new RegExp(`(?:^|;)\\s*${TYPEFACES_COOKIE}=1(?:;|$)`);

/** Whether the browser has loaded the typefaces on an earlier visit. */
export const hasTypefaces = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  TYPEFACES.test(headers.cookie ?? '');

/**
 * The language to answer in: that of the address, or else the one chosen in the page, or else one that the browser
 * accepts, or else `base`.
 */
export function pageLanguage(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  available: readonly string[],
  base: string,
): PageLanguage {
  const named = new URLSearchParams(url.split('?')[1] ?? '').get(LANGUAGE_PARAMETER) ?? '';
  const chosen = CHOSEN.exec(headers.cookie ?? '')?.[1] ?? '';
  const language = chooseLanguage(
    [named, chosen, ...acceptedLanguages(headers['accept-language'] ?? '')],
    available,
    base,
  );
  return { language, fromAddress: chooseLanguage([named], available, '') || null };
}
