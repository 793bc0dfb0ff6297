import type AccountPage from '../people/account/AccountPage.svelte';
import type ResetPage from '../people/account/ResetPage.svelte';
import type ArchivesPage from '../places/archives/ArchivesPage.svelte';
import type ArchivedGame from '../review/archive/ArchivedGame.svelte';
import type GamePage from '../places/game-page/GamePage.svelte';
import type GamesPage from '../places/home/GamesPage.svelte';
import type LessonsPage from '../places/home/LessonsPage.svelte';
import type WatchPage from '../places/home/WatchPage.svelte';
import type LearnPage from '../learn/lessons/LearnPage.svelte';
import type LobbyPage from '../play/lobby/LobbyPage.svelte';
import type LocalPage from '../play/local/LocalPage.svelte';
import type ModerationPage from '../places/moderation/ModerationPage.svelte';
import type NumberedRulesPage from '../learn/rules/NumberedRulesPage.svelte';
import type PuzzlePage from '../learn/puzzles/PuzzlePage.svelte';
import type PuzzlesPage from '../learn/puzzles/PuzzlesPage.svelte';
import type TablePage from '../play/online/TablePage.svelte';
import type SearchPage from '../places/search/SearchPage.svelte';
import type RulesPage from '../learn/rules/RulesPage.svelte';
import type StudiesPage from '../places/studies/StudiesPage.svelte';
import type StudyPage from '../places/studies/StudyPage.svelte';
import type TournamentPage from '../places/tournaments/TournamentPage.svelte';
import type TournamentsPage from '../places/tournaments/TournamentsPage.svelte';
import type SetUpPage from '../play/set-up/SetUpPage.svelte';
import type ProfilePage from '../people/ratings/ProfilePage.svelte';
import { prepareLocal } from '../play/local/load-local.ts';
import type SettingsPage from './SettingsPage.svelte';

/** The loaded pages among those that are not part of the first script. */
export const pages: {
  account?: typeof AccountPage;
  archived?: typeof ArchivedGame;
  archives?: typeof ArchivesPage;
  game?: typeof GamePage;
  games?: typeof GamesPage;
  learn?: typeof LearnPage;
  lessons?: typeof LessonsPage;
  numberedRules?: typeof NumberedRulesPage;
  lobby?: typeof LobbyPage;
  moderation?: typeof ModerationPage;
  play?: typeof LocalPage;
  puzzle?: typeof PuzzlePage;
  puzzles?: typeof PuzzlesPage;
  profile?: typeof ProfilePage;
  reset?: typeof ResetPage;
  rules?: typeof RulesPage;
  search?: typeof SearchPage;
  settings?: typeof SettingsPage;
  setUp?: typeof SetUpPage;
  studies?: typeof StudiesPage;
  study?: typeof StudyPage;
  table?: typeof TablePage;
  tournament?: typeof TournamentPage;
  tournaments?: typeof TournamentsPage;
  watch?: typeof WatchPage;
} = {};

const loadPuzzles = async () => (pages.puzzles ??= (await import('../learn/puzzles/PuzzlesPage.svelte')).default);

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  account: async () => (pages.account ??= (await import('../people/account/AccountPage.svelte')).default),
  archives: async () => {
    const [page, { texts }] = await Promise.all([
      import('../places/archives/ArchivesPage.svelte'),
      import('../places/archives/texts.svelte.ts'),
    ]);
    await texts.load();
    pages.archives = page.default;
  },
  kept: async () => (pages.archived ??= (await import('../review/archive/ArchivedGame.svelte')).default),
  game: async () => (pages.game ??= (await import('../places/game-page/GamePage.svelte')).default),
  games: async () => (pages.games ??= (await import('../places/home/GamesPage.svelte')).default),
  learn: async () => (pages.learn ??= (await import('../learn/lessons/LearnPage.svelte')).default),
  lessons: async () => (pages.lessons ??= (await import('../places/home/LessonsPage.svelte')).default),
  'numbered-rules': async () =>
    (pages.numberedRules ??= (await import('../learn/rules/NumberedRulesPage.svelte')).default),
  lobby: async () => (pages.lobby ??= (await import('../play/lobby/LobbyPage.svelte')).default),
  play: async () => (pages.play ??= (await import('../play/local/LocalPage.svelte')).default),
  puzzles: loadPuzzles,
  'game-puzzles': loadPuzzles,
  puzzle: async () => (pages.puzzle ??= (await import('../learn/puzzles/PuzzlePage.svelte')).default),
  profile: async () => (pages.profile ??= (await import('../people/ratings/ProfilePage.svelte')).default),
  moderation: async () => {
    const [page, { texts }] = await Promise.all([
      import('../places/moderation/ModerationPage.svelte'),
      import('../places/moderation/texts.svelte.ts'),
    ]);
    await texts.load();
    pages.moderation = page.default;
  },
  reset: async () => {
    const [page, { texts }] = await Promise.all([
      import('../people/account/ResetPage.svelte'),
      import('../people/account/texts.svelte.ts'),
    ]);
    await texts.load();
    pages.reset = page.default;
  },
  rules: async () => (pages.rules ??= (await import('../learn/rules/RulesPage.svelte')).default),
  search: async () => (pages.search ??= (await import('../places/search/SearchPage.svelte')).default),
  settings: async () => (pages.settings ??= (await import('./SettingsPage.svelte')).default),
  'set-up': async () => (pages.setUp ??= (await import('../play/set-up/SetUpPage.svelte')).default),
  studies: async () => (pages.studies ??= (await import('../places/studies/StudiesPage.svelte')).default),
  study: async () => (pages.study ??= (await import('../places/studies/StudyPage.svelte')).default),
  table: async () => (pages.table ??= (await import('../play/online/TablePage.svelte')).default),
  tournament: async () => (pages.tournament ??= (await import('../places/tournaments/TournamentPage.svelte')).default),
  tournaments: async () =>
    (pages.tournaments ??= (await import('../places/tournaments/TournamentsPage.svelte')).default),
  watch: async () => (pages.watch ??= (await import('../places/home/WatchPage.svelte')).default),
};

const loaded = new Set<string>();

/** Whether a page can be shown at once. */
export const isPageLoaded = (page: string): boolean => !Object.hasOwn(LOADERS, page) || loaded.has(page);

/** Loads the script of a page. Rejects if the server cannot be reached. */
export async function loadPage(page: string): Promise<void> {
  await prepareLocal();
  await LOADERS[page]?.();
  loaded.add(page);
}
