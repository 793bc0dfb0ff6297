import { settings } from '../../lib/settings.svelte.ts';
import PrepareButtons from './PrepareButtons.svelte';
import PreparedList from './PreparedList.svelte';
import { loadWords, Preparing, type PreparingTable } from './preparing.svelte.ts';

/** All that a table needs to prepare answers, loaded when others are to move. */
export interface PreparedParts {
  readonly preparing: Preparing;
  readonly Buttons: typeof PrepareButtons;
  readonly List: typeof PreparedList;
}

/** Rejects if the server cannot be reached. */
export async function prepareAt(table: PreparingTable): Promise<PreparedParts> {
  const words = await loadWords(settings.language);
  return { preparing: new Preparing(table, words), Buttons: PrepareButtons, List: PreparedList };
}
