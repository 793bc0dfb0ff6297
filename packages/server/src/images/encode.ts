import type { Sharp, SharpOptions } from 'sharp';
import type { PictureFormat } from './picture-request.ts';

type SharpOf = (input: Buffer, options?: SharpOptions) => Sharp;

/** Above any picture that the boards draw. Pixels. */
const MOST_PIXELS = 4_000_000;
/** How long each position of an animation is shown, and the last one. Milliseconds. */
const STEP_MS = 900;
const END_MS = 4000;
/** The table below the eased corners of a board: a GIF has no soft edges. */
const TABLE = '#f1e8d9';
/** So many colours show wood without visible steps. */
const COLOURS = 128;
/** By which neighbouring pixels of two frames may differ and count as equal: what has not moved is not stored again. */
const SAME = 6;

/** Encodes SVG. Only an animation has several. */
export async function encodePicture(svgs: readonly string[], format: PictureFormat): Promise<Uint8Array> {
  const [first = ''] = svgs;
  if (format === 'svg') return Buffer.from(first);
  // Loaded where it is needed: SVG is served on platforms that the library does not support, too.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return format === 'png' ? encodePng(sharp, first) : encodeGif(sharp, svgs);
}

/** With a palette: half the size, and link previews have limits. */
const encodePng = (sharp: SharpOf, svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { limitInputPixels: MOST_PIXELS })
    .png({ palette: true, quality: 95, dither: 0.6, effort: 3 })
    .toBuffer();

async function encodeGif(sharp: SharpOf, svgs: readonly string[]): Promise<Buffer> {
  const frames: Buffer[] = [];
  let size = { width: 0, height: 0 };
  for (const svg of svgs) {
    const image = sharp(Buffer.from(svg), { limitInputPixels: MOST_PIXELS }).flatten({ background: TABLE });
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
    .gif({ loop: 0, delay, colours: COLOURS, effort: 4, dither: 0.4, interFrameMaxError: SAME })
    .toBuffer();
}
