import { parseName } from '@tablier/protocol/lines';
import { readJson, writeJson } from '../../lib/local-storage.ts';

const KEY = 'tablier.players';
/** Most persons at one game. */
const MOST = 4;

/** The last names of the persons on this device, by number; empty for none. */
export function rememberedPlayers(): string[] {
  const data = readJson(KEY);
  const names: readonly unknown[] = Array.isArray(data) ? data : [];
  return Array.from({ length: MOST }, (_, index) => parseName(names[index]) ?? '');
}

/** Keeps names for the next game; those of persons who do not play now stay. */
export function rememberPlayers(names: readonly string[]): void {
  const known = rememberedPlayers();
  writeJson(
    KEY,
    known.map((name, index) => (index < names.length ? (parseName(names[index]) ?? '') : name)),
  );
}
