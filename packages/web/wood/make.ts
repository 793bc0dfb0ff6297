/**
 * `node scripts/source.mjs packages/web/wood/make.ts`: draws the tiles of wood that boards and pieces are covered with, into
 * `packages/web/src/board/scene/wood/` as WebP, and for pictures outside the page into `packages/web/src/app/picture/wood/` as JPEG. Chromium
 * (`CHROMIUM`) encodes them, at the best quality that fits.
 */
import { chromium } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { grainPixels, type Recipe } from './grain.ts';

/** Where the tiles of a type are, and the bytes that one may have. */
const TARGETS = [
  { folder: '../src/board/scene/wood/', ending: 'webp', type: 'image/webp', most: 12 * 1024 },
  { folder: '../src/app/picture/wood/', ending: 'jpg', type: 'image/jpeg', most: 24 * 1024 },
];

/**
 * The means are the tokens `--wood-light`, `--wood-dark`, the middle of the fields, and grey. Fields are quarter-sawn: their lines are straight
 * and faint, so that the grain of the pieces is the louder one.
 */
const RECIPES: readonly Recipe[] = [
  {
    name: 'maple',
    width: 640,
    height: 240,
    mean: [246, 231, 200],
    dark: [186, 138, 84],
    rings: 11,
    ringStrength: 0.34,
    fibreStrength: 0.42,
    bend: 0.7,
    pores: 0,
    seed: 11,
  },
  {
    name: 'rosewood',
    width: 640,
    height: 240,
    mean: [58, 32, 18],
    dark: [8, 2, 0],
    rings: 12,
    ringStrength: 0.75,
    fibreStrength: 0.8,
    bend: 1.6,
    pores: 0.35,
    seed: 23,
  },
  {
    name: 'field',
    width: 640,
    height: 480,
    mean: [158, 117, 70],
    dark: [66, 34, 10],
    rings: 26,
    ringStrength: 0.3,
    fibreStrength: 0.4,
    bend: 0.35,
    pores: 0.05,
    seed: 37,
  },
  {
    name: 'paint',
    width: 320,
    height: 240,
    mean: [128, 128, 128],
    dark: [0, 0, 0],
    rings: 8,
    ringStrength: 0.35,
    fibreStrength: 0.9,
    bend: 0.8,
    pores: 0,
    seed: 41,
  },
];

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
const page = await browser.newPage();
for (const { folder, ending, type, most } of TARGETS) {
  const target = fileURLToPath(new URL(folder, import.meta.url));
  mkdirSync(target, { recursive: true });
  for (const recipe of RECIPES) {
    const pixels = Buffer.from(grainPixels(recipe)).toString('base64');
    const { data, quality } = await page.evaluate(encode, { ...recipe, pixels, type, most });
    const bytes = Buffer.from(data, 'base64');
    writeFileSync(`${target}${recipe.name}.${ending}`, bytes);
    console.log(`${recipe.name}.${ending}: ${bytes.length} bytes, quality ${quality}`);
  }
}
await browser.close();

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: string;
  readonly type: string;
  readonly most: number;
}

/** In the browser: the picture as base64, of the highest quality that has at most so many bytes. */
async function encode({ width, height, pixels, type, most }: Picture): Promise<{ data: string; quality: number }> {
  const canvas = new OffscreenCanvas(width, height);
  const bytes = Uint8ClampedArray.from(atob(pixels), (letter) => letter.charCodeAt(0));
  canvas.getContext('2d')?.putImageData(new ImageData(bytes, width, height), 0, 0);
  for (let quality = 90; quality > 0; quality -= 2) {
    const blob = await canvas.convertToBlob({ type, quality: quality / 100 });
    if (blob.size > most) continue;
    const encoded = new Uint8Array(await blob.arrayBuffer());
    return { data: btoa(Array.from(encoded, (byte) => String.fromCharCode(byte)).join('')), quality };
  }
  throw new Error('no quality is small enough');
}
