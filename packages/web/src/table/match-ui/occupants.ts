import { type BotStrength, type Level, LEVELS, strengthOf } from '@tablier/core';
import * as m from '../../paraglide/messages.js';
import { text } from '../../lib/text.ts';

/** Who sits in a seat of a match, local or online. The name of a deleted account is empty. */
export type Occupant = { readonly kind: 'person'; readonly name: string } | ({ readonly kind: 'bot' } & BotStrength);

/** `Hare`. */
export const levelName = (level: Level): string => text(`level_${level}`);

export const levelCharacter = (level: Level): string => text(`level_character_${level}`);

/** `Bot, Hare (3)`. */
export const botName = (level: Level): string => m.who_bot({ level: levelName(level), number: level });

/** The level of the bot with a name from `botName`; `null` for a person. */
export const levelOfName = (name: string): Level | null => LEVELS.find((level) => botName(level) === name) ?? null;

/** The name in a list of players: `Ada`, `Bot, Hare (3)`. */
export const occupantName = (occupant: Occupant): string =>
  occupant.kind === 'bot' ? botName(strengthOf(occupant)) : occupant.name || m.account_gone();

/** The name in a sentence: `Ada`, `Hare`. */
export const sentenceName = (occupant: Occupant): string =>
  occupant.kind === 'bot' ? levelName(strengthOf(occupant)) : occupantName(occupant);
