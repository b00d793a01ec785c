/** Menus of a button, of a row and of a column: without barriers while they are open, by keys and by pointer. */

import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson } from './browser.ts';
import { makeVersion, signIn } from './caller.ts';
import { gridOf, walkTo } from './grid.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

let page: Page;

const menu = (): Locator => page.getByRole('menu');
const entry = (name: string | RegExp): Locator => page.getByRole('menuitem', { name });
const column = (title: string): Locator => page.locator('.gantt-title', { hasText: new RegExp(`^${title}$`) }).first();
const expectFocus = async (on: Locator): Promise<void> =>
  await expect.poll(() => on.evaluateAll(([one]) => one !== undefined && one === document.activeElement)).toBe(true);
const closed = async (): Promise<void> => {
  await page.keyboard.press('Escape');
  await menu().waitFor({ state: 'detached' });
};

beforeAll(async () => {
  const place = await makeVersion(await signIn(product.url), 4);
  ({ page } = await newPerson(browser, product.url));
  await signInOnPage(page);
  await page.goto(`/${place.spaceId}/schedule/${place.versionId}`);
  await gridOf(page).getByRole('row').nth(1).waitFor({ state: 'attached' });
});

test('the menu of a button opened by a key is at its first entry; letters lead to an entry, Escape back to the button', async () => {
  const button = page.getByLabel('Version', { exact: true });
  for (const key of ['Enter', 'Space']) {
    await button.press(key);
    await expectFocus(entry('Compare with other versions'));
    await expectNoBarriers(page);
    await page.keyboard.press('p');
    await expectFocus(entry(/^Print/));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expectFocus(menu().getByRole('menuitem').nth(1));
    await closed();
    await expectFocus(button);
  }
});

test('the menu of a button opened by the pointer stands at no entry; an arrow leads to the first one, Escape back to the button', async () => {
  const button = page.getByLabel('Version', { exact: true });
  await button.click();
  await expectFocus(menu());
  await expectNoBarriers(page);
  await page.keyboard.press('p');
  await expectFocus(entry(/^Print/));
  await closed();
  await expectFocus(button);
  await button.click();
  await expectFocus(menu());
  await page.keyboard.press('ArrowDown');
  await expectFocus(entry('Compare with other versions'));
  await closed();
  await expectFocus(button);
});

test('the menu of a row holds entries alone, its tints too; Escape leads back to the grid', async () => {
  await walkTo(page, 'Row 2');
  await page.keyboard.press('Shift+F10');
  await expectFocus(menu().getByRole('menuitem').first());
  await expectNoBarriers(page);
  await page.keyboard.press('ArrowUp');
  await expectFocus(menu().getByRole('group', { name: 'Colour' }).getByRole('menuitem').last());
  await closed();
  await expectFocus(gridOf(page));
  const at = await column('Name').boundingBox();
  await page.mouse.click((at?.x ?? 0) + 20, (at?.y ?? 0) + (at?.height ?? 0) + 14, { button: 'right' });
  await expectFocus(menu());
  await expectNoBarriers(page);
  await closed();
  await expectFocus(gridOf(page));
});

test('the menu of a column stands at no entry; Escape leads back to the grid', async () => {
  await column('Days').click({ button: 'right' });
  await expectFocus(menu());
  await expectNoBarriers(page);
  await page.keyboard.press('ArrowDown');
  await expectFocus(entry('Sort ascending'));
  await closed();
  await expectFocus(gridOf(page));
});
