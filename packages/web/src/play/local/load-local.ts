import type { Game, GameFacts } from '@tablier/core';
import { findRules, loadEveryGame, loadRules } from '../../games/rules.svelte.ts';
import { busy } from '../../lib/busy.svelte.ts';
import { me } from '../../lib/connection/me.svelte.ts';
import { call } from '../../lib/connection/server-request.ts';
import { whenIdle } from '../../lib/load-part.ts';
import { router } from '../../lib/router.svelte.ts';
import { gameList } from './game-list.svelte.ts';
import type { LocalPlay } from './local-play.svelte.ts';
import type { LocalPlan } from './seats.ts';

/** Loads what `LocalPlay` needs first: all rules to identify an unreadable game, and the notation for one that began at a position. */
export async function prepareLocal(): Promise<void> {
  if (gameList.needsReading) await loadEveryGame();
  const placed = new Set(gameList.entries.flatMap(({ game, isPlaced }) => (isPlaced === true ? [game] : [])));
  await Promise.all([...placed].map((game) => loadRules(game, undefined, { position: '' })));
}

/** Loads the local games. Rejects if the server cannot be reached. */
export async function loadLocal(): Promise<LocalPlay> {
  await prepareLocal();
  return (await import('./local-play.svelte.ts')).local;
}

/** Loads what a local game needs besides its rules and board, once the browser has nothing else to do. A failure is reported when a game starts. */
export async function preloadLocal(): Promise<void> {
  await whenIdle();
  await Promise.all([loadLocal(), import('./LocalPage.svelte')]).catch(() => undefined);
}

/** A server that answers later has no say in whether a game teaches. Milliseconds. */
const LATEST_ANSWER = 1_000;

/** Whether the server knows this browser. A list of tables is refused to one that it does not know. */
async function isKnown(): Promise<boolean> {
  if (me.shownName !== null || !me.isLoading) return me.shownName !== null;
  const answer = await call('GET /api/me', { query: { unsure: 'yes' } });
  return 'value' in answer && answer.value !== null;
}

/** Whether the account has finished a game of this kind online: on a new device, too, no one is taught again. */
async function hasFinished(game: string): Promise<boolean> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LATEST_ANSWER));
  const asked = isKnown().then((known) =>
    known ? call('GET /api/v1/me/tables', { query: { game, phase: 'over', limit: 1 } }) : null,
  );
  const answer = await Promise.race([asked, late]);
  return answer !== null && 'value' in answer && answer.value.tables.length > 0;
}

/** Starts a game against a bot, or goes on with it. What prevents that is said by the set-up page, where the user goes then. */
export async function startQuickly(
  { id }: GameFacts,
  planOf: (rules: Game) => LocalPlan | Promise<LocalPlan>,
): Promise<void> {
  try {
    const [local, isReturning] = await busy.during(Promise.all([loadLocal(), hasFinished(id), loadRules(id)]));
    const rules = findRules(id);
    const begun = rules === undefined ? null : local.startOrResume({ ...(await planOf(rules)), teaches: !isReturning });
    if (begun?.ok === true) return router.go({ page: 'play', id: begun.value });
  } catch {
    // A script did not arrive.
  }
  router.go({ page: 'set-up', game: id });
}
