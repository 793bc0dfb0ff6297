import { loadModels, type Models } from '../scene/models.ts';
import Board3d from './Board3d.svelte';
import { loadTiles, type Tiles } from './paints.ts';

/** Everything that a 3D board needs. */
export interface Space {
  readonly Board3d: typeof Board3d;
  readonly models: Models;
  readonly tiles: Tiles;
}

/** Loads the models of a game and the pictures of the woods. Rejects if the server cannot be reached. */
export async function loadSpace(game: string): Promise<Space> {
  const [models, tiles] = await Promise.all([loadModels(game), loadTiles()]);
  return { Board3d, models, tiles };
}
