import { afterEach, expect, it, vi } from 'vitest';
import type { Knock } from '../../../src/board/sound/knocks.ts';
import { closeBrowser, openBrowser } from '../../browser.ts';

const played: Knock[][] = [];

/** The sounds of a page; what they would play is in `played`. */
async function soundsIn(settings: object, hasBeenActive: boolean, stored: object = {}) {
  openBrowser({ stored: { 'tablier.settings': settings, ...stored } });
  vi.stubGlobal('navigator', { languages: ['en'], userActivation: { hasBeenActive }, vibrate: vi.fn() });
  vi.doMock('../../../src/board/sound/player.ts', () => ({ play: (knocks: Knock[]) => played.push(knocks) }));
  return import('../../../src/board/sound/sounds.ts');
}

afterEach(() => {
  played.length = 0;
  vi.doUnmock('../../../src/board/sound/player.ts');
  closeBrowser();
});

it('sounds follow one another, and a phone vibrates', async () => {
  const { playCues, vibrate } = await soundsIn({}, true);
  await playCues([{ sound: 'place' }, { sound: 'turn' }]);
  vibrate();
  const [place = [], turn = []] = played;
  expect(turn[0]?.at).toBeCloseTo((place[0]?.at ?? 0) + (place[0]?.ring ?? 0));
  expect(navigator.vibrate).toHaveBeenCalledExactlyOnceWith(8);
});

it('sounds are as loud as this device was set to', async () => {
  const gainAt = async (stored: object) => {
    const { playCues } = await soundsIn({}, true, stored);
    await playCues([{ sound: 'place' }]);
    return played.at(-1)?.[0]?.gain ?? 0;
  };
  const full = await gainAt({});
  expect(await gainAt({ 'tablier.volume': '5' })).toBeCloseTo(full / 4);
  expect(await gainAt({ 'tablier.volume': 'loud' })).toBe(full);
});

it.each([
  ['are muted', { sound: false }, true],
  ['nothing has been pressed yet', {}, false],
])('there is silence while sounds %s', async (_, stored, hasBeenActive) => {
  const { playCues, vibrate } = await soundsIn(stored, hasBeenActive);
  await playCues([{ sound: 'place' }]);
  vibrate();
  expect(played).toEqual([]);
  expect(navigator.vibrate).not.toHaveBeenCalled();
});
