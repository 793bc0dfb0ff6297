import type { Level } from '@tablier/core';
import * as m from '../paraglide/messages.js';
import { text } from '../lib/text.ts';

/** Who sits in a seat of a match, local or online. The name of a deleted account is empty. */
export type Occupant =
  { readonly kind: 'person'; readonly name: string } | { readonly kind: 'bot'; readonly level: Level };

/** `Bot, medium`. */
export const botName = (level: Level): string => m.who_bot({ level: text(`level_${level}`) });

/** The name in a list of players: `Ada`, `Bot, medium`. */
export const occupantName = (occupant: Occupant): string =>
  occupant.kind === 'bot' ? botName(occupant.level) : occupant.name || m.account_gone();

/** The name at the beginning of a sentence: `Ada`, `The computer`. */
export const sentenceName = (occupant: Occupant): string =>
  occupant.kind === 'bot' ? m.who_computer() : occupantName(occupant);
