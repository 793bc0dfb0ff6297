import type { Game, StoredRecord } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { momentText } from '@tablier/protocol/language';
import { formatRoute, type Route } from '@tablier/protocol/routes';
import type { StudySummary } from '@tablier/store';
import { FIXED_WORDS, GAME_WORDS, isGoal, type Writer } from './page-texts.ts';
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

/** A game of the archive; `missing` if the archive has none at the address, `null` if it was not looked up. */
export type FoundRecord = StoredRecord | 'missing' | null;

/** The name of the person of a profile; `missing` if there is no profile, `null` if it was not looked up. */
export type FoundName = { readonly name: string } | 'missing' | null;

/** The summary of a study, with its author; `null` if the server has none: the browser may still have it. */
export type FoundStudy = (StudySummary & { readonly author: string }) | null;

export interface Found {
  readonly record: FoundRecord;
  readonly person: FoundName;
  readonly study: FoundStudy;
  readonly tournament: FoundTournament;
  readonly club: FoundClub;
  /** Of a table; `null` if it does not wait for players, or was not found. */
  readonly invitation: Invitation | null;
}

export const NOTHING_FOUND: Found = {
  record: null,
  person: null,
  study: null,
  tournament: null,
  club: null,
  invitation: null,
};

/** A club; `missing` if there is none, `null` if it was not looked up. */
export type FoundClub =
  | { readonly name: string; readonly about: string; readonly isListed: boolean }
  | 'missing'
  | null;

/** What a preview says of a tournament; `missing` if there is none, `null` if it was not looked up. */
export type FoundTournament = TournamentFacts | 'missing' | null;

export interface TournamentFacts {
  readonly name: string;
  readonly game: string;
  readonly date: { readonly of: 'starts' | 'began' | 'ended'; readonly at: number } | 'cancelled' | null;
  /** The zone in which the organiser named the date: that of the reader is unknown. */
  readonly zone: string;
  readonly entrants: number;
}

const SITE_PAGES = [
  'home',
  'lessons',
  'watch',
  'lobby',
  'search',
  'archives',
  'puzzles',
  'tournaments',
  'clubs',
] as const;
const GAME_PAGES = ['game', 'set-up', 'learn', 'rules', 'game-puzzles', 'openings'] as const;
const LISTED: ReadonlySet<Route['page']> = new Set([...SITE_PAGES, ...GAME_PAGES, 'numbered-rules', 'kept']);

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
 * Describes a page. The id of a table is a secret of its players, so a person who has it may read the invitation of a table that waits; of any
 * other table nothing is said, nor whether it exists. For an archived game only the name of the game and the result appear, in texts of the catalogue: no text of the record is repeated.
 */
export function pageHead(route: Route, writer: Writer, found: Found): PageHead {
  const picture = pagePicture(route, writer, found);
  if (isMissing(route, writer, found)) {
    return { ...fixedWords('not-found', writer), status: 404, path: null, canonical: null, isListed: false, picture };
  }
  const canonical = formatRoute(route.page === 'numbered-rules' ? { ...route, rule: null } : route);
  const isListed = LISTED.has(route.page) || (found.club !== null && found.club !== 'missing' && found.club.isListed);
  return { ...wordsOf(route, writer, found), status: 200, path: formatRoute(route), canonical, isListed, picture };
}

const isMissing = (route: Route, writer: Writer, { record, person, tournament, club }: Found): boolean =>
  route.page === 'not-found' ||
  record === 'missing' ||
  person === 'missing' ||
  tournament === 'missing' ||
  club === 'missing' ||
  (route.page === 'puzzle' && writer.puzzleGoal(route.game, route.number) === 'missing') ||
  ('game' in route && findGame(route.game) === undefined) ||
  (route.page === 'position' && findGame(route.game)?.positions?.parse(route.line).ok !== true);

function wordsOf(
  route: Route,
  writer: Writer,
  { record, person, study, tournament, club, invitation }: Found,
): PageWords {
  switch (route.page) {
    case 'table':
      return invitation === null ? fixedWords('table', writer) : invitationWords(invitation, writer);
    case 'game':
    case 'set-up':
    case 'learn':
    case 'rules':
    case 'numbered-rules':
    case 'game-puzzles':
    case 'puzzle':
    case 'openings':
    case 'own-mistake':
    case 'position':
      return gameWords(route, writer);
    case 'kept':
      return archiveWords(record, writer);
    case 'study':
      return studyWords(study, writer);
    case 'profile':
      return personWords(person, writer);
    case 'club':
      return clubWords(club, writer);
    case 'tournament':
      return tournamentWords(tournament, writer);
    default:
      return fixedWords(route.page, writer);
  }
}

function fixedWords(page: keyof typeof FIXED_WORDS, writer: Writer): PageWords {
  const [title, description] = FIXED_WORDS[page];
  return { title: writer.text(title), description: writer.text(description, everyGame(writer)) };
}

const everyGame = (writer: Writer) => ({ games: writer.list(games.map(({ name }) => name)) });

const homeText = (writer: Writer): string => writer.text('meta_home_description', everyGame(writer));

function gameWords(route: Extract<Route, { readonly game: string }>, writer: Writer): PageWords {
  const { page, game: id } = route;
  const name = findGame(id)?.name ?? id;
  const inputs = { game: name, tagline: writer.find(`game_${id}`) };
  if (page === 'game') return { title: name, description: writer.text('meta_game_description', inputs) };
  const [title, description] = GAME_WORDS[page];
  if (page !== 'puzzle') return { title: writer.text(title, inputs), description: writer.text(description, inputs) };
  const goal = writer.puzzleGoal(id, route.number);
  return {
    title: writer.text(title, { ...inputs, number: String(route.number) }),
    description: isGoal(goal) ? writer.text(`puzzle_goal_${goal}`) : writer.text(description, inputs),
  };
}

