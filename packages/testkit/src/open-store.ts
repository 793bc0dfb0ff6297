import { openStore, type Store, type StorePlace } from '@tablier/store';

/** Opens a store. Throws if that fails. */
export async function mustOpen(place: StorePlace): Promise<Store> {
  const opened = await openStore(place);
  if (!opened.ok) throw new Error(`${opened.error.name}: ${opened.error.detail}`);
  return opened.value;
}
