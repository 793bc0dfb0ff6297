import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { Film } from './film.ts';
import { drawFrame, moves, SIDE } from './frames.ts';

interface SavedFilm {
  readonly file: Blob;
  readonly ending: 'mp4' | 'webm' | 'gif';
}

/** Of a video: its side in pixels, which is even as codecs need it, and its frames a second. */
const VIDEO_SIDE = 720;
const FPS = 24;

/** What browsers encode, the most widely played first. */
const CODECS = [
  { name: 'avc', codec: 'avc1.64001f', ending: 'mp4' },
  { name: 'vp9', codec: 'vp09.00.31.08', ending: 'webm' },
  { name: 'vp8', codec: 'vp8', ending: 'webm' },
] as const;
type Codec = (typeof CODECS)[number];

/** Bits a second: a film of thirty seconds then stays below 4 MB. */
const BITRATE = 900_000;
/** A player can begin at such a frame. Seconds. */
const KEY_EVERY = 5;
/** While nothing moves, this often. Seconds. */
const STILL_EVERY = 0.5;
/** Frames that wait for the encoder: more would only need memory. */
const QUEUE = 8;
const MICRO = 1_000_000;

const configOf = ({ codec }: Codec): VideoEncoderConfig => ({
  codec,
  width: VIDEO_SIDE,
  height: VIDEO_SIDE,
  bitrate: BITRATE,
  framerate: FPS,
  latencyMode: 'quality',
  ...(codec.startsWith('avc') ? { avc: { format: 'avc' as const } } : {}),
});

/** WebKitGTK has the interface, but its page ends as soon as it is asked what it encodes. */
const ENDS_PAGE = /Linux.* AppleWebKit\/(?!.*Chrom)/;

/** The first that the browser encodes; `null` for none. Some browsers throw instead of saying no. */
async function codecOf(): Promise<Codec | null> {
  if (typeof VideoEncoder === 'undefined' || ENDS_PAGE.test(navigator.userAgent)) return null;
  for (const each of CODECS) {
    const answer = await VideoEncoder.isConfigSupported(configOf(each)).catch(() => null);
    if (answer?.supported === true) return each;
  }
  return null;
}

/** The times of the frames that differ from the ones before them, and a few more where nothing moves. Seconds. */
export function timesOf(film: Film): readonly number[] {
  const times: number[] = [];
  for (let frame = 0; frame < film.seconds * FPS; frame++) {
    const at = frame / FPS;
    if (frame === 0 || moves(film, at, 1 / FPS) || at - (times.at(-1) ?? 0) >= STILL_EVERY) times.push(at);
  }
  return times;
}

/** Makes the file of a film. `onpart`: how far it is, from 0 to 1. Rejects with the reason of `signal` if that is aborted. */
export async function saveFilm(film: Film, onpart: (part: number) => void, signal: AbortSignal): Promise<SavedFilm> {
  const codec = await codecOf();
  if (codec === null) return saveGif(film, onpart, signal);
  const { name, ending } = codec;
  const target = new BufferTarget();
  const output = new Output({ format: ending === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource(name);
  output.addVideoTrack(source, { frameRate: FPS });
  await output.start();
  let written = Promise.resolve();
  let failed: Error | null = null;
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      written = written.then(() => source.add(EncodedPacket.fromEncodedChunk(chunk), meta));
    },
    error: (error) => (failed = error),
  });
  encoder.configure(configOf(codec));
  try {
    await encodeFrames(film, encoder, (part) => {
      signal.throwIfAborted();
      if (failed !== null) throw failed;
      onpart(part);
    });
    await encoder.flush();
    await written;
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  await output.finalize();
  return { file: new Blob([target.buffer ?? new ArrayBuffer()], { type: `video/${ending}` }), ending };
}

async function encodeFrames(film: Film, encoder: VideoEncoder, onpart: (part: number) => void): Promise<void> {
  const context = canvasOf(VIDEO_SIDE);
  const times = timesOf(film);
  let key = -KEY_EVERY;
  for (const [index, at] of times.entries()) {
    onpart(index / times.length);
    drawFrame(context, film, at);
    const duration = (times[index + 1] ?? film.seconds) - at;
    const frame = new VideoFrame(context.canvas, {
      timestamp: Math.round(at * MICRO),
      duration: Math.round(duration * MICRO),
    });
    const isKey = at - key >= KEY_EVERY;
    if (isKey) key = at;
    encoder.encode(frame, { keyFrame: isKey });
    frame.close();
    while (encoder.encodeQueueSize > QUEUE)
      await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }));
    // The page stays alive between two frames.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A canvas of this side in pixels, in the unit of the frames. */
function canvasOf(side: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(side, side).getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('this browser cannot draw');
  context.scale(side / SIDE, side / SIDE);
  return context;
}

/** Of a GIF, which is drawn smaller and with fewer frames: it has no good compression. Pixels, and seconds for a frame. */
const GIF_SIDE = 360;
const GIF_STEP = 0.125;

async function saveGif(film: Film, onpart: (part: number) => void, signal: AbortSignal): Promise<SavedFilm> {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc/dist/gifenc.esm.js');
  const gif = GIFEncoder();
  const context = canvasOf(GIF_SIDE);
  const times = timesOf(film).filter(
    (at, index, all) => index === 0 || Math.floor(at / GIF_STEP) > Math.floor((all[index - 1] ?? 0) / GIF_STEP),
  );
  for (const [index, at] of times.entries()) {
    signal.throwIfAborted();
    onpart(index / times.length);
    drawFrame(context, film, at);
    const { data } = context.getImageData(0, 0, GIF_SIDE, GIF_SIDE);
    const palette = quantize(data, 64);
    const delay = 1000 * ((times[index + 1] ?? film.seconds) - at);
    gif.writeFrame(applyPalette(data, palette), GIF_SIDE, GIF_SIDE, { palette, delay });
    await new Promise((resolve) => setTimeout(resolve));
  }
  gif.finish();
  return { file: new Blob([gif.bytes()], { type: 'image/gif' }), ending: 'gif' };
}
