import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { knocksOf, lengthOf } from '../../../src/board/sound/knocks.ts';

/** As much of a browser's audio as the player uses: `currentTime` stands still. */
class Audio extends EventTarget {
  static readonly opened: Audio[] = [];
  state: 'running' | 'suspended' = 'suspended';
  currentTime = 0;
  sampleRate = 1000;
  destination = {};
  constructor() {
    super();
    Audio.opened.push(this);
  }
  #become(state: 'running' | 'suspended'): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  resume = vi.fn(async () => this.#become('running'));
  suspend = vi.fn(async () => this.#become('suspended'));
  createBuffer = (): object => ({ getChannelData: () => new Float32Array(8) });
  createGain = node;
  createOscillator = node;
  createBufferSource = node;
  createBiquadFilter = node;
}

function node(): object {
  const parameter = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn(), value: 0 };
  const made = { gain: parameter, frequency: parameter, start: vi.fn(), stop: vi.fn(), connect: vi.fn() };
  made.connect.mockImplementation((to: object) => to);
  return made;
}

const knocks = knocksOf({ sound: 'place' });

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  Audio.opened.length = 0;
  vi.stubGlobal('AudioContext', Audio);
  vi.stubGlobal('window', new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('suspends the audio a second after the last sound, and resumes it for the next one', async () => {
  const { play } = await import('../../../src/board/sound/player.ts');
  play(knocks);
  const [audio] = Audio.opened;
  const length = 1000 * lengthOf(knocks);
  vi.advanceTimersByTime(length);
  play(knocks);
  vi.advanceTimersByTime(length + 900);
  expect(audio?.state).toBe('running');
  vi.advanceTimersByTime(200);
  expect(audio?.state).toBe('suspended');
  play(knocks);
  expect(audio?.state).toBe('running');
  expect(Audio.opened).toHaveLength(1);
});

it('starts with the next press where the browser refused it before, and does not listen to later ones', async () => {
  const refuse = vi.fn(async () => undefined);
  vi.stubGlobal(
    'AudioContext',
    class extends Audio {
      override resume = refuse;
    },
  );
  const { play } = await import('../../../src/board/sound/player.ts');
  play(knocks);
  expect(refuse).toHaveBeenCalledOnce();
  const press = (): boolean => window.dispatchEvent(new Event('pointerdown'));
  press();
  expect(refuse).toHaveBeenCalledTimes(2);
  const [audio] = Audio.opened;
  if (audio !== undefined) audio.state = 'running';
  audio?.dispatchEvent(new Event('statechange'));
  await audio?.suspend();
  press();
  expect(refuse).toHaveBeenCalledTimes(2);
});
