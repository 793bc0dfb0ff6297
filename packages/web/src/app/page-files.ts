import type { Route } from '../lib/routes.ts';

type Page = Route['page'];

/** The file of each page that is not part of the first script, below `src`, without its ending. The build reads it, too. */
export const PAGE_FILES: Readonly<Record<Exclude<Page, 'home' | 'not-found'>, string>> = {
  game: 'places/game-page/GamePage',
  position: 'places/studies/PositionPage',
  openings: 'places/game-page/OpeningsPage',
  'set-up': 'play/set-up/SetUpPage',
  play: 'play/local/LocalPage',
  games: 'places/home/GamesPage',
  strength: 'places/game-page/StrengthPage',
  lessons: 'places/home/LessonsPage',
  watch: 'places/home/WatchPage',
  lobby: 'places/home/LobbyPage',
  search: 'places/search/SearchPage',
  archives: 'places/archives/ArchivesPage',
  kept: 'review/archive/ArchivedPage',
  table: 'play/online/TablePage',
  screen: 'play/sofa/SofaTablePage',
  hand: 'play/sofa/SofaTablePage',
  sofa: 'play/sofa/SofaPage',
  studies: 'places/studies/StudiesPage',
  study: 'places/studies/StudyPage',
  tournaments: 'places/tournaments/TournamentsPage',
  tournament: 'places/tournaments/TournamentPage',
  clubs: 'places/clubs/ClubsPage',
  club: 'places/clubs/ClubPage',
  learn: 'learn/lessons/LearnPage',
  puzzles: 'learn/puzzles/PuzzlesPage',
  'game-puzzles': 'learn/puzzles/PuzzlesPage',
  puzzle: 'learn/puzzles/PuzzlePage',
  'own-mistake': 'learn/puzzles/PuzzlePage',
  rules: 'learn/rules/RulesPage',
  'numbered-rules': 'learn/rules/NumberedRulesPage',
  profile: 'places/profile/ProfilePage',
  settings: 'places/settings/SettingsPage',
  account: 'people/account/AccountPage',
  authorize: 'people/account/AuthorizePage',
  reset: 'people/account/ResetPage',
  moderation: 'places/moderation/ModerationPage',
};

/** A lesson, a puzzle and a shared table have a bar of their own, or none. */
export const isBare = (page: Page): boolean => ['learn', 'puzzle', 'own-mistake', 'screen', 'hand'].includes(page);

export const isTable = (page: Page): boolean => isBare(page) || ['play', 'table', 'kept', 'study'].includes(page);
