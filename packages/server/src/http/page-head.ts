import { type Game, type StoredRecord, words } from '@tablier/core';
import { addedFiles } from '../lib/game-file.ts';
import { findGame, games } from '@tablier/games';
import { momentText } from '@tablier/protocol/language';
import { formatRoute, type Route } from '@tablier/protocol/routes';
import type { StudySummary } from '@tablier/store';
import { FIXED_WORDS, GAME_WORDS, isGoal, type Writer, type TextKey } from './page-texts.ts';
import type { ClockTerms } from '@tablier/match';

/** Plain text, not escaped. */
interface PageWords {
  readonly title: string;
  readonly description: string;
}

export interface PageHead extends PageWords {
  readonly status: 200 | 404;
  readonly path: string | null;
  /** The same for search engines: one path for all addresses of the same content. */
  readonly canonical: string | null;
  readonly isListed: boolean;
  readonly picture: PagePicture;
}

/** What was looked up for a page. Absent: not looked up. */
export interface Found {
  /** Whether the page has nothing to show: the database does not know what its address names. */
  readonly isMissing?: boolean;
  /** A game of the archive. */
  readonly record?: StoredRecord | null;
  /** The name of the person of a profile. */
  readonly person?: string | null;
  /** With its author; `null` if the server has none: the browser may still have it. */
  readonly study?: (StudySummary & { readonly author: string }) | null;
  readonly tournament?: TournamentFacts | null;
  readonly club?: ClubFacts | null;
  /** `null` if it neither waits for players nor is in the lobby, or was not found. */
  readonly table?: TableFacts | null;
}

export interface ClubFacts {
  readonly name: string;
  readonly about: string;
  readonly isListed: boolean;
}

export interface TournamentFacts {
  readonly name: string;
  readonly game: string;
  readonly date: { readonly of: 'starts' | 'began' | 'ended'; readonly at: number } | 'cancelled' | null;
  /** The zone in which the organiser named the date: that of the reader is unknown. */
  readonly zone: string;
  readonly entrants: number;
}

const SITE_PAGES = words('home lessons watch lobby search archives strength puzzles tournaments clubs');
const GAME_PAGES = ['game', 'set-up', 'learn', 'rules', 'game-puzzles', 'openings'] as const;
const LISTED: ReadonlySet<Route['page']> = new Set([...SITE_PAGES, ...GAME_PAGES, 'numbered-rules', 'puzzle', 'kept']);

/** The paths of the pages that search engines list, with the given clubs, without the games of the archive, which their search shows. */
export const listedPaths = (clubs: readonly string[]): readonly string[] =>
  [
    ...SITE_PAGES.map((page) => ({ page })),
    ...clubs.map((id) => ({ page: 'club', id }) as const),
    ...games.flatMap(({ id: game }) => [
      ...GAME_PAGES.map((page) => ({ page, game })),
      { page: 'numbered-rules', game, rule: null } as const,
    ]),
  ].map(formatRoute);

/**
 * Describes a page. The id of a table is a secret of its players, so a person who has it may read the invitation of a table that waits, and who
 * plays what; the position only of a match that the lobby shows. Of a table that does not exist nothing is said. For an archived game only the name of the game and the result appear, in texts of the catalogue: no text of the record is repeated.
 */
export function pageHead(route: Route, writer: Writer, found: Found): PageHead {
  const picture = pagePicture(route, writer, found);
  if (isMissing(route, writer, found)) {
    return { ...fixedWords('not-found', writer), status: 404, path: null, canonical: null, isListed: false, picture };
  }
  const canonical = formatRoute(route.page === 'numbered-rules' ? { ...route, rule: null } : route);
  const isListed = LISTED.has(route.page) || found.club?.isListed === true;
  return { ...wordsOf(route, writer, found), status: 200, path: formatRoute(route), canonical, isListed, picture };
}

const isMissing = (route: Route, writer: Writer, found: Found): boolean =>
  route.page === 'not-found' ||
  found.isMissing === true ||
  (route.page === 'puzzle' && writer.puzzleGoal(route.game, route.number) === 'missing') ||
  ('game' in route && findGame(route.game) === undefined) ||
  (route.page === 'position' && !isPosition(route));

function isPosition({ game, line }: Route & { readonly page: 'position' }): boolean {
  const positions = findGame(game)?.positions;
  return line === '' ? positions !== undefined : positions?.parse(line).ok === true;
}

