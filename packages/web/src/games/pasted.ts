import { findGame } from './catalogue.ts';
import type { Route } from '../lib/routes.ts';

/** The fields that every position begins with, after the name of its game. */
const FIELDS = 5;

/** The page of a position that was pasted (docs/positions.md), which names its faults; `null` for any other text. */
export function pastedPosition(text: string): Route | null {
  const line = text.trim().replaceAll(/[\s_]+/g, ' ');
  const [game = '', ...fields] = line.split(' ');
  return findGame(game) !== undefined && fields.length >= FIELDS ? { page: 'position', game, line } : null;
}
