import { MAX_RUNNING } from './game-list.svelte.ts';
import * as m from '../../paraglide/messages.js';

/** Why a local game was not started, in words. */
export const startErrorText = (name: string): string =>
  name === 'too-many-games' ? m.setup_too_many({ count: MAX_RUNNING }) : m.setup_refused();
