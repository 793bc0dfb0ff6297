import { withStore } from '../shared/database.ts';
import { EXIT } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';
import type { DatabaseFlags } from './backup.ts';

export interface RatingsFlags extends DatabaseFlags {
  readonly rebuild?: true;
}

/** `tablier ratings --rebuild`: computes all ratings again, while the server runs. */
export async function ratings(flags: RatingsFlags): Promise<number> {
  const {
    matches,
    ratings: count,
    corrected,
  } = await withProgress(1, ({ at }) => withStore(flags, (store) => store.ratings.rebuild(at)));
  await writeLine(`rated matches: ${matches}, ratings: ${count}, corrected rows: ${corrected}`);
  return EXIT.ok;
}
