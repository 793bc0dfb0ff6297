/**
 * `node packages/web/wood/letters.mjs`: writes the outlines of the letters on boards to
 * `packages/web/src/app/picture/letters.json`, for pictures that are drawn where the typefaces of the page are missing.
 */
import { create } from 'fontkit';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decompress } from 'wawoff2';

const TARGET = fileURLToPath(new URL('../src/app/picture/letters.json', import.meta.url));
const LETTERS = ' +-/?:0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** As the boards use them: `--serif` for numbers on pieces, `--sans` for coordinates. */
const FACES = [
  { face: 'serif', name: 'fraunces', weight: 680 },
  { face: 'sans', name: 'figtree', weight: 550 },
];

/** @type {[string, unknown][]} */
const faces = [];
for (const { face, name, weight } of FACES) {
  const file = new URL(import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  // fontkit cannot vary a compressed typeface.
  const font = create(Buffer.from(await decompress(readFileSync(file))));
  if (!('getVariation' in font)) throw new Error(`${name} is a collection of typefaces`);
  const instance = font.getVariation({ wght: weight });
  const glyphs = [...LETTERS].map((letter) => {
    const { glyphs, positions } = instance.layout(letter, ['lnum']);
    const [glyph, position] = [glyphs[0], positions[0]];
    if (glyph === undefined || position === undefined) throw new Error(`${name} has no ${letter}`);
    return [letter, { advance: Math.round(position.xAdvance), path: roundPath(glyph.path.toSVG()) }];
  });
  faces.push([face, { unitsPerEm: instance.unitsPerEm, glyphs: Object.fromEntries(glyphs) }]);
}
writeFileSync(TARGET, `${JSON.stringify(Object.fromEntries(faces))}\n`);

/**
 * Whole units are finer than any picture shows.
 * @param {string} path
 */
function roundPath(path) {
  return path.replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
}
