import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { positionText } from '../../src/masker/position-text.ts';
import words from '../../src/masker/position.en.json' with { type: 'json' };
import { masker } from '../../src/index.ts';

test('[M8] [M10] who asks for the turn hears what was taken in it, how many captures are left, and which may be next', () => {
  const options = { touch: 'side', board: 'flat' };
  const deal = masker.deals.draw(options, 2, new SeededRng('telling'));
  const position = masker.start({ options, players: 2, deal });
  const { 0: cell = '' } = masker.choices(masker.view(position, 0)).map((move) => masker.formatMove(move));
  position.play(masker.parseMove(cell) ?? -1);
  const told = positionText.score(masker.view(position, 0) as never, { name: (seat) => `P${seat + 1}`, words });
  expect(told).toMatch(
    new RegExp(`^Taken this turn: ${cell} \\w+\\. Captures left: 2\\. Next: .+\\. P1: 1 of 18 crosses\\. P2: 0 of 18`),
  );
});
