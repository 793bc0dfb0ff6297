/**
 * `node scripts/source.mjs packages/web/wood/icons.ts`: makes the icons of other forms from `public/favicon.svg`. Chromium (`CHROMIUM`) draws
 * them.
 */
import { chromium } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url));
const svg = readFileSync(`${PUBLIC}favicon.svg`, 'utf8');
/** Of the icon for Windows, which holds each size as a PNG. */
const ICO_SIZES = [16, 32, 48];
/** A system that rounds corners itself is given a full square, its edge in the wood of the rim. */
const SQUARES = [
  { file: 'apple-touch-icon.png', size: 180, part: 1 },
  // Any shape is cut out of this one: only its middle is sure to be seen.
  { file: 'icon-maskable-512.png', size: 512, part: 0.76 },
];
/** Those that are shown as they are. */
const PLAIN = [192, 512];

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
const page = await browser.newPage();

/** `part`: the share of the width that the drawing takes. */
async function draw(size: number, ground: string, part = 1): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;background:${ground}}svg{display:block;width:${part * 100}vw;height:${part * 100}vh;margin:${(1 - part) * 50}vh auto}</style>${svg}`,
  );
  return page.screenshot({ omitBackground: true });
}

for (const { file, size, part } of SQUARES) writeFileSync(PUBLIC + file, await draw(size, '#7b4a27', part));
for (const size of PLAIN) writeFileSync(`${PUBLIC}icon-${size}.png`, await draw(size, 'transparent'));
const pictures: { size: number; data: Buffer }[] = [];
for (const size of ICO_SIZES) pictures.push({ size, data: await draw(size, 'transparent') });
writeFileSync(`${PUBLIC}favicon.ico`, ico(pictures));
await browser.close();

/** A header of 6 bytes, an entry of 16 for each picture, then the pictures. */
function ico(entries: readonly { readonly size: number; readonly data: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * entries.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(entries.length, 4);
  let offset = head.length;
  for (const [index, { size, data }] of entries.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += data.length;
  }
  return Buffer.concat([head, ...entries.map(({ data }) => data)]);
}