function wordsOf(route: Route, writer: Writer, found: Found): PageWords {
  const { record = null, person = null, study = null, tournament = null, club = null, table = null } = found;
  if ('game' in route) return gameWords(route, writer);
  switch (route.page) {
    case 'table':
      return table === null ? fixedWords('table', writer) : tableWords(table, writer);
    case 'kept':
      return (record && archiveWords(record, writer)) ?? anyWords('meta_archive_any', writer);
    case 'study':
      return study === null ? textsOf(['meta_study_any', 'meta_study_text'], writer) : studyWords(study, writer);
    case 'profile':
      return person === null ? anyWords('meta_profile_any', writer) : personWords(person, writer);
    case 'club':
      return club === null ? anyWords('meta_club_any', writer) : clubWords(club, writer);
    case 'tournament':
      return tournament === null ? anyWords('meta_tournament_any', writer) : tournamentWords(tournament, writer);
    default:
      return fixedWords(route.page, writer);
  }
}

const everyGame = (writer: Writer) => ({ games: writer.list(games.map(({ name }) => name)) });

const textsOf = ([title, description]: readonly [TextKey, TextKey], writer: Writer): PageWords => ({
  title: writer.text(title),
  description: writer.text(description, everyGame(writer)),
});

const fixedWords = (page: keyof typeof FIXED_WORDS, writer: Writer): PageWords => textsOf(FIXED_WORDS[page], writer);

/** Of a page whose content was not looked up. */
const anyWords = (title: TextKey, writer: Writer): PageWords => textsOf([title, 'meta_home_description'], writer);

function gameWords(route: Extract<Route, { readonly game: string }>, writer: Writer): PageWords {
  const { page, game: id } = route;
  const name = findGame(id)?.name ?? id;
  // A game of a file says in one language what it is about, or nothing.
  const about = addedFiles().find(({ game }) => game.id === id)?.game.about ?? '';
  const inputs = { game: name, tagline: writer.find(`game_${id}`) || about };
  if (page === 'game') return { title: name, description: writer.text('meta_game_description', inputs).trim() };
  const [title, description] = GAME_WORDS[page];
  if (page !== 'puzzle') return { title: writer.text(title, inputs), description: writer.text(description, inputs) };
  const goal = writer.puzzleGoal(id, route.number);
  return {
    title: writer.text(title, { ...inputs, number: String(route.number) }),
    description: isGoal(goal) ? writer.text(`puzzle_goal_${goal}`) : writer.text(description, inputs),
  };
}

function tableWords({ game: id, players, invitation }: TableFacts, writer: Writer): PageWords {
  const game = findGame(id)?.name ?? id;
  if (invitation === null) {
    const title =
      players.length === 0 ? writer.text('meta_archive_title', { game }) : `${game}: ${players.join(' – ')}`;
    return { title, description: writer.text('meta_table_description') };
  }
  const { name, clock } = invitation;
  const inputs = { game, name };
  return {
    title: writer.text(name === '' ? 'meta_invitation_any' : 'meta_invitation_title', inputs),
    description: writer.text('meta_invitation_description', { clock: clockWords(clock, writer) }),
  };
}

/** Only the name that the profile shows to everyone. */
const personWords = (name: string, writer: Writer): PageWords => ({
  title: name,
  description: writer.text('meta_profile_description', { name }),
});

function studyWords(study: NonNullable<Found['study']>, writer: Writer): PageWords {
  const inputs = { games: gamesOf(study, writer), name: study.author };
  const title = study.title === '' ? writer.text('meta_study_title', inputs) : study.title;
  return { title, description: writer.text('meta_study_description', inputs) };
}

const clubWords = ({ name, about }: ClubFacts, writer: Writer): PageWords => ({
  title: name,
  description: about || writer.text('meta_club_description', { name }),
});

function tournamentWords(tournament: TournamentFacts, writer: Writer): PageWords {
  const { name, date, zone, entrants } = tournament;
  const game = findGame(tournament.game)?.name ?? tournament.game;
  const { language } = writer;
  const sentences = [
    ...(date === 'cancelled' ? [writer.text('meta_tournament_cancelled')] : []),
    ...(date === null || date === 'cancelled'
      ? []
      : [writer.text(`meta_tournament_${date.of}`, { date: momentText(date.at, { language, zone, length: 'long' }) })]),
    ...(entrants === 0 ? [] : [writer.text('meta_tournament_players', { count: String(entrants) })]),
    writer.text('meta_tournament_description', { game }),
  ];
  return { title: writer.text('meta_tournament_title', { game, name }), description: sentences.join(' ') };
}

