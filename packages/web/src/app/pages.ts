import type AccountPage from '../account/AccountPage.svelte';
import type ResetPage from '../account/ResetPage.svelte';
import type ArchivesPage from '../archives/ArchivesPage.svelte';
import type ArchivedGame from '../archive/ArchivedGame.svelte';
import type GamePage from '../game-page/GamePage.svelte';
import type GamesPage from '../home/GamesPage.svelte';
import type LessonsPage from '../home/LessonsPage.svelte';
import type WatchPage from '../home/WatchPage.svelte';
import type LearnPage from '../learn/LearnPage.svelte';
import type LobbyPage from '../lobby/LobbyPage.svelte';
import type LocalPage from '../local/LocalPage.svelte';
import type ModerationPage from '../moderation/ModerationPage.svelte';
import type NumberedRulesPage from '../rules/NumberedRulesPage.svelte';
import type PuzzlePage from '../puzzles/PuzzlePage.svelte';
import type PuzzlesPage from '../puzzles/PuzzlesPage.svelte';
import type TablePage from '../online/TablePage.svelte';
import type SearchPage from '../search/SearchPage.svelte';
import type RulesPage from '../rules/RulesPage.svelte';
import type StudiesPage from '../studies/StudiesPage.svelte';
import type StudyPage from '../studies/StudyPage.svelte';
import type TournamentPage from '../tournaments/TournamentPage.svelte';
import type TournamentsPage from '../tournaments/TournamentsPage.svelte';
import type SetUpPage from '../set-up/SetUpPage.svelte';
import type ProfilePage from '../ratings/ProfilePage.svelte';
import { prepareLocal } from '../local/load-local.ts';
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

const loadPuzzles = async () => (pages.puzzles ??= (await import('../puzzles/PuzzlesPage.svelte')).default);

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  account: async () => (pages.account ??= (await import('../account/AccountPage.svelte')).default),
  archives: async () => {
    const [page, { texts }] = await Promise.all([
      import('../archives/ArchivesPage.svelte'),
      import('../archives/texts.svelte.ts'),
    ]);
    await texts.load();
    pages.archives = page.default;
  },
  kept: async () => (pages.archived ??= (await import('../archive/ArchivedGame.svelte')).default),
  game: async () => (pages.game ??= (await import('../game-page/GamePage.svelte')).default),
  games: async () => (pages.games ??= (await import('../home/GamesPage.svelte')).default),
  learn: async () => (pages.learn ??= (await import('../learn/LearnPage.svelte')).default),
  lessons: async () => (pages.lessons ??= (await import('../home/LessonsPage.svelte')).default),
  'numbered-rules': async () => (pages.numberedRules ??= (await import('../rules/NumberedRulesPage.svelte')).default),
  lobby: async () => (pages.lobby ??= (await import('../lobby/LobbyPage.svelte')).default),
  play: async () => (pages.play ??= (await import('../local/LocalPage.svelte')).default),
  puzzles: loadPuzzles,
  'game-puzzles': loadPuzzles,
  puzzle: async () => (pages.puzzle ??= (await import('../puzzles/PuzzlePage.svelte')).default),
  profile: async () => (pages.profile ??= (await import('../ratings/ProfilePage.svelte')).default),
  moderation: async () => {
    const [page, { texts }] = await Promise.all([
      import('../moderation/ModerationPage.svelte'),
      import('../moderation/texts.svelte.ts'),
    ]);
    await texts.load();
    pages.moderation = page.default;
  },
  reset: async () => {
    const [page, { texts }] = await Promise.all([
      import('../account/ResetPage.svelte'),
      import('../account/texts.svelte.ts'),
    ]);
    await texts.load();
    pages.reset = page.default;
  },
  rules: async () => (pages.rules ??= (await import('../rules/RulesPage.svelte')).default),
  search: async () => (pages.search ??= (await import('../search/SearchPage.svelte')).default),
  settings: async () => (pages.settings ??= (await import('./SettingsPage.svelte')).default),
  'set-up': async () => (pages.setUp ??= (await import('../set-up/SetUpPage.svelte')).default),
  studies: async () => (pages.studies ??= (await import('../studies/StudiesPage.svelte')).default),
  study: async () => (pages.study ??= (await import('../studies/StudyPage.svelte')).default),
  table: async () => (pages.table ??= (await import('../online/TablePage.svelte')).default),
  tournament: async () => (pages.tournament ??= (await import('../tournaments/TournamentPage.svelte')).default),
  tournaments: async () => (pages.tournaments ??= (await import('../tournaments/TournamentsPage.svelte')).default),
  watch: async () => (pages.watch ??= (await import('../home/WatchPage.svelte')).default),
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
