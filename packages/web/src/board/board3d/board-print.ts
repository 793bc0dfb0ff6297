import {
  type Area,
  edgesOf,
  type Label,
  linesOf,
  type Mark,
  middleOf,
  type Point,
  rimOf,
  type Scene,
  squaresOf,
} from '../scene/scene.ts';
import { fontOf, type Tiles, tokenColour } from './paints.ts';

/** The texture of the box: the wood of its rim and field, lines, letters, areas, and the marks below the solids. */

/** Pixels of a cell: for a large screen, and for software rendering. */
export const CELL = { full: 110, plain: 56 } as const;

type Brush = CanvasRenderingContext2D;

export const printKey = (scene: Scene, isBare: boolean): string =>
  JSON.stringify([
    scene.wood,
    scene.width,
    scene.height,
    scene.grid,
    isBare,
    scene.marks.filter(isPrinted),
    scene.areas,
    printedLabels(scene),
  ]);

const printedLabels = ({ labels }: Scene): Label[] => labels.filter(({ role }) => role !== 'inlaid');

const isFlat = ({ kind, role }: Mark): boolean =>
  role === 'hole' || role === 'dark' || role === 'light' || (kind === 'cell' && role === 'move');

export const isPrinted = (mark: Mark): boolean => mark.over !== true && mark.raised === undefined && isFlat(mark);

export class BoardPrint {
  readonly canvas = document.createElement('canvas');
  readonly #wood = document.createElement('canvas');
  readonly #tiles: Tiles;
  readonly #cell: number;
  #woodKey = '';

  constructor(tiles: Tiles, cell: number) {
    this.#tiles = tiles;
    this.#cell = cell;
  }

