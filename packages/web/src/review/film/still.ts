import { flushSync, mount, unmount } from 'svelte';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import type { Scene } from '../../board/scene/scene.ts';
import SceneSvg from '../../board/scene/SceneSvg.svelte';

/** Which part of a scene a still shows: all of it, or some solids alone. */
type Shown = 'all' | readonly string[];

/** Draws scenes as the page does, but without the page: the same scene always gives the same pixels. */
export interface StillDrawer {
  /** `width`: in pixels. */
  draw(scene: Scene, width: number, shown?: Shown): Promise<CanvasImageSource>;
}

const SVG = 'http://www.w3.org/2000/svg';
/** A picture shows its first moment: nothing moves in it. */
const STILL =
  '*{animation:none!important;transition:none!important}:root{--serif:Fraunces,serif;--sans:Figtree,sans-serif}';

async function dataOf(url: string): Promise<string> {
  const file = await (await fetch(url)).blob();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** A picture loads nothing: typefaces are part of it. Digits on pieces have no other way to look as on the page. */
async function faces(): Promise<string> {
  const files = await Promise.all([fraunces, figtree].map(dataOf));
  return ['Fraunces', 'Figtree']
    .map((name, at) => `@font-face{font-family:${name};font-weight:100 900;src:url(${files[at] ?? ''})}`)
    .join('');
}

/** The rules of the page as they were written: browsers lose a shorthand with a variable. Without its typefaces, which are at addresses. */
async function rules(): Promise<string> {
  const texts = [...document.styleSheets].map(async ({ href, ownerNode }) =>
    href === null ? (ownerNode?.textContent ?? '') : (await fetch(href)).text(),
  );
  return (await Promise.all(texts)).join('\n').replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

/** The materials of the page with their pictures in them. */
async function materials(): Promise<string> {
  const defs = document.querySelector('pattern[id^="grain-"]')?.closest('defs')?.cloneNode(true);
  if (!(defs instanceof Element)) throw new Error('the page has no materials');
  for (const image of defs.querySelectorAll('image'))
    image.setAttribute('href', await dataOf(image.getAttribute('href') ?? ''));
  return new XMLSerializer().serializeToString(defs);
}

/** Loads what the stills need. Rejects if the server cannot be reached. */
export async function createStillDrawer(): Promise<StillDrawer> {
  const [css, fonts, defs] = await Promise.all([rules(), faces(), materials()]);
  const style = `<style>${escaped(`${css}\n${fonts}\n${STILL}`)}</style>`;
  return {
    async draw(scene, width, shown = 'all') {
      const markup = markupOf(scene, { width, height: Math.round((width * scene.height) / scene.width) }, shown);
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(markup.replace('>', () => `>${style}${defs}`))}`;
      await image.decode();
      return image;
    },
  };
}

const escaped = (css: string): string => css.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The picture as the text of an SVG file. The attributes of the page choose its theme. */
function markupOf(scene: Scene, size: { readonly width: number; readonly height: number }, shown: Shown): string {
  const host = document.createElement('div');
  const solids = scene.solids.map(({ from: _from, ...solid }) => solid);
  const component = mount(SceneSvg, { target: host, props: { scene: { ...scene, solids, targets: [] } } });
  flushSync();
  const svg = host.querySelector('svg');
  if (svg === null) throw new Error('the scene has no picture');
  if (shown !== 'all') keepOnly(svg, shown);
  for (const { name, value } of document.documentElement.attributes)
    if (name.startsWith('data-')) svg.setAttribute(name, value);
  svg.setAttribute('xmlns', SVG);
  svg.setAttribute('width', String(size.width));
  svg.setAttribute('height', String(size.height));
  const text = new XMLSerializer().serializeToString(svg);
  void unmount(component);
  return text;
}

function keepOnly(svg: SVGSVGElement, ids: readonly string[]): void {
  for (const child of [...svg.children]) if (!child.classList.contains('solids')) child.remove();
  for (const solid of svg.querySelectorAll('[data-solid]'))
    if (!ids.includes(solid.getAttribute('data-solid') ?? '')) solid.remove();
}
