import type { Route } from '@tablier/protocol/routes';
import { PUZZLE_GOALS, type PuzzleGoal, words } from '@tablier/core';
import type { ClockTerms } from '@tablier/match';
import {
  acceptedLanguages,
  chooseLanguage,
  isolated,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Theme,
  THEME_COOKIE,
  TYPEFACES_COOKIE,
} from '@tablier/protocol/language';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseBuilt } from './page-html.ts';

const pageTexts = z.object({
  base: z.string(),
  /** The texts of each language, by key. `{name}` stands for an input. */
  languages: z.record(z.string(), z.record(z.string(), z.string())),
  /** What the puzzles of each game ask for, in their order. */
  puzzles: z.record(z.string(), z.array(z.string())).default({}),
});
export type PageTexts = z.infer<typeof pageTexts>;

/** The texts of the pages whose words depend on nothing else. The descriptions may contain the names of all games. */
export const FIXED_WORDS = {
  home: ['meta_home_title', 'meta_home_description'],
  tournaments: ['tournaments_title', 'meta_tournaments_description'],
  clubs: ['meta_clubs_title', 'meta_clubs_description'],
  table: ['meta_table_title', 'meta_table_description'],
  screen: ['meta_table_title', 'meta_table_description'],
  hand: ['meta_table_title', 'meta_table_description'],
  sofa: ['meta_table_title', 'meta_table_description'],
  lessons: ['lessons_title', 'meta_lessons_description'],
  watch: ['watch_title', 'meta_watch_description'],
  lobby: ['lobby_title', 'meta_lobby_description'],
  search: ['search_title', 'meta_search_description'],
  archives: ['meta_archives_title', 'meta_archives_description'],
  strength: ['strength_title', 'meta_strength_description'],
  puzzles: ['puzzles_title', 'meta_puzzles_description'],
  authorize: ['meta_authorize_title', 'meta_home_description'],
  reset: ['meta_reset_title', 'meta_home_description'],
  moderation: ['meta_moderation_title', 'meta_home_description'],
  play: ['meta_play_title', 'meta_home_description'],
  games: ['games_title', 'meta_home_description'],
  studies: ['studies_title', 'meta_home_description'],
  settings: ['settings_title', 'meta_home_description'],
  account: ['account_title', 'meta_home_description'],
  'not-found': ['not_found_title', 'not_found_text'],
} as const satisfies Partial<Record<Route['page'], readonly [title: string, description: string]>>;

export const GAME_WORDS = {
  'set-up': ['setup_title', 'meta_setup_description'],
  learn: ['learn_title', 'meta_learn_description'],
  rules: ['rules_title', 'meta_rules_description'],
  'numbered-rules': ['rules_numbered_title', 'meta_numbered_description'],
  'game-puzzles': ['puzzles_of', 'meta_game_puzzles_description'],
  puzzle: ['puzzle_title', 'meta_game_puzzles_description'],
  openings: ['openings_of', 'meta_openings_description'],
  position: ['meta_position_title', 'meta_position_description'],
  'own-mistake': ['puzzles_of', 'meta_game_puzzles_description'],
} as const satisfies Partial<Record<Route['page'], readonly [title: string, description: string]>>;

/** The texts without which the server cannot describe a page. */
export const REQUIRED = [
  ...Object.values(FIXED_WORDS).flat(),
  ...Object.values(GAME_WORDS).flat(),
  ...words(
    'meta_game_description puzzle_goal_win puzzle_goal_lead puzzle_goal_best meta_study_any meta_study_text',
    'meta_study_title meta_study_description meta_picture_study meta_club_any meta_club_description',
    'meta_tournament_any meta_tournament_title meta_tournament_description meta_tournament_starts',
    'meta_tournament_began meta_tournament_ended meta_tournament_cancelled meta_tournament_players',
    'meta_invitation_title meta_invitation_any meta_invitation_description meta_clock_day meta_clock_days',
    'online_clock_none clock_says_sudden_death clock_says_fischer clock_says_bronstein clock_says_delay',
    'clock_says_byo_yomi meta_archive_title meta_archive_any meta_archive_description meta_archive_won',
    'meta_archive_drawn meta_archive_aborted meta_embed_open meta_picture_site meta_picture_game',
    'meta_picture_archive meta_picture_puzzle meta_picture_position meta_profile_any meta_profile_description',
  ),
];
export type TextKey = (typeof REQUIRED)[number];
type ClockKey = `clock_says_${ClockTerms['system']}`;

/** Reads `meta.json`. Throws an error that names the missing texts if the page was built from other sources than the server. */
export function parsePageTexts(json: string): PageTexts {
  const texts = parseBuilt('meta.json', pageTexts, json);
  for (const [language, own] of Object.entries({ [texts.base]: {}, ...texts.languages })) {
    const missing = REQUIRED.find((key) => !Object.hasOwn(own, key));
    if (missing !== undefined) throw new Error(`meta.json: ${missing} is missing in ${language}`);
  }
  return texts;
}

export const isGoal = (goal: string | null): goal is PuzzleGoal => PUZZLE_GOALS.some((each) => each === goal);

export class Writer {
  readonly language: string;
  readonly #texts: Readonly<Record<string, string>>;
  readonly #puzzles: PageTexts['puzzles'];

  constructor({ languages, puzzles }: PageTexts, language: string) {
    this.language = language;
    this.#texts = languages[language] ?? {};
    this.#puzzles = puzzles;
  }

  /** What a puzzle asks for; `missing` if its game has fewer puzzles, `null` if it is not known which ones it has. */
  puzzleGoal(game: string, number: number): PuzzleGoal | 'missing' | null {
    const goals = this.#puzzles[game];
    const goal = goals?.[number - 1] ?? null;
    return goals !== undefined && goal === null ? 'missing' : isGoal(goal) ? goal : null;
  }

  text(key: TextKey | ClockKey, inputs: Readonly<Record<string, string>> = {}): string {
    return this.find(key).replaceAll(/\{(\w+)\}/g, (gap, name: string) => isolated(inputs[name] ?? gap));
  }

  /** The text of a key that contains a name of the catalogue of games: `game_isaac`, `seat_dark`. Empty if there is none. */
  find(key: string): string {
    return this.#texts[key.replaceAll('-', '_')] ?? '';
  }

  list(names: readonly string[]): string {
    return new Intl.ListFormat(this.language).format(names);
  }
}

export interface PageLanguage {
  readonly language: string;
  /** The language that the address names, `/isaac?lang=de`; `null` if it names none. */
  readonly fromAddress: string | null;
}

const CHOSEN = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=([a-z-]+)`);

const THEME = new RegExp(`(?:^|;)\\s*${THEME_COOKIE}=(light|dark)(?:;|$)`);

export const pageTheme = ({ headers }: Pick<FastifyRequest, 'headers'>): Theme | null =>
  (THEME.exec(headers.cookie ?? '')?.[1] as Theme | undefined) ?? null;

const TYPEFACES = new RegExp(`(?:^|;)\\s*${TYPEFACES_COOKIE}=1(?:;|$)`);

export const hasTypefaces = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  TYPEFACES.test(headers.cookie ?? '');

/** That of the address, or the one chosen in the page, or one that the browser accepts, or `base`. */
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
