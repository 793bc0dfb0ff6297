import type { Point } from '../../board/scene/scene.ts';

const END = 0.47;
const ARM = 0.2;

/**
 * The outline of a cross whose arms reach the edge of a cell of 1 by 1, or `inset` less far. It is drawn about a point that is moved
 * the other way by `cut`.
 */
export function plus(cut: Point = { x: 0, y: 0 }, inset = 0): string {
  const { x, y } = cut;
  const [end, arm] = [END - inset, ARM - inset];
  const at = (across: number, along: number): string => `${across - x} ${along - y}`;
  return `M${at(-arm, -end)}H${arm - x}V${-arm - y}H${end - x}V${arm - y}H${arm - x}V${end - y}H${-arm - x}V${arm - y}H${-end - x}V${-arm - y}H${-arm - x}z`;
}
