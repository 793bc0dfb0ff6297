import { parentPort, workerData } from 'node:worker_threads';
import { addGameFile } from '../lib/game-file.ts';
import type { Draw, DrawAnswer, DrawJob, DrawThread, PictureFormat } from './draw-queue.ts';
import type { Sharp, SharpOptions } from 'sharp';

const { program, files } = workerData as DrawThread;
const { draw } = (await import(program)) as { readonly draw: Draw };
const added = await Promise.all(files.map(addGameFile));

async function answer({ request, format }: DrawJob): Promise<DrawAnswer> {
  try {
    const svgs = await draw(request, added);
    return { bytes: svgs === null ? null : await encodePicture(svgs, format) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const report = (done: DrawAnswer): void => parentPort?.postMessage(done);
parentPort?.on('message', (job: DrawJob) => void answer(job).then(report));
report({ isReady: true });

const TILE = /data:image\/jpeg;base64,([^"]+)/g;
/** Wide enough for a small board. Each piece decodes its tile again, so half the width halves the time. Pixels. */
const SMALL_TILE = 320;

type SharpOf = (input: Buffer, options?: SharpOptions) => Sharp;

/** Above any picture that the boards draw. Pixels. */
const MAX_PIXELS = 4_000_000;
/** How long each position of an animation is shown, and the last one. Milliseconds. */
const STEP_MS = 900;
const END_MS = 4000;
/** The colour behind the rounded corners of a board: a GIF has no partial transparency. */
const TABLE = '#f1e8d9';
/** Enough colours to show wood without visible steps. */
const COLOURS = 128;
/** How much the same pixel of two frames may differ and count as equal, so that unchanged parts are not stored again. */
const SAME = 6;

export async function encodePicture(svgs: readonly string[], format: PictureFormat): Promise<Uint8Array> {
  const [first = ''] = svgs;
  if (format === 'svg') return Buffer.from(first);
  // Loaded when it is needed: SVG is also served on platforms that the library does not support.
  const { default: sharp } = await import('sharp');
  // One processor for each thread: the others belong to the games.
  sharp.concurrency(1);
  sharp.cache(false);
  return format === 'png' ? encodePng(sharp, first) : encodeGif(sharp, svgs);
}

/** With a palette: a quarter of the size, and link previews have limits. Stronger dithering leaves a ghost below large letters. */
const encodePng = (sharp: SharpOf, svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { limitInputPixels: MAX_PIXELS })
    .png({ palette: true, quality: 95, dither: 0.5, effort: 3 })
    .toBuffer();

async function encodeGif(sharp: SharpOf, svgs: readonly string[]): Promise<Buffer> {
  const frames: Buffer[] = [];
  let size = { width: 0, height: 0 };
  const tiles = await smallTiles(sharp, svgs);
  for (const large of svgs) {
    const svg = large.replaceAll(TILE, (tile) => tiles.get(tile) ?? tile);
    const image = sharp(Buffer.from(svg), { limitInputPixels: MAX_PIXELS }).flatten({ background: TABLE });
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    if (frames.length > 0 && (info.width !== size.width || info.height !== size.height))
      throw new Error('the frames differ in size');
    size = info;
    frames.push(data);
  }
  const { width, height } = size;
  const raw = { width, height: height * frames.length, channels: 3, pageHeight: height } as const;
  const delay = frames.map((_, at) => (at === frames.length - 1 ? END_MS : STEP_MS));
  return sharp(Buffer.concat(frames), { raw })
    .gif({ loop: 0, delay, colours: COLOURS, effort: 1, dither: 0, interFrameMaxError: SAME })
    .toBuffer();
}

async function smallTiles(sharp: SharpOf, svgs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const small = new Map<string, string>();
  for (const [tile, base64 = ''] of svgs.flatMap((svg) => [...svg.matchAll(TILE)])) {
    if (small.has(tile)) continue;
    const bytes = await sharp(Buffer.from(base64, 'base64')).resize({ width: SMALL_TILE }).jpeg().toBuffer();
    small.set(tile, `data:image/jpeg;base64,${bytes.toString('base64')}`);
  }
  return small;
}