  paint(scene: Scene, isBare: boolean): void {
    this.#paintWood(scene);
    this.canvas.width = this.#wood.width;
    this.canvas.height = this.#wood.height;
    const brush = this.canvas.getContext('2d');
    if (brush === null) return;
    brush.drawImage(this.#wood, 0, 0);
    brush.scale(this.#cell, this.#cell);
    for (const area of scene.areas ?? []) paintArea(brush, area);
    for (const mark of scene.marks.filter(isPrinted)) paintMark(brush, mark);
    for (const label of printedLabels(scene)) if (!isBare || !isCoordinate(label)) paintLabel(brush, label);
  }

  #paintWood(scene: Scene): void {
    const key = JSON.stringify([scene.wood, scene.width, scene.height, scene.grid]);
    if (key === this.#woodKey) return;
    this.#woodKey = key;
    this.#wood.width = Math.round(scene.width * this.#cell);
    this.#wood.height = Math.round(scene.height * this.#cell);
    const brush = this.#wood.getContext('2d');
    if (brush === null) return;
    brush.scale(this.#cell, this.#cell);
    paintRim(brush, scene, this.#tiles);
    paintField(brush, scene, this.#tiles);
  }
}

const woodColour = ({ wood = 'oak' }: Scene, part: 'rim' | 'base' | 'line'): string => tokenColour(`--${wood}-${part}`);

const isCoordinate = ({ role }: Label): boolean => role === 'near' || role === 'faint';

/** Fills the current clip with a tile whose size is given in cells. */
function grain(brush: Brush, image: HTMLImageElement, { width, height, part, turned = false }: Grain): void {
  const pattern = brush.createPattern(image, 'repeat');
  if (pattern === null) return;
  const scale = new DOMMatrix().scale(width / image.naturalWidth, height / image.naturalHeight);
  pattern.setTransform(turned ? new DOMMatrix().rotate(90).multiply(scale) : scale);
  brush.globalAlpha = part;
  brush.fillStyle = pattern;
  brush.fill();
  brush.globalAlpha = 1;
}

interface Grain {
  readonly width: number;
  readonly height: number;
  readonly part: number;
  readonly turned?: boolean;
}

function paintRim(brush: Brush, scene: Scene, { rosewood }: Tiles): void {
  brush.fillStyle = woodColour(scene, 'rim');
  brush.fillRect(0, 0, scene.width, scene.height);
  for (const { upright, corners } of rimOf(scene)) {
    brush.beginPath();
    for (const { x, y } of corners) brush.lineTo(x, y);
    brush.closePath();
    grain(brush, rosewood, { width: 8, height: 3, part: 0.5, turned: upright });
    brush.strokeStyle = 'rgb(20 8 2 / 35%)';
    brush.lineWidth = 0.02;
    brush.stroke();
  }
}

function paintField(brush: Brush, scene: Scene, { field }: Tiles): void {
  const { grid } = scene;
  brush.save();
  brush.translate(grid.x, grid.y);
  brush.beginPath();
  brush.rect(0, 0, grid.columns, grid.rows);
  brush.fillStyle = woodColour(scene, 'base');
  brush.fill();
  grain(brush, field, { width: 8, height: 6, part: 0.6 });
  if (grid.plain !== true) {
    const lines = new Path2D(linesOf(grid));
    brush.lineWidth = 0.03;
    brush.translate(0.02, 0.02);
    brush.globalAlpha = 0.16;
    brush.strokeStyle = '#ffedc8';
    brush.stroke(lines);
    brush.translate(-0.02, -0.02);
    brush.globalAlpha = 0.8;
    brush.strokeStyle = woodColour(scene, 'line');
    brush.stroke(lines);
  }
  brush.restore();
}

const AREA_TOKENS: Readonly<Record<Area['role'], readonly [own: string, other: string]>> = {
  seat0: ['--wood-dark', '--wood-light'],
  seat1: ['--wood-light', '--wood-dark'],
  gain: ['--wood-move', '--wood-dark'],
};

/** Laid in the wood of its owner, hatched if that is dark, so that no hue is needed to tell them apart. */
function paintArea(brush: Brush, { role, cells, text }: Area): void {
  const [own, other] = AREA_TOKENS[role].map(tokenColour) as [string, string];
  brush.fillStyle = own;
  brush.strokeStyle = own;
  brush.globalAlpha = role === 'gain' ? 0.24 : 0.5;
  brush.fill(new Path2D(squaresOf(cells)));
  brush.globalAlpha = 1;
  for (const cell of role === 'seat1' ? [] : cells) hatching(brush, cell, role === 'gain' ? -1 : 1);
  brush.lineWidth = 0.09;
  brush.setLineDash(role === 'gain' ? [0.26, 0.2] : []);
  brush.stroke(new Path2D(edgesOf(cells)));
  brush.setLineDash([]);
  if (text === undefined) return;
  const { x, y } = middleOf(cells);
  brush.beginPath();
  brush.arc(x, y, 0.27, 0, 2 * Math.PI);
  brush.fillStyle = own;
  brush.fill();
  write(brush, { x, y, text, size: 0.35, colour: other, font: `680 {} ${fontOf('--serif')}` });
}

function hatching(brush: Brush, { x, y }: Point, way: number): void {
  brush.save();
  brush.beginPath();
  brush.rect(x - 0.5, y - 0.5, 1, 1);
  brush.clip();
  brush.beginPath();
  for (let at = -4; at <= 4; at++) {
    brush.moveTo(x + 0.25 * at - way * 0.5, y + 0.5);
    brush.lineTo(x + 0.25 * at + way * 0.5, y - 0.5);
  }
  brush.lineWidth = way < 0 ? 0.04 : 0.07;
  brush.stroke();
  brush.restore();
}

export const MARK_TOKENS: Readonly<Record<Mark['role'], string>> = {
  move: '--wood-move',
  room: '--wood-move',
  count: '--wood-lit',
  last: '--brass',
  guide: '--wood-chosen',
  warn: '--wood-warn',
  hole: '--wood-dark-edge',
  dark: '--wood-dark',
  light: '--wood-light',
};

function opacityOf({ kind, role }: Mark): number {
  if (role === 'hole') return kind === 'cell' ? 0.16 : 0.75;
  return role === 'move' ? 0.3 : 1;
}

function paintMark(brush: Brush, mark: Mark): void {
  const { kind, role, x, y, width, depth } = mark;
  brush.fillStyle = tokenColour(MARK_TOKENS[role]);
  brush.globalAlpha = opacityOf(mark);
  brush.beginPath();
  if (kind === 'dot') brush.arc(x, y, width / 2, 0, 2 * Math.PI);
  else brush.rect(x - width / 2, y - depth / 2, width, depth);
  brush.fill();
  brush.globalAlpha = 1;
}

function paintLabel(brush: Brush, { x, y, text, role, size = 0.29 }: Label): void {
  const colour = tokenColour('--wood-ink');
  brush.globalAlpha = role === 'faint' ? 0.6 : 1;
  write(brush, { x, y, text, size, colour, font: `550 {} ${fontOf('--sans')}` });
  brush.globalAlpha = 1;
}

interface Writing extends Point {
  readonly text: string;
  readonly size: number;
  readonly colour: string;
  /** `{}` is the size. */
  readonly font: string;
}

/** Browsers round small fonts, so the letters are drawn large and scaled down. */
function write(brush: Brush, { x, y, text, size, colour, font }: Writing): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(size / 100, size / 100);
  brush.font = font.replace('{}', '100px');
  brush.textAlign = 'center';
  brush.fillStyle = colour;
  brush.fillText(text, 0, 35);
  brush.restore();
}
