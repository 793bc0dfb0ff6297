import { afterEach, expect, test, vi } from 'vitest';
import { glide } from '../../../src/board/scene/glide.ts';
import type { Solid } from '../../../src/board/scene/scene.ts';

afterEach(() => vi.unstubAllGlobals());

const solidAt = (x: number): Solid => ({ id: 'a', x, y: 0 }) as Solid;

/** How often a piece is animated when its place changes, and where it is then. */
function moved(isReduced: boolean): { readonly glides: number; readonly at: string } {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(prefers-reduced-motion: reduce)' && isReduced,
  }));
  const animate = vi.fn();
  const node = { style: { transform: '' }, animate };
  const { update } = glide(node as unknown as SVGGElement, solidAt(0));
  update(solidAt(30));
  return { glides: animate.mock.calls.length, at: node.style.transform };
}

test('a piece glides to its new place, and is there at once for people who want less motion', () => {
  expect(moved(false)).toEqual({ glides: 1, at: 'translate(30px, 0px)' });
  expect(moved(true)).toEqual({ glides: 0, at: 'translate(30px, 0px)' });
});
