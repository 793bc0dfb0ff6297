import { cutOf } from '../../../board/scene/shapes.ts';

const POINTS = 28;

/** The outline of a river stone about its middle, as an SVG path: rounded, and a little uneven in its own way. */
export function outlineOf(id: string, width: number, depth: number): string {
  const { x: one, y: other } = cutOf(id);
  const points = Array.from({ length: POINTS }, (_, at) => {
    const angle = (2 * Math.PI * at) / POINTS;
    const uneven = 0.97 + 0.02 * Math.sin(2 * angle + 7 * one) + 0.015 * Math.sin(3 * angle + 5 * other);
    const along = (part: number, size: number): number => Math.sign(part) * Math.abs(part) ** (0.62 / size) * size;
    return { x: (along(Math.cos(angle), width) * uneven) / 2, y: (along(Math.sin(angle), depth) * uneven) / 2 };
  });
  const middles = points.map(({ x, y }, at) => {
    const next = points[(at + 1) % POINTS] ?? { x, y };
    return `${x.toFixed(3)} ${y.toFixed(3)} ${((x + next.x) / 2).toFixed(3)} ${((y + next.y) / 2).toFixed(3)}`;
  });
  return `M${middles.at(-1)?.split(' ').slice(2).join(' ') ?? ''}Q${middles.join(' ')}z`;
}
