import type { Game, GameFacts } from '@tablier/core';
import { findRules, loadRules } from '../../games/rules.svelte.ts';
import { router } from '../../lib/router.svelte.ts';
import { loadLocal } from './load-local.ts';
import type { LocalPlan } from './plans.ts';

/** Starts a game against a bot, or goes on with it. What prevents that is said by the set-up page, where the user goes then. */
export async function startQuickly(
  { id }: GameFacts,
  planOf: (rules: Game) => LocalPlan | Promise<LocalPlan>,
): Promise<void> {
  try {
    const [local] = await Promise.all([loadLocal(), loadRules(id)]);
    const rules = findRules(id);
    const begun = rules === undefined ? null : local.startOrResume(await planOf(rules));
    if (begun?.ok === true) return router.go({ page: 'play', id: begun.value });
  } catch {
    // A script did not arrive.
  }
  router.go({ page: 'set-up', game: id });
}
