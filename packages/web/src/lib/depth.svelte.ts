import { settings } from './settings.svelte.ts';

class Depth {
  /** Why a board that should be 3D is flat: the browser has no WebGL, or the code could not be loaded. */
  problem: 'missing' | 'failed' | null = $state(null);

  get isWanted(): boolean {
    return settings.view === '3d' && this.problem === null;
  }

  /** Whether the pictures must be simple, because no graphics card draws them. */
  get isPlain(): boolean {
    return drawerOf() === 'plain';
  }

  /** Chooses how boards are shown. If loading has failed, another try may succeed. */
  choose(isDeep: boolean): void {
    this.problem = isDeep && drawerOf() === 'none' ? 'missing' : null;
    settings.set({ view: isDeep ? '3d' : '2d' });
  }

  /** Before the first board: whether it can be shown as chosen earlier. */
  check(): void {
    if (settings.view === '3d' && this.problem === null && drawerOf() === 'none') this.problem = 'missing';
  }
}

/** The renderer: `plain` is software rendering, for which pictures are simpler. */
type Drawer = 'none' | 'plain' | 'full';

let drawer: Drawer | null = null;

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** Checked once, because each check needs a canvas. */
function drawerOf(): Drawer {
  if (drawer !== null) return drawer;
  const gl = document.createElement('canvas').getContext('webgl2');
  const details = gl?.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = details ? gl?.getParameter(details.UNMASKED_RENDERER_WEBGL) : '';
  drawer = gl === null ? 'none' : SOFTWARE.test(String(name)) ? 'plain' : 'full';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return drawer;
}

export const depth = new Depth();
