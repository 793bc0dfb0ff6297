import type { Game, Move } from '@tablier/core';

/** What a text says about a move: the move, several that it could mean, one that is not allowed, or nothing. */
type TypedMove =
  | { readonly kind: 'move' | 'illegal'; readonly move: Move }
  | { readonly kind: 'ambiguous'; readonly moves: readonly Move[] }
  | { readonly kind: 'unknown' };

/** Capitals, spaces and the dashes and crosses of other keyboards do not matter. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‐-―−_~]/g, '-')
    .replaceAll('×', 'x')
    .replaceAll('↑', '^')
    .replaceAll(/\s*([-^x+.])\s*/g, '$1')
    .replaceAll(/[\s,;:/]+/g, ' ')
    .replaceAll(/^[- ]+|[- ]+$/g, '');

/** A text without its signs, its places in ascending order: a piece may be named from either end. */
const bare = (text: string): string => bareInOrder(text).split(' ').toSorted().join(' ');
const bareInOrder = (text: string): string => (text.match(/[a-z]?\d+/g) ?? [text]).join(' ');

/** `a4e4` and `0004` have no sign between their places. */
const split = (text: string): string => text.replace(/^(x?)([a-z]?\d\d?)([a-z]?\d\d?)$/, '$1$2 $3');

/** Reads a move as a person types it. The notation itself is always understood as it is. */
export function readMove(game: Game, choices: readonly Move[], typed: string): TypedMove {
  const text = split(plain(typed));
  const exact = choices.find((move) => game.formatMove(move) === text);
  if (exact !== undefined) return { kind: 'move', move: exact };
  const written = game.parseMove(text.replace(' ', '-'));
  if (written !== null && /[x^+]/.test(text)) return { kind: 'illegal', move: written };
  // Where the order of two places is written either way, it is meant.
  for (const form of written === null ? [bareInOrder, bare] : [bareInOrder]) {
    const meant = choices.filter((move) => form(game.formatMove(move)) === form(text));
    const [move] = meant;
    if (meant.length > 1) return { kind: 'ambiguous', moves: meant };
    if (move !== undefined && meant.length === 1) return { kind: 'move', move };
  }
  const other = written ?? reversed(game, text);
  return other === null ? { kind: 'unknown' } : { kind: 'illegal', move: other };
}

/** A move that names a piece from its other end. */
function reversed(game: Game, text: string): Move | null {
  const [, sign = '', from = '', to = ''] = /^(x?)(\w+)[- ](\w+)$/.exec(text) ?? [];
  return from === '' ? null : game.parseMove(`${sign}${to}-${from}`);
}
