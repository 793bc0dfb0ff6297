import { openStore, type Store, type StoreSettings } from '@tablier/store';

/** Opens a store. Throws if that fails. */
export async function mustOpen(settings: StoreSettings): Promise<Store> {
  const opened = await openStore(settings);
  if (!opened.ok) throw new Error(`${opened.error.name}: ${opened.error.detail}`);
  return opened.value;
}
