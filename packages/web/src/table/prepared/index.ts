import { settings } from '../../lib/settings.svelte.ts';
import PrepareButtons from './PrepareButtons.svelte';
import PreparedList from './PreparedList.svelte';
import { loadWords, Preparing, type PreparingTable } from './preparing.svelte.ts';

/** All that a table needs to prepare answers, loaded when others are to move. Rejects if the server cannot be reached. */
export async function prepareAt(table: PreparingTable) {
  const words = await loadWords(settings.language);
  return { preparing: new Preparing(table, words), Buttons: PrepareButtons, List: PreparedList };
}
