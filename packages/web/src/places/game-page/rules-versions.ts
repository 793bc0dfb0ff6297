import type { GameFacts } from '@tablier/core';
import type { Words } from '../search/words.ts';

interface RulesVersion {
  readonly version: number;
  /** What changed with it. */
  readonly change: string;
}

/** All versions of the rules of a game, newest first. The text of a later version is `about_version_<game>_<version>`. */
export function rulesVersions(
  { id, rulesVersion }: Pick<GameFacts, 'id' | 'rulesVersion'>,
  words: Words,
): RulesVersion[] {
  const texts: Readonly<Record<string, string>> = words;
  return Array.from({ length: rulesVersion }, (_, index) => rulesVersion - index).map((version) => ({
    version,
    change: version === 1 ? words.about_version_first : (texts[`about_version_${id}_${version}`] ?? ''),
  }));
}
