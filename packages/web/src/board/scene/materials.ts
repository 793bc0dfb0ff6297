import { mount } from 'svelte';
import Materials from './Materials.svelte';

let areThere = import.meta.env.SSR;

/**
 * Puts the materials into the page with its first board: they are pictures, which a page without boards need not load. Every board finds them by their
 * ids; one that is drawn outside the page contains its own.
 */
export function needMaterials(): void {
  if (areThere) return;
  areThere = true;
  queueMicrotask(() => mount(Materials, { target: document.body }));
}
