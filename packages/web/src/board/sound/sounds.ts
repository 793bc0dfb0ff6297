import { volume } from '../../lib/volume.svelte.ts';
import { settings } from '../../lib/settings.svelte.ts';
import { type Cue, knocksOf, lengthOf } from './knocks.ts';

/** Milliseconds that a phone vibrates when a piece is placed. */
const VIBRATION = 8;

/** Whether the user wants sounds, and has pressed something since the page was opened: before, none is made. */
const mayPlay = (): boolean => settings.sound && navigator.userActivation.hasBeenActive;

/** Plays sounds one after the other. The synthesizer is loaded with the first one; without it the table is silent. */
export async function playCues(cues: readonly Cue[]): Promise<void> {
  if (cues.length === 0 || !mayPlay()) return;
  const player = await import('./player.ts').catch(() => null);
  let from = 0;
  for (const cue of cues) {
    const knocks = knocksOf(cue).map((knock) => ({ ...knock, at: from + knock.at, gain: volume.gain * knock.gain }));
    player?.play(knocks);
    from = lengthOf(knocks);
  }
}

/** The short vibration of a piece that is placed, on devices that have it. */
export function vibrate(): void {
  if (mayPlay() && 'vibrate' in navigator) navigator.vibrate(VIBRATION);
}
