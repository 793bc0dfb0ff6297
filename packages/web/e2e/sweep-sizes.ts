import { SeededRng } from '@tablier/core';

/** A window, in CSS pixels. `scale` is that of a screen or of a zoom, which makes the window smaller in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** Whether fingers are used: then targets are larger. */
  readonly isTouch: boolean;
}

const SEED = 30;
const NUMBER = 312;
/** What people have: screens of computers, less what the browser takes of some, and phones and tablets both ways. */
const COMPUTERS =
  '1280x600 1280x720 1280x768 1280x800 1280x960 1280x1024 1366x650 1366x768 1440x900 1536x730 1536x864 1600x900 1680x1050 1920x950 1920x1080 1920x1200 2048x1152 2560x1080 2560x1440 1024x768 1152x864 800x600 1200x600 1199x600 1200x599';
const PHONES =
  '320x480 320x568 320x256 360x640 360x740 360x800 375x667 390x844 393x851 412x915 414x896 430x932 540x720 600x960 768x1024 800x1280 820x1180 834x1194 912x1368 1024x1366';
const ZOOMS = [1.25, 2, 4] as const;
const [WIDEST, HIGHEST, NARROWEST, LOWEST] = [2560, 1440, 320, 240];

const read = (sizes: string): readonly (readonly [number, number])[] =>
  sizes.split(' ').map((size) => size.split('x').map(Number) as [number, number]);

const isPossible = ({ width, height }: Size): boolean =>
  width >= NARROWEST && width <= WIDEST && height >= LOWEST && height <= HIGHEST;

/** The sizes of a sweep, always the same: known screens, the same ones zoomed, and random ones between the smallest and the largest. */
export function sweepSizes(): readonly Size[] {
  const rng = new SeededRng(String(SEED));
  const computers = read(COMPUTERS).map(([width, height]) => ({ width, height, scale: 1, isTouch: false }));
  const zoomed = ZOOMS.flatMap((zoom) =>
    computers.map(({ width, height }) => ({
      width: Math.floor(width / zoom),
      height: Math.floor(height / zoom),
      scale: zoom,
      isTouch: false,
    })),
  );
  const phones = read(PHONES).flatMap(([width, height]) => [
    { width, height, scale: 2, isTouch: true },
    { width: height, height: width, scale: 2, isTouch: true },
  ]);
  const sizes = [...computers, ...zoomed, ...phones].filter(isPossible);
  // Small windows are as frequent as large ones, so that each layout has its share.
  const between = (least: number, most: number): number =>
    Math.round(least * (most / least) ** (rng.below(1001) / 1000));
  while (sizes.length < NUMBER) {
    const [width, height] = [between(NARROWEST, WIDEST), between(LOWEST, HIGHEST)];
    sizes.push({ width, height, scale: 1, isTouch: width < 1400 && rng.below(3) === 0 });
  }
  return sizes;
}
