import { describe, expect, test } from 'vitest';
import { formatCell, giftOf, isCapture, masker } from '../../src/masker/index.ts';

describe('notation', () => {
  test('every move has one text, and every text one move', () => {
    const texts = Array.from({ length: masker.moveSpace }, (_, move) => masker.formatMove(move));
    expect(new Set(texts).size).toBe(masker.moveSpace);
    expect(texts.map((text) => masker.parseMove(text))).toEqual(texts.map((_, move) => move));
  });

  test('captures by cell, the stop, the choice of [M13]', () => {
    expect([0, 5, 6, 14, 35, 36, 37, 48].map((move) => masker.formatMove(move))).toEqual([
      'a1',
      'f1',
      'a2',
      'c3',
      'f6',
      '.',
      't0',
      't11',
    ]);
    expect([isCapture(35), isCapture(36), giftOf(36), giftOf(42), formatCell(7)]).toEqual([true, false, null, 5, 'b2']);
  });

  test.each(['', 'g1', 'a7', 'a0', 'A1', 'a1 ', ' a1', '..', 't', 't12', 't01', 'T3', 't-1', 'a', '1a'])(
    '%j is no move',
    (text) => {
      expect(masker.parseMove(text)).toBeNull();
    },
  );
});
