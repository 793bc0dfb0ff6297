import { readItem, writeItem } from './local-storage.ts';

const KEY = 'tablier.volume';
export const LOUDEST = 10;

/** How loud the sounds of this device are, from 1 to `LOUDEST`. It does not follow the account: a telephone and a desk differ. */
class Volume {
  #level = $state(parseLevel(readItem(KEY)));

  get level(): number {
    return this.#level;
  }

  set level(level: number) {
    this.#level = level;
    writeItem(KEY, String(level));
  }

  /** The factor of each sound. Ears hear half as loud at about a quarter of it. */
  get gain(): number {
    return (this.#level / LOUDEST) ** 2;
  }
}

function parseLevel(text: string | null): number {
  const level = Number(text);
  return Number.isInteger(level) && level >= 1 && level <= LOUDEST ? level : LOUDEST;
}

export const volume = new Volume();
