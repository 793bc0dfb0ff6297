import { expect, type Page, test } from '@playwright/test';
import { chooseOpponent, listen, movesMade, open } from './helpers.ts';
import { masker, nasca } from './movers.ts';

/** Logs what live regions would announce: all of a status, of others what is added. */
const logRegions = (page: Page): Promise<void> =>
  page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]';
    const textOf = (node: Node): string => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    new MutationObserver((records) => {
      const texts = new Set<string>();
      for (const { target, addedNodes, type } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(regions);
        if (region == null) continue;
        const isWhole = region.getAttribute('role') === 'status' || type === 'characterData';
        for (const node of isWhole ? [region] : addedNodes) texts.add(textOf(node));
      }
      said.push(...[...texts].filter((text) => text !== ''));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
