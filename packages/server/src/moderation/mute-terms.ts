import { MAX_MUTE_HOURS, MAX_NOTE } from '@tablier/protocol';

const HOUR = 3_600_000;

/** The end of a mute of whole hours; `null` if it would be too short or too long. Milliseconds. */
export const muteEnd = (hours: number, at: number): number | null =>
  Number.isSafeInteger(hours) && hours >= 1 && hours <= MAX_MUTE_HOURS ? at + hours * HOUR : null;

/** Whether a text can be the reason that a muted or warned person reads. */
export const isReason = (text: string): boolean => text.trim() !== '' && text.length <= MAX_NOTE;
