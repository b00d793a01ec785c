/** What axe finds on a page. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until no menu is on its way: one that was closed is gone; one that is open has faded in and has the focus. */
async function menusSettled(page: Page): Promise<void> {
  const underWay = (menus: Element[]): number =>
    menus.filter(
      (menu) =>
        !document.querySelector(`[aria-expanded=true][aria-controls="${menu.id}"]`) ||
        getComputedStyle(menu).opacity !== '1' ||
        !menu.contains(document.activeElement),
    ).length;
  await expect.poll(() => page.locator('[role=menu]').evaluateAll(underWay)).toBe(0);
}

/**
 * Nothing that axe calls serious or critical, in an open menu either, once what fades in is there. Nothing fades while axe reads: a toast
 * whose time ends is either there or gone.
 */
export async function expectNoBarriers(page: Page): Promise<void> {
  await menusSettled(page);
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    Object.assign(globalThis, { before: document.adoptedStyleSheets });
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    );
  });
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe: reader, before } = globalThis as unknown as { axe: typeof axe; before: CSSStyleSheet[] };
    const { violations } = await reader.run(document, { resultTypes: ['violations'] });
    document.adoptedStyleSheets = before;
    return (
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        // The chart scrolls by the keys of its tree grid, the only focusable element in it.
        .filter(
          ({ id, nodes }) => !(id === 'scrollable-region-focusable' && nodes.every(({ target }) => target.join('') === '.gantt-scroller')),
        )
        .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
    );
  });
  expect(found, page.url()).toEqual([]);
}
