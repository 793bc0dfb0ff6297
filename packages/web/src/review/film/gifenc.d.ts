/** The parts of `gifenc` that are used: the package has no types. */
declare module 'gifenc/dist/gifenc.esm.js' {
  type Palette = readonly (readonly number[])[];
  interface Encoder {
    /** `delay`: milliseconds. */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
