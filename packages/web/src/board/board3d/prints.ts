import { CanvasTexture, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from 'three';
import type { Print } from '../scene/models.ts';
import { tokenColour } from './paints.ts';

/** Pixels of a print, which is at most a cell large. */
const PIXELS = 160;

type Ink = Pick<Print, 'text' | 'glyph' | 'ink'>;

/** Texts and glyphs on wood, as pictures that are made once. */
export class Prints {
  readonly #sharpness: number;
  readonly #made = new Map<string, MeshBasicMaterial>();
  readonly square = new PlaneGeometry(1, 1);

  constructor(sharpness: number) {
    this.#sharpness = sharpness;
  }

  material(print: Ink): MeshBasicMaterial {
    const key = `${print.text ?? ''} ${print.glyph?.path ?? ''} ${print.ink}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const map = new CanvasTexture(paint(print));
    map.colorSpace = SRGBColorSpace;
    map.anisotropy = this.#sharpness;
    const made = new MeshBasicMaterial({ map, transparent: true, toneMapped: false, depthWrite: false });
    made.polygonOffset = true;
    made.polygonOffsetFactor = -2;
    made.polygonOffsetUnits = -2;
    this.#made.set(key, made);
    return made;
  }

  dispose(): void {
    for (const material of this.#made.values()) {
      material.map?.dispose();
      material.dispose();
    }
    this.square.dispose();
  }
}

/** The family of a design token, for the texts of a canvas. */
export const fontOf = (token: '--serif' | '--sans'): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token);

function paint({ text, glyph, ink }: Ink): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const brush = canvas.getContext('2d');
  if (brush === null) return canvas;
  const colour = tokenColour(ink);
  brush.fillStyle = colour;
  brush.strokeStyle = colour;
  if (glyph !== undefined) {
    brush.translate(PIXELS / 2, PIXELS / 2);
    brush.scale(PIXELS, PIXELS);
    const path = new Path2D(glyph.path);
    if (glyph.line === undefined) brush.fill(path);
    else {
      brush.lineWidth = glyph.line;
      brush.lineCap = 'round';
      brush.lineJoin = 'round';
      brush.stroke(path);
    }
  } else if (text !== undefined) {
    const letters = Math.min(0.74, 1.2 / Math.max(1, text.length));
    brush.font = `680 ${letters * PIXELS}px ${fontOf('--serif')}`;
    brush.textAlign = 'center';
    brush.textBaseline = 'alphabetic';
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = brush.measureText(text);
    brush.fillText(text, PIXELS / 2, PIXELS / 2 + (up - down) / 2);
  }
  return canvas;
}