function invitationWords({ game: id, name, clock }: Invitation, writer: Writer): PageWords {
  const inputs = { game: findGame(id)?.name ?? id, name };
  return {
    title: writer.text(name === '' ? 'meta_invitation_any' : 'meta_invitation_title', inputs),
    description: writer.text('meta_invitation_description', { clock: clockWords(clock, writer) }),
  };
}

/** Only the name that the profile shows to everyone. */
function personWords(person: FoundName, writer: Writer): PageWords {
  if (person === null || person === 'missing')
    return { title: writer.text('meta_profile_any'), description: homeText(writer) };
  return { title: person.name, description: writer.text('meta_profile_description', { name: person.name }) };
}

function studyWords(study: FoundStudy, writer: Writer): PageWords {
  if (study === null) return { title: writer.text('meta_study_any'), description: writer.text('meta_study_text') };
  const inputs = { games: gamesOf(study, writer), name: study.author };
  const title = study.title === '' ? writer.text('meta_study_title', inputs) : study.title;
  return { title, description: writer.text('meta_study_description', inputs) };
}

const clubWords = (club: FoundClub, writer: Writer): PageWords =>
  club === null || club === 'missing'
    ? { title: writer.text('meta_club_any'), description: homeText(writer) }
    : { title: club.name, description: club.about || writer.text('meta_club_description', { name: club.name }) };

function tournamentWords(tournament: FoundTournament, writer: Writer): PageWords {
  if (tournament === null || tournament === 'missing')
    return { title: writer.text('meta_tournament_any'), description: homeText(writer) };
  const { name, date, zone, entrants } = tournament;
  const game = findGame(tournament.game)?.name ?? tournament.game;
  const { language } = writer;
  const when =
    date === null || date === 'cancelled'
      ? date
      : { key: `meta_tournament_${date.of}` as const, date: momentText(date.at, { language, zone, length: 'long' }) };
  const sentences = [
    ...(when === null
      ? []
      : when === 'cancelled'
        ? [writer.text('meta_tournament_cancelled')]
        : [writer.text(when.key, when)]),
    writer.text('meta_tournament_players', { count: String(entrants) }),
    writer.text('meta_tournament_description', { game }),
  ];
  return { title: writer.text('meta_tournament_title', { game, name }), description: sentences.join(' ') };
}

function archiveWords(record: FoundRecord, writer: Writer): PageWords {
  const game = record === null || record === 'missing' ? undefined : findGame(record.game);
  if (record === null || record === 'missing' || game === undefined)
    return { title: writer.text('meta_archive_any'), description: homeText(writer) };
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

export function pagePicture(
  route: Route,
  writer: Writer,
  { record, study, tournament, invitation }: Found,
): PagePicture {
  if (route.page === 'study' && study !== null)
    return {
      path: `${formatRoute(route)}.png`,
      alt: writer.text('meta_picture_study', { games: gamesOf(study, writer) }),
    };
  if (route.page === 'kept' && record !== null && record !== 'missing' && record.end !== undefined) {
    const game = findGame(record.game);
    const path = `${formatRoute({ page: 'kept', id: route.id })}.png`;
    if (game !== undefined) return { path, alt: writer.text('meta_picture_archive', { game: game.name }) };
  }
  const placed = route.page === 'position' ? findGame(route.game) : undefined;
  if (route.page === 'position' && placed?.positions?.parse(route.line).ok === true)
    return {
      path: `/${route.game}/position.png?line=${encodeURIComponent(route.line)}`,
      alt: writer.text('meta_picture_position', { game: placed.name }),
    };
  if (route.page === 'puzzle' && isGoal(writer.puzzleGoal(route.game, route.number))) {
    const inputs = { game: findGame(route.game)?.name ?? route.game, number: String(route.number) };
    return { path: `${formatRoute(route)}.png`, alt: writer.text('meta_picture_puzzle', inputs) };
  }
  const about = tournament === 'missing' ? null : (tournament ?? invitation);
  const id = 'game' in route ? route.game : about?.game;
  const game = id === undefined ? undefined : findGame(id);
  if (game !== undefined)
    return { path: `/${game.id}.png`, alt: writer.text('meta_picture_game', { game: game.name }) };
  const names = writer.list(games.map(({ name }) => name));
  return { path: '/tablier.png', alt: writer.text('meta_picture_site', { games: names }) };
}

export const gamesOf = ({ games: ids }: StudySummary, writer: Writer): string =>
  writer.list(ids.map((id) => findGame(id)?.name ?? id));

/** What the link to a waiting table says: a person who has the link sees all of it at the table. */
export interface Invitation {
  readonly game: string;
  readonly name: string;
  readonly clock: ClockTerms;
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
  const says = {
    'sudden-death': 'clock_says_sudden_death',
    fischer: 'clock_says_fischer',
    bronstein: 'clock_says_bronstein',
    delay: 'clock_says_delay',
    'byo-yomi': 'clock_says_byo_yomi',
  } as const;
  return writer.text(says[clock.system], Object.fromEntries(numbers) as Record<string, string>);
}

const minutes = (seconds: number, language: string): string =>
  (seconds / 60).toLocaleString(language, { maximumFractionDigits: 2 });
