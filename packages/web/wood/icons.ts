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
const SQUARES = [{ file: 'apple-touch-icon.png', size: 180 }];

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
const page = await browser.newPage();

async function draw(size: number, ground: string): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;background:${ground}}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
  );
  return page.screenshot({ omitBackground: true });
}

for (const { file, size } of SQUARES) writeFileSync(PUBLIC + file, await draw(size, '#7b4a27'));
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
