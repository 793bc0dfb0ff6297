import { mount } from 'svelte';
import Materials from './Materials.svelte';

let isThere = false;

/** Says that a board brings along what it is painted with: in the page of another site, pictures find only what is in their own shadow tree. */
export function bringMaterials(): void {
  isThere = true;
}

/** Puts what boards are painted with on the page, once: it is found by its ids from every picture. */
export function ensureMaterials(): void {
  // A picture that is drawn outside the page contains its own.
  if (isThere || import.meta.env.SSR) return;
  isThere = true;
  mount(Materials, { target: document.body });
}
