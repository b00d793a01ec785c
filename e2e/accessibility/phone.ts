/** How a page stands on a phone. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoBarriers } from './barriers.ts';

const PHONE = { width: 390, height: 844 };

/** Nothing scrolls sideways, links of the region are whole in sight, and nothing hinders as on a wide page; the window is then as before. */
export async function expectFitsPhone(page: Page, region: string): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  for (const link of await page.getByRole('region', { name: region }).getByRole('link').all()) {
    const box = await link.boundingBox();
    const name = await link.textContent();
    expect({ name, left: (box?.x ?? -1) >= 0, right: (box?.x ?? 0) + (box?.width ?? 0) <= PHONE.width }).toEqual({
      name,
      left: true,
      right: true,
    });
  }
  await expectNoBarriers(page);
  if (wide) await page.setViewportSize(wide);
}

/** Expects that of a dashboard's tiles of few lines no line is cut, at the narrowest size either. */
export async function expectWholeTiles(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 768 });
  const whole = page.locator('[data-whole]');
  expect(await whole.count()).toBeGreaterThan(5);
  await expect.poll(() => whole.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length)).toBe(0);
  if (size) await page.setViewportSize(size);
}
