import './embed.css';
import { failure } from '@tablier/core';
import { languageAmong, readGame, Viewer } from './review/viewer/viewer.svelte.ts';

/** Draws the game that the server wrote into the page. It makes no requests, so the page may be in a frame of any site. */
async function start(place: HTMLElement, data: string): Promise<void> {
  const language = languageAmong([document.documentElement.lang]);
  const { ply, bottom, controls } = place.dataset;
  const shown = await readGame(JSON.parse(data), language).catch(() => failure({ name: 'unreachable' as const }));
  // The text of the server below it names the game and links to its page.
  if (!shown.ok) return;
  place.replaceChildren();
  new Viewer(place, {
    shown: shown.value,
    language,
    ply: ply === undefined ? null : Number(ply),
    bottom: Number(bottom ?? 0),
    hasControls: controls !== 'none',
    fills: true,
  });
  place.removeAttribute('aria-busy');
}

const place = document.getElementById('board');
const record = document.getElementById('record');
if (place !== null && record !== null) void start(place, record.textContent);
