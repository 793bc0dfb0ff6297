import { pieceName } from './words.ts';

/** `Light 2, Dark 3` for `L2/D3`. */
export const secretName = (value: string): string =>
  value
    .split('/')
    .map((piece) => pieceName({ owner: piece.startsWith('L') ? 0 : 1, size: Number(piece.slice(1)) }))
    .join(', ');
