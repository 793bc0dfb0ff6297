/** The boards of Tablier for pages of other sites: `@tablier/board` is built from this module. */
import './viewer.css';

export { languageAmong, readGame, type ShownGame, Viewer, type ViewerOptions } from './viewer.svelte.ts';
