import { type Knock, lengthOf } from './knocks.ts';

/** Partials of a struck bar: relative to the lowest, how loud, and how long they ring. */
const WOOD = [
  { ratio: 1, gain: 1, ring: 1 },
  { ratio: 2.57, gain: 0.35, ring: 0.45 },
  { ratio: 4.1, gain: 0.12, ring: 0.25 },
] as const;
const BRASS = [
  { ratio: 1, gain: 1, ring: 1 },
  { ratio: 2.76, gain: 0.5, ring: 0.8 },
] as const;
/** The contact before the wood sounds: seconds of noise. */
const CONTACT = 0.008;
const SILENCE = 0.0001;
/** Running audio keeps a thread busy even if silent, so it is suspended this long after the last sound. Milliseconds. */
const REST = 1000;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;

/** The audio of this page; some browsers let it start only from within a press. */
function open(): AudioContext {
  if (context !== null) return context;
  const opened = new AudioContext();
  const started = new AbortController();
  opened.addEventListener('statechange', () => opened.state === 'running' && started.abort(), started);
  window.addEventListener('pointerdown', () => wake(opened, 0), { passive: true, signal: started.signal });
  context = opened;
  return opened;
}

function wake(audio: AudioContext, seconds: number): void {
  if (audio.state === 'suspended') void audio.resume();
  clearTimeout(resting);
  resting = setTimeout(() => void audio.suspend(), 1000 * seconds + REST);
}

function contactNoise(audio: AudioContext): AudioBuffer {
  if (noise !== null) return noise;
  const buffer = audio.createBuffer(1, Math.ceil(CONTACT * audio.sampleRate), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (const index of samples.keys()) samples[index] = (2 * Math.random() - 1) * (1 - index / samples.length);
  noise = buffer;
  return buffer;
}

function fading(audio: AudioContext, at: number, from: number, ring: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(Math.max(SILENCE, from), at);
  gain.gain.exponentialRampToValueAtTime(SILENCE, at + ring);
  gain.connect(audio.destination);
  return gain;
}

function strike(audio: AudioContext, { pitch, ring, gain, isBrass = false }: Knock, at: number): void {
  for (const partial of isBrass ? BRASS : WOOD) {
    const tone = audio.createOscillator();
    tone.frequency.setValueAtTime(pitch * partial.ratio, at);
    tone.connect(fading(audio, at, gain * partial.gain, ring * partial.ring));
    tone.start(at);
    tone.stop(at + ring);
  }
  const contact = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  contact.buffer = contactNoise(audio);
  filter.type = 'lowpass';
  filter.frequency.value = 5 * pitch;
  contact.connect(filter).connect(fading(audio, at, 0.6 * gain, CONTACT));
  contact.start(at);
}

export function play(knocks: readonly Knock[]): void {
  const audio = open();
  wake(audio, lengthOf(knocks));
  for (const knock of knocks) strike(audio, knock, audio.currentTime + knock.at);
}
