import { mount } from 'svelte';
import Materials from './Materials.svelte';

let isThere = false;

/** Puts what boards are painted with on the page, once: it is found by its ids from every picture. */
export function ensureMaterials(): void {
  if (isThere) return;
  isThere = true;
  mount(Materials, { target: document.body });
}
