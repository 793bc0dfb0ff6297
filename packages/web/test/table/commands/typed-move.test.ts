import { type Game, makeSetup, type Move, type Position } from '@tablier/core';
import { arcanor, isaac, masker, nasca } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { readMove } from '../../../src/table/commands/typed-move.ts';

function choicesOf(game: Game, moves: readonly string[] = []): Move[] {
  const setup = makeSetup(game, { players: 2, ...(game.id === 'masker' ? { deal: DEAL } : {}) });
  if (!setup.ok) throw new Error(setup.error.detail);
  const position: Position = game.start(setup.value);
  for (const text of moves) position.play(game.parseMove(text) ?? -1);
  return game.choices(game.view(position, position.turn));
}

const DEAL = { grid: 'RYGBPW/RYGBPW/RYGBPW/RYGBPW/RYGBPW/RYGBPN', tokens: 'RY' };

const read = (game: Game, typed: string, moves: readonly string[] = []): string => {
  const found = readMove(game, choicesOf(game, moves), typed);
  if (found.kind === 'ambiguous') return `ambiguous ${found.moves.map((move) => game.formatMove(move)).join(' ')}`;
  return found.kind === 'unknown' ? 'unknown' : `${found.kind} ${game.formatMove(found.move)}`;
};

describe('a typed move', () => {
  it.each(['00-04', '0004', '00 04', '04-00', '00 – 04', ' 00−04 ', '00,04'])('%j is a placement of Isaac', (typed) => {
    expect(read(isaac, typed)).toBe('move 00-04');
  });

  it.each(['a4-e4', 'A4 E4', 'a4e4', 'e4-a4', 'a4 — e4'])('%j is a placement of Nasca', (typed) => {
    expect(read(nasca, typed)).toBe('move a4-e4');
  });

  it('of Arcanor names its kind only where two are possible', () => {
    expect(read(arcanor, 'b1c2')).toBe('ambiguous b1-c2 b1^c2');
    expect(read(arcanor, 'b1-c2')).toBe('move b1-c2');
    expect(read(arcanor, 'B1 ^ C2')).toBe('move b1^c2');
    // The way back is another move.
    expect(read(arcanor, 'c2b1')).toBe('illegal c2-b1');
  });

  it('of Masker is the cell, or a dot', () => {
    expect(read(masker, 'E1')).toBe('move e1');
    expect(read(masker, '.', ['e1'])).toBe('move .');
    expect(read(masker, 'a1')).toBe('illegal a1');
  });

  it.each(['', 'hello', '99-00-98', 'z9'])('%j is none', (typed) => expect(read(isaac, typed)).toBe('unknown'));

  it('that is not allowed differs from a text that is none', () => {
    expect(read(isaac, '00-04', ['00-04'])).toBe('illegal 00-04');
    expect(read(isaac, '04-00', ['00-04'])).toBe('illegal 00-04');
    // A sign that was typed is meant.
    expect(read(isaac, 'x00-04')).toBe('illegal x00-04');
  });
});
