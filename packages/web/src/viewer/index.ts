/** The boards of Tablier for the page of another site: `@tablier/board` is made of this. */
import './viewer.css';

export { languageAmong, readGame, type ShownGame } from './read-game.ts';
export { Viewer } from './viewer.svelte.ts';
export type { ViewerOptions } from './viewer-props.ts';
