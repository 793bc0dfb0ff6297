import type { Page } from '@playwright/test';

/** Logs in `said` what live regions would announce: all of a status and of an atomic region, of others what is added or changed. What only disappears or is hidden from readers is not announced. What answers a typed command is in `answered`, too. */
export const logRegions = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const said: string[] = [];
    const answered: string[] = [];
    Object.assign(window, { said, answered });
    const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]';
    const textOf = (node: Node): string => {
      const heard = node.cloneNode(true);
      if (heard instanceof Element) for (const hidden of heard.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      const isHidden = heard instanceof Element && heard.matches('[aria-hidden=true]');
      return isHidden ? '' : (heard.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    };
    new MutationObserver((records) => {
      const texts = new Set<string>();
      for (const { target, addedNodes, type } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(regions);
        if (region === undefined || region === null) continue;
        const added = (type === 'characterData' ? [target] : [...addedNodes]).filter((node) => textOf(node) !== '');
        for (const node of added) {
          const text = textOf(region.matches('[role=status], [aria-atomic=true]') ? region : node);
          texts.add(text);
          if (region.matches('.answer')) answered.push(text);
        }
      }
      said.push(...texts);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

export const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said);

export const answered = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { answered: string[] }).answered);