function archiveWords(record: StoredRecord, writer: Writer): PageWords | null {
  const game = findGame(record.game);
  if (game === undefined) return null;
  const inputs = { game: game.name };
  const description = `${resultText(game, record, writer)} ${writer.text('meta_archive_description', inputs)}`.trim();
  return { title: writer.text('meta_archive_title', inputs), description };
}

export function resultText(game: Game, { end }: StoredRecord, writer: Writer): string {
  if (end === undefined) return '';
  if (end.by === 'abort') return writer.text('meta_archive_aborted');
  const winners = [...end.places.keys()].filter((seat) => end.places[seat] === 1);
  if (winners.length === end.places.length) return writer.text('meta_archive_drawn');
  const names = winners.map((seat) => writer.find(`seat_${game.seatNames[seat] ?? ''}`));
  return writer.text('meta_archive_won', { names: writer.list(names) });
}

export interface PagePicture {
  readonly path: string;
  readonly alt: string;
}

export function pagePicture(route: Route, writer: Writer, { record, study, tournament, table }: Found): PagePicture {
  if (route.page === 'study' && study)
    return {
      path: `${formatRoute(route)}.png`,
      alt: writer.text('meta_picture_study', { games: gamesOf(study, writer) }),
    };
  if (route.page === 'kept' && record?.end !== undefined) {
    const game = findGame(record.game);
    const path = `${formatRoute({ page: 'kept', id: route.id })}.png`;
    if (game !== undefined) return { path, alt: writer.text('meta_picture_archive', { game: game.name }) };
  }
  const placed = route.page === 'position' ? route : { game: table?.game ?? '', line: table?.position ?? '' };
  const positions = findGame(placed.game)?.positions;
  if (positions?.parse(placed.line).ok === true)
    return {
      path: `/${placed.game}/position.png?line=${encodeURIComponent(placed.line)}`,
      alt: writer.text('meta_picture_position', { game: findGame(placed.game)?.name ?? '' }),
    };
  if (route.page === 'puzzle' && isGoal(writer.puzzleGoal(route.game, route.number))) {
    const inputs = { game: findGame(route.game)?.name ?? route.game, number: String(route.number) };
    return { path: `${formatRoute(route)}.png`, alt: writer.text('meta_picture_puzzle', inputs) };
  }
  const id = 'game' in route ? route.game : (tournament ?? table)?.game;
  const game = id === undefined ? undefined : findGame(id);
  if (game !== undefined)
    return { path: `/${game.id}.png`, alt: writer.text('meta_picture_game', { game: game.name }) };
  return { path: '/tablier.png', alt: writer.text('meta_picture_site', everyGame(writer)) };
}

export const gamesOf = ({ games: ids }: StudySummary, writer: Writer): string =>
  writer.list(ids.map((id) => findGame(id)?.name ?? id));

/** What the link to a table says: a person who has the link sees all of it at the table. */
export interface TableFacts {
  readonly game: string;
  /** A line of docs/positions.md, as a spectator sees it; `null` if the board has nothing of its own to show, or the game no notation. */
  readonly position: string | null;
  /** The names of the people in a match, by seat. */
  readonly players: readonly string[];
  /** `null` once the match has begun. */
  readonly invitation: { readonly name: string; readonly clock: ClockTerms } | null;
}

/** `5 min + 3 s`, as the lobby writes it. */
export function clockWords(clock: ClockTerms, writer: Writer): string {
  if (clock.system === 'none') return writer.text('online_clock_none');
  if (clock.system === 'days')
    return writer.text(clock.days === 1 ? 'meta_clock_day' : 'meta_clock_days', { days: String(clock.days) });
  const numbers = Object.entries(clock).map(([field, value]) => [
    field,
    field === 'base' ? minutes(Number(value), writer.language) : String(value),
  ]);
  return writer.text(`clock_says_${clock.system}`, Object.fromEntries(numbers) as Record<string, string>);
}

const minutes = (seconds: number, language: string): string =>
  (seconds / 60).toLocaleString(language, { maximumFractionDigits: 2 });
