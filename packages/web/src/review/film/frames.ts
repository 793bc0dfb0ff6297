import type { Crop, Point } from '../../board/scene/scene.ts';
import type { TurnChance } from '../moments/game-moments.ts';
import { ENDING, type Film, MOMENT, SECRET, type Shot, type ShotBoard, TITLE } from './film.ts';

/** A frame is square: the unit of everything below. */
export const SIDE = 1080;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A part of a frame. */
type Place = Crop;

const MARGIN = 60;
const BOARD: Place = { x: MARGIN, y: 132, width: SIDE - 2 * MARGIN, height: 620 };
const GAP = 24;
/** Of the felt of the box, of what is written on it, and of a chance that fell or rose. */
const FELT = ['#26695a', '#143f34'] as const;
const INK = '#fdf8ec';
const SOFT = '#c4dcd2';
const FELL = '#ffb59e';
const ROSE = '#b4e8d4';

/** Within a moment, in seconds: from the moment before, nearer, the move, what it changed. Between them nothing moves. */
const CUT: Span = [0, 0.4];
const NEAR: Span = [0.7, 1.4];
const MOVE: Span = [1.6, 2.4];
const CHANGE: Span = [2.6, 3.3];
type Span = readonly [from: number, to: number];

/** How far a span has gone, from 0 to 1, slow at both ends. */
function along([from, to]: Span, at: number): number {
  const part = Math.max(0, Math.min(1, (at - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** The places of boards next to each other. */
function placesOf(boards: number): readonly Place[] {
  const width = (BOARD.width - (boards - 1) * GAP) / boards;
  const below = boards > 1 ? 44 : 0;
  return Array.from({ length: boards }, (_, at) => ({
    x: BOARD.x + at * (width + GAP),
    y: BOARD.y + below,
    width,
    height: BOARD.height - below,
  }));
}

/** Width by height of the place of a board among so many. */
export function boardRatio(boards: number): number {
  const [place = BOARD] = placesOf(boards);
  return place.width / place.height;
}

/** Whether the frame at a time differs from the one `step` earlier. Seconds. */
export function moves(film: Film, at: number, step: number): boolean {
  const within = at - TITLE;
  const rest = within % MOMENT;
  const end = film.seconds - ENDING;
  if (at < 0.5 || (at >= end && at <= end + CUT[1] + step)) return true;
  if (within < 0 || at >= end) return false;
  return [CUT, NEAR, MOVE, CHANGE].some(([from, to]) => rest >= from && rest <= to + step);
}

/** Draws the frame at a time, in seconds. The same time always gives the same pixels. */
export function drawFrame(context: Context, film: Film, at: number): void {
  const scene = (at - TITLE) / MOMENT;
  const index = Math.floor(scene);
  if (index < 0) return drawTitle(context, film, film.subtitle);
  const shot = film.shots[index];
  const since = at - TITLE - Math.min(index, film.shots.length) * MOMENT;
  const last = film.shots[Math.min(index, film.shots.length) - 1];
  const shown = along(CUT, since);
  if (shown < 1) {
    if (last === undefined) drawTitle(context, film, film.subtitle);
    else drawShot(context, film, last, MOMENT);
  }
  context.globalAlpha = shown;
  if (shot === undefined) drawTitle(context, film, film.ending);
  else drawShot(context, film, shot, since);
  context.globalAlpha = 1;
}

function drawFelt(context: Context): void {
  const felt = context.createLinearGradient(0, 0, SIDE * 0.4, SIDE);
  felt.addColorStop(0, FELT[0]);
  felt.addColorStop(1, FELT[1]);
  context.fillStyle = felt;
  context.fillRect(0, 0, SIDE, SIDE);
}

const face = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);
const serif = (size: number): string => `600 ${size}px ${face('--serif')}`;
const sans = (size: number, weight = 500): string => `${weight} ${size}px ${face('--sans')}`;

function write(context: Context, text: string, at: Point & { readonly font: string; readonly fill?: string }): void {
  context.font = at.font;
  context.fillStyle = at.fill ?? INK;
  context.fillText(text, at.x, at.y);
}

/** Lines that are at most so wide. Pixels. */
function linesOf(context: Context, text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawTitle(context: Context, film: Film, below: string): void {
  drawFelt(context);
  context.textAlign = 'center';
  write(context, film.title, { x: SIDE / 2, y: SIDE / 2 - 20, font: serif(110) });
  context.font = sans(40);
  for (const [at, line] of linesOf(context, below, SIDE - 2 * MARGIN).entries())
    write(context, line, { x: SIDE / 2, y: SIDE / 2 + 60 + 52 * at, font: sans(40), fill: SOFT });
  write(context, 'Tablier', { x: SIDE / 2, y: SIDE - MARGIN, font: serif(40) });
  context.textAlign = 'start';
}

function drawShot(context: Context, film: Film, shot: Shot, at: number): void {
  drawFelt(context);
  write(context, film.title, { x: MARGIN, y: 96, font: serif(44) });
  context.textAlign = 'end';
  write(context, shot.about, { x: SIDE - MARGIN, y: 94, font: sans(30), fill: SOFT });
  context.textAlign = 'start';
  const places = placesOf(shot.boards.length);
  for (const [index, board] of shot.boards.entries()) {
    const place = places[index] ?? BOARD;
    if (board.title !== '') drawHeading(context, board, place);
    drawBoard(context, board, place, at);
  }
  drawWords(context, film, shot, at);
}

/** The title of a board, and the secret pieces that are known there. */
function drawHeading(context: Context, { title, secrets }: ShotBoard, { x, y, width }: Place): void {
  write(context, title, { x: x + 4, y: y - 16, font: sans(28, 600), fill: SOFT });
  for (const [index, piece] of secrets.entries())
    context.drawImage(piece, x + width - (secrets.length - index) * SECRET, y - SECRET - 4, SECRET, SECRET);
}

function drawBoard(context: Context, board: ShotBoard, place: Place, at: number): void {
  const { scene, crop, movers } = board;
  const near = along(NEAR, at);
  const whole = wholeOf(scene, place);
  const view = {
    x: whole.x + (crop.x - whole.x) * near,
    y: whole.y + (crop.y - whole.y) * near,
    scale: 1 / (1 / whole.scale + (crop.width / place.width - 1 / whole.scale) * near),
  };
  context.save();
  context.beginPath();
  context.roundRect(place.x, place.y, place.width, place.height, 22);
  context.fillStyle = 'rgb(0 0 0 / 22%)';
  context.fill();
  context.clip();
  context.translate(place.x, place.y);
  context.scale(view.scale, view.scale);
  context.translate(-view.x, -view.y);
  const draw = (picture: CanvasImageSource, x = 0, y = 0): void =>
    context.drawImage(picture, x, y, scene.width, scene.height);
  const moved = along(MOVE, at);
  if (moved === 0) draw(board.before);
  else if (moved === 1) draw(board.after);
  else {
    draw(board.still);
    const alpha = context.globalAlpha;
    for (const { picture, at: end, path, kind } of movers) {
      const here = pointOn(path, moved) ?? end;
      context.globalAlpha = alpha * (kind === 'leaves' ? 1 - moved : kind === 'comes' ? Math.min(1, 2 * moved) : 1);
      draw(picture, here.x - end.x, here.y - end.y);
    }
    context.globalAlpha = alpha;
  }
  context.restore();
}

/** The view of a whole board in a place: its top left corner in cells, and pixels for a cell. */
function wholeOf({ width, height }: { readonly width: number; readonly height: number }, place: Place) {
  const scale = Math.min(place.width / width, place.height / height);
  return { x: (width - place.width / scale) / 2, y: (height - place.height / scale) / 2, scale };
}

function pointOn(path: readonly Point[], part: number): Point | null {
  const steps = part * (path.length - 1);
  const [from, to] = [path[Math.floor(steps)], path[Math.ceil(steps)]];
  if (from === undefined || to === undefined) return null;
  const rest = steps - Math.floor(steps);
  return { x: from.x + (to.x - from.x) * rest, y: from.y + (to.y - from.y) * rest };
}

function drawWords(context: Context, film: Film, { sentence, chance }: Shot, at: number): void {
  const top = BOARD.y + BOARD.height;
  context.font = serif(52);
  if (sentence !== null && at >= MOVE[1])
    for (const [index, line] of linesOf(context, sentence, SIDE - 2 * MARGIN)
      .slice(0, 2)
      .entries())
      write(context, line, { x: MARGIN, y: top + 76 + 62 * index, font: serif(52) });
  if (chance !== null) drawChance(context, chance, film.share, along(CHANGE, at));
}

/** The chance before and after: what changed is striped. `shown`: how much of the change is, from 0 to 1. */
function drawChance(context: Context, { name, before, after }: TurnChance, share: Film['share'], shown: number): void {
  const now = before + (after - before) * shown;
  const bar = { x: MARGIN, y: SIDE - 86, width: 600, height: 22 };
  write(context, name, { x: MARGIN, y: bar.y - 20, font: sans(28), fill: SOFT });
  context.fillStyle = 'rgb(255 255 255 / 18%)';
  context.fillRect(bar.x, bar.y, bar.width, bar.height);
  context.fillStyle = INK;
  const kept = bar.width * Math.min(now, before);
  context.fillRect(bar.x, bar.y, kept, bar.height);
  const change = after >= before ? ROSE : FELL;
  stripes(context, { ...bar, x: bar.x + kept, width: bar.width * Math.abs(now - before) }, change);
  const middle = SIDE - MARGIN - 176;
  context.textAlign = 'end';
  write(context, share(before), { x: middle - 28, y: bar.y + 26, font: sans(52, 700) });
  context.textAlign = 'center';
  if (shown > 0) write(context, '›', { x: middle, y: bar.y + 24, font: sans(52, 500), fill: SOFT });
  context.textAlign = 'start';
  if (shown > 0) write(context, share(after), { x: middle + 28, y: bar.y + 26, font: sans(52, 700), fill: change });
}

function stripes(context: Context, { x, y, width, height }: Place, colour: string): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = 6;
  for (let at = x - height; at < x + width + height; at += 12) {
    context.beginPath();
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
    context.stroke();
  }
  context.restore();
}
