import { settings } from './settings.svelte.ts';

/** Why a board that should be seen with depth is flat: the browser has no WebGL, or the code could not be loaded. */
export type DepthProblem = 'missing' | 'failed';

class Depth {
  problem: DepthProblem | null = $state(null);

  /** Whether boards should be seen with depth, and can be. */
  get isWanted(): boolean {
    return settings.view === '3d' && this.problem === null;
  }

  /** Chooses how boards are seen. Another try may succeed where loading has failed. */
  choose(isDeep: boolean): void {
    this.problem = isDeep && !hasWebGl() ? 'missing' : null;
    settings.set({ view: isDeep ? '3d' : '2d' });
  }

  /** Before the first board: whether it can be seen as it was chosen earlier. */
  check(): void {
    if (settings.view === '3d' && this.problem === null && !hasWebGl()) this.problem = 'missing';
  }
}

let isThere: boolean | null = null;

/** Asked once: a canvas for each question would be too many. */
function hasWebGl(): boolean {
  isThere ??= document.createElement('canvas').getContext('webgl2') !== null;
  return isThere;
}

export const depth = new Depth();
