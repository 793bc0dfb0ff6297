import { readFileSync } from 'node:fs';
import { legalMoveTexts, NOBODY, plainText } from '@tablier/core';
import { expect, test } from 'vitest';
import { type MaskerPosition, masker } from '../../src/masker/index.ts';
import { setupOf } from './support.ts';

/** The setup and the moves of `playthrough.txt`: three players, a tower, a choice of [M13]. */
const DEAL = { grid: 'BWWP,BPGY,RRYN/RPRY,PBWY,YGBG/PWRR,GBYW,GPGB', tokens: 'RGB' };
const MOVES =
  'c2 . c1 b1 b1 c1 c2 c1 c2 c3 b3 a3 a2 a1 a2 b2 b3 a3 b2 b1 b2 . b1 b2 a2 a1 a2 a3 a1 c1 t3 c2 c3 . b3 a3 b3';
/** Before these turns the board is drawn as seat 0 sees it. */
const DRAWN = [0, 5, 10, 11];

function playthrough(): string {
  const setup = setupOf({ options: { touch: 'side', board: 'tower' }, players: 3 }, DEAL);
  const position = masker.start(setup);
  const lines = [`deal ${JSON.stringify(setup.deal)}`];
  let shown = -1;
  for (const text of MOVES.split(' ')) {
    if (position.turnIndex !== shown) {
      shown = position.turnIndex;
      if (DRAWN.includes(shown)) lines.push('', drawing(position), '');
      lines.push(`turn ${shown}, ${masker.seatNames[position.turn]}`);
    }
    lines.push(`  ${text.padEnd(3)} of ${legalMoveTexts(masker, position).join(' ')}`);
    position.play(masker.parseMove(text) ?? -1);
  }
  expect(position.turn).toBe(NOBODY);
  return [...lines, '', drawing(position), ''].join('\n');
}

const drawing = (position: MaskerPosition): string => plainText(masker.draw(masker.view(position, 0)));

test('the playthrough is played as it is written', () => {
  expect(playthrough()).toBe(readFileSync(new URL('playthrough.txt', import.meta.url), 'utf8'));
});
