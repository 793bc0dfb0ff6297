import { mount } from 'svelte';
import Materials from './Materials.svelte';

let isThere = false;

/** Marks that a board includes its materials: in the page of another site, pictures only find ids in their own shadow tree. */
export function bringMaterials(): void {
  isThere = true;
}

/** Adds the materials of boards to the page once; every picture finds them by their ids. */
export function ensureMaterials(): void {
  // A picture that is drawn outside the page contains its own.
  if (isThere || import.meta.env.SSR) return;
  isThere = true;
  mount(Materials, { target: document.body });
}
