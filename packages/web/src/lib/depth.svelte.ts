import { settings } from './settings.svelte.ts';

class Depth {
  /** Why a board that should be 3D is flat: the browser has no WebGL, or the code could not be loaded. */
  problem: 'missing' | 'failed' | null = $state(null);

  get isWanted(): boolean {
    return settings.view === '3d' && this.problem === null;
  }

  /** Chooses how boards are shown. If that has failed, another try may succeed. */
  choose(isDeep: boolean): void {
    this.problem = null;
    settings.set({ view: isDeep ? '3d' : '2d' });
  }
}

export const depth = new Depth();
