/** A fault of a layout: what is wrong, with which element. */
export interface Fault {
  readonly kind: string;
  readonly where: string;
  /** The text, by which a reader of the report finds it. */
  readonly words: string;
}

/**
 * Looks through the page as it is in its window, and returns what a person could not read or press. Runs inside the page, so that one call
 * is enough for one size. `least` is the size of a target in CSS pixels: 24 for a mouse, 44 for a finger.
 */
export async function faultsOfLayout(least: number): Promise<Fault[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // Media queries of scripts and observers of sizes answer in the first frame, what they change is laid out in the second.
  for (let frames = 0; frames < 3; frames++) await frame();
  const found = new Map<string, Fault>();
  const root = document.scrollingElement ?? document.documentElement;
  const [width, height] = [root.clientWidth, root.clientHeight];
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const nameOf = (element: Element): string => {
    const classes = [...element.classList].filter((name) => !name.startsWith('s-') && !name.startsWith('svelte-'));
    return element.localName + classes.map((name) => `.${name}`).join('');
  };
  const wordsOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
  const pathOf = (element: Element): string => {
    const parents = [element.parentElement?.parentElement, element.parentElement].filter(
      (one) => one instanceof Element,
    );
    return [...parents, element].map(nameOf).join(' > ');
  };
  const report = (kind: string, element: Element, more = '', size = ''): void => {
    const where = `${pathOf(element)}${more === '' ? '' : ` ${more}`}`;
    const words = `${wordsOf(element)}${size === '' ? '' : `: ${size}`}`;
    found.set(`${kind} ${where} ${words}`, { kind, where, words });
  };

  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const scope: ParentNode = dialog ?? document.body;

  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const common = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);
  /** The part of the window in which the parents of an element show it. `isFixed`: those that can be scrolled do not count. */
  const clipOf = (element: Element, isFixed: boolean): Box => {
    let clip: Box = isFixed
      ? { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }
      : { left: 0, top: 0, right: width, bottom: height };
    let [isFreeX, isFreeY] = [false, false];
    for (
      let parent = element.parentElement;
      parent !== null && parent !== document.body;
      parent = parent.parentElement
    ) {
      const { overflowX, overflowY, display, clipPath } = styleOf(parent);
      if (display === 'contents' || (overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none'))
        continue;
      const box = parent.getBoundingClientRect();
      const scrolls = (overflow: string): boolean => isFixed && (overflow === 'auto' || overflow === 'scroll');
      [isFreeX, isFreeY] = [isFreeX || scrolls(overflowX), isFreeY || scrolls(overflowY)];
      if (overflowX !== 'visible' && !isFreeX)
        clip = { ...clip, left: Math.max(clip.left, box.left), right: Math.min(clip.right, box.right) };
      if (overflowY !== 'visible' && !isFreeY)
        clip = { ...clip, top: Math.max(clip.top, box.top), bottom: Math.min(clip.bottom, box.bottom) };
    }
    return clip;
  };
  const isRead = (element: Element): boolean => {
    // Only heard, or not there at all.
    for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
      const { clipPath, position } = styleOf(parent);
      if (clipPath === 'inset(50%)' && position === 'absolute') return false;
      if (parent.matches('.skip, [inert], [data-cut]')) return false;
    }
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  const controls = [
    ...scope.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, svg [data-target]',
    ),
  ].filter(isRead);
  /** The whole of what can be pressed: a label belongs to its field. */
  const targetOf = (control: Element): Element =>
    control.matches('input[type=radio], input[type=checkbox], input[type=file]')
      ? (control.closest('label') ?? control)
      : control;

  const isHit = (target: Element, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y);
    return (
      hit !== null &&
      (target.contains(hit) ||
        (hit instanceof HTMLLabelElement && hit.control !== null && target.contains(hit.control)))
    );
  };
  /** Boxes that are made of lines have one for each line. */
  const boxOf = (target: Element): DOMRect =>
    (styleOf(target).display === 'inline' ? target.getClientRects()[0] : undefined) ?? target.getBoundingClientRect();

  interface Look {
    readonly covered: string | null;
    readonly isOut: boolean;
    readonly share: number;
  }
  const lookAt = (target: Element): Look => {
    const box = boxOf(target);
    const clip = clipOf(target, false);
    const seen = common(box, clip);
    // What is larger than the window is seen in parts.
    const most = Math.min(box.width, clip.right - clip.left) * Math.min(box.height, clip.bottom - clip.top);
    const share = areaOf(seen) / Math.max(1, most);
    if (share < 0.02) return { covered: null, isOut: true, share };
    const isBoard = target.matches('svg *');
    const radius = Math.min(parseFloat(styleOf(target).borderTopLeftRadius) || 0, box.height / 2, box.width / 2);
    const inset = Math.min(0.3 * radius + 2, box.width / 2, box.height / 2);
    const middle: readonly [number, number] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const corners: readonly (readonly [number, number])[] = [
      [box.left + inset, box.top + inset],
      [box.right - inset, box.top + inset],
      [box.left + inset, box.bottom - inset],
      [box.right - inset, box.bottom - inset],
    ];
    const points = isBoard ? [middle] : [middle, ...corners];
    for (const [x, y] of points) {
      if (x < seen.left || x >= seen.right || y < seen.top || y >= seen.bottom) continue;
      if (isHit(target, x, y)) continue;
      const hit = document.elementFromPoint(x, y);
      if (hit === null) continue;
      // What may lie over a board: its own pieces, a question, the result of the game or of a round.
      if (target.closest('.board, .review') !== null && hit.closest('.result, .round') !== null) continue;
      if (isBoard && hit.closest('.picture svg, .chooser, .handle, .urgent') !== null) continue;
      if (isBoard && hit.contains(target)) continue;
      // The areas of two links in neighbouring lines of a text meet; each has its own middle.
      if (target.matches('.cited') && hit.matches('.cited') && (x !== middle[0] || y !== middle[1])) continue;
      return { covered: nameOf(hit), isOut: false, share };
    }
    return { covered: null, isOut: false, share };
  };

  const isInText = (target: Element): boolean =>
    styleOf(target).display === 'inline' &&
    [...(target.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim().length > 2);
  /** Whether it can be pressed over that many pixels, drawn or not. */
  const isLarge = (target: Element): boolean => {
    const box = boxOf(target);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // Each step of a lesson can be reached by two large buttons too.
    const side = target.matches('.lesson > .bar li *') ? 24 : least;
    const reach = side / 2 - 0.75;
    const isWide = box.width >= side - 0.5 || (isHit(target, x - reach, y) && isHit(target, x + reach, y));
    const isHigh = box.height >= side - 0.5 || (isHit(target, x, y - reach) && isHit(target, x, y + reach));
    return isWide && isHigh;
  };

  // Of many of a kind, such as the cells of a board or the moves of a list, some stand for all.
  const kinds = new Map<string, Element[]>();
  for (const control of controls) {
    const target = targetOf(control);
    const key = `${pathOf(target)}${target.matches('svg *, li *, td *') ? '' : wordsOf(target)}`;
    kinds.set(key, [...(kinds.get(key) ?? []), target]);
  }
  const chosen = [...kinds.values()].flatMap((all) =>
    all.length <= 8
      ? all
      : [0, 1, 2, 0.25, 0.5, 0.75, -2, -1].map(
          (at) => all.at(Number.isInteger(at) ? at : Math.floor(at * all.length)) as Element,
        ),
  );
  const scrolled = [root, ...document.querySelectorAll('.tray, .panel, .panel *, dialog *')]
    .filter((element) => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
    .map((element) => ({ element, left: element.scrollLeft, top: element.scrollTop }));
  for (const target of new Set(chosen)) {
    let look = lookAt(target);
    for (const where of ['center', 'start', 'end'] as const) {
      if (!look.isOut && look.covered === null && look.share >= 0.95) break;
      target.scrollIntoView({ block: where, inline: 'center', behavior: 'instant' });
      look = lookAt(target);
    }
    if (look.isOut) report('outside', target);
    else if (look.covered !== null) report('covered', target, target.matches('svg *') ? '' : `by ${look.covered}`);
    else if (look.share < 0.95) report('cut', target);
    if (!look.isOut && look.covered === null && !isInText(target)) {
      const box = boxOf(target);
      if (target.matches('.finished svg *')) continue;
      // A finger sees a preview of a cell before it plays there.
      const isSmall = target.matches('svg *') ? Math.min(box.width, box.height) < 23.5 : !isLarge(target);
      if (isSmall)
        report(
          `under ${target.matches('svg *') ? 24 : least} px`,
          target,
          '',
          `${Math.round(box.width)}x${Math.round(box.height)}`,
        );
    }
  }
  for (const { element, left, top } of scrolled) element.scrollTo({ left, top, behavior: 'instant' });

  // What is only read lets presses through, so it is compared as a box.
  const notes = document.querySelector('.game-table > .board > .notes');
  for (const buttons of document.querySelectorAll('.board > .hand > :is(.tray, .acts)')) {
    if (notes === null) continue;
    const both = common(notes.getBoundingClientRect(), buttons.getBoundingClientRect());
    if (both.right > both.left && both.bottom - both.top > 1) report('text over buttons', buttons);
  }

  const walker = document.createTreeWalker(scope as Node, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      parent === null ||
      (node.textContent ?? '').trim() === '' ||
      parent.closest('svg, option, script, style, noscript') !== null
    )
      continue;
    if (!isRead(parent)) continue;
    range.selectNodeContents(node);
    const clip = clipOf(parent, true);
    const own = styleOf(parent);
    const box = own.display === 'inline' ? null : parent.getBoundingClientRect();
    const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const inner: Box = {
      left: box !== null && hides(own.overflowX) ? Math.max(clip.left, box.left) : clip.left,
      right: box !== null && hides(own.overflowX) ? Math.min(clip.right, box.right) : clip.right,
      top: box !== null && hides(own.overflowY) ? Math.max(clip.top, box.top) : clip.top,
      bottom: box !== null && hides(own.overflowY) ? Math.min(clip.bottom, box.bottom) : clip.bottom,
    };
    const control = parent.closest('a.button, button, summary, .plate, .card')?.getBoundingClientRect();
    const rects = [...range.getClientRects()].filter((rect) => rect.width >= 0.5);
    // What has no room is left out as a whole.
    if (!rects.some((rect) => areaOf(common(rect, inner)) > 0.1 * areaOf(rect))) continue;
    // A fraction of a pixel is enough for an ellipsis, and does not count as scrolling.
    const isShort = box !== null && rects.some((rect) => rect.width > box.width + 0.01);
    if (own.textOverflow === 'ellipsis' && isShort) report('text cut', parent);
    for (const rect of rects) {
      const slack = 0.22 * rect.height;
      if (
        rect.left < inner.left - 1 ||
        rect.right > inner.right + 1 ||
        rect.top < inner.top - slack ||
        rect.bottom > inner.bottom + slack
      ) {
        report('text cut', parent);
        break;
      }
      if (
        control !== undefined &&
        (rect.left < control.left - 1 ||
          rect.right > control.right + 1 ||
          rect.top < control.top - slack ||
          rect.bottom > control.bottom + slack)
      ) {
        report('text outside its control', parent);
        break;
      }
    }
  }
  if (root.scrollWidth > width + 0.5) {
    const isHeld = (element: Element): boolean => {
      for (
        let parent = element.parentElement;
        parent !== null && parent !== document.body;
        parent = parent.parentElement
      )
        if (styleOf(parent).overflowX !== 'visible' && styleOf(parent).display !== 'contents') return true;
      return false;
    };
    const widest = [...document.body.querySelectorAll('*')].find(
      (element) => element.getBoundingClientRect().right > width + 1 && !isHeld(element),
    );
    report('scrolls sideways', widest ?? document.body);
  }
  return [...found.values()];
}
