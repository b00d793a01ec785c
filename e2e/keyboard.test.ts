/** Without a mouse: open, find a task, change its duration, link it, calculate, take back. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { calculateByF9, type Caller, signIn } from './caller.ts';
import { expectCell, focusedCell, gridOf, walkTo } from './grid.ts';
import { browser, product } from './opened.ts';
import { DEMO } from './product.ts';

let caller: Caller;
let versionId = 0;

beforeAll(async () => {
  const demo = await signIn(product.url);
  caller = demo.inSpace((await demo.call(api.users.spaces)).spaces[0].id);
  await calculateByF9(caller);
  versionId = (await caller.call(api.eps.tree)).versions[0].id;
});

test('a plan is changed by keyboard alone', async () => {
  const { page, complaints } = await newPerson(browser, product.url);
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => document.documentElement.setAttribute('data-mouse-used', ''), true);
  });
  const { keyboard } = page;
  await page.goto('/');
  await focusOn(page, 'Login or email');
  await keyboard.type(DEMO.login);
  await keyboard.press('Tab');
  await keyboard.type(DEMO.password);
  await keyboard.press('Enter');
  await page.waitForURL('**/auth/select-space');
  await focusOn(page, /Demo.*member/);
  await keyboard.press('Enter');
  await page.getByRole('treegrid', { name: 'Structure' }).waitFor();

  // Search leads to the version; the skip link passes over the frame, Tab through the tools to the grid.
  await keyboard.press('Control+K');
  await page.getByRole('combobox').waitFor();
  await keyboard.type('working');
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('working');
  await page.getByRole('option', { name: /Working version/ }).waitFor();
  await keyboard.press('Enter');
  await gridOf(page).waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  for (let stop = 0; !(await gridOf(page).evaluate((grid) => grid === document.activeElement)); stop += 1) {
    if (stop > 5) throw new Error('Tab does not reach the grid');
    if (await page.evaluate(() => document.activeElement?.getAttribute('href') === '#place')) await keyboard.press('Enter');
    await keyboard.press('Tab');
  }

  await walkTo(page, 'Detailed design', 'Days');
  await keyboard.type('42');
  await keyboard.press('Enter');
  await expectCell(page, 'Detailed design', 'Days', '42');
  const items = async () => (await caller.call(api.wbs.list, { params: { id: versionId } })).items;
  const relations = async () => (await caller.call(api.relations.list, { params: { id: versionId } })).relations;
  const idOf = async (name: string) => (await items()).find((item) => item.name === name)?.id;
  await expect.poll(async () => (await items()).find(({ name }) => name === 'Detailed design')?.duration_minutes).toBe(42 * 480);

  await walkTo(page, 'Façade panels: order and delivery');
  await keyboard.press('Shift+ArrowDown');
  const before = (await relations()).length;
  await keyboard.press('Control+F2');
  await expect.poll(async () => (await relations()).length).toBe(before + 1);
  expect(await relations()).toContainEqual(
    expect.objectContaining({
      predecessor_id: await idOf('Façade panels: order and delivery'),
      successor_id: await idOf('Lifts: order and delivery'),
      type: 'fs',
    }),
  );

  const finish = async () => (await caller.call(api.timetable.state, { params: { id: versionId } })).finish;
  const planned = await finish();
  await keyboard.press('F9');
  await expect.poll(finish).not.toBe(planned);
  await page.getByRole('button', { name: 'Calculated', exact: true }).waitFor();

  // The link is the last but one thing done: the calculation is taken back first where it counts as a step.
  expect(await gridOf(page).evaluate((grid) => grid === document.activeElement), 'the grid kept the focus').toBe(true);
  for (let step = 0; (await relations()).length > before && step < 3; step += 1) {
    await keyboard.press('Control+Z');
    await page
      .getByText(/^Undone:/)
      .first()
      .waitFor();
    await page.waitForTimeout(300);
  }
  expect((await relations()).length).toBe(before);
  expect((await focusedCell(page))?.name).toBe('Lifts: order and delivery');
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-mouse-used'))).toBe(false);
  expect(complaints).toEqual([]);
});

/** Presses Tab until the element with the focus has this name. */
async function focusOn(page: Page, name: string | RegExp): Promise<void> {
  for (let stop = 0; stop < 20; stop += 1) {
    const label = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((each) => each.textContent).join(' ') : '';
      return element?.getAttribute('aria-label') ?? (labels || (element?.textContent ?? ''));
    });
    if (label !== '' && label.length < 200 && (typeof name === 'string' ? label === name : name.test(label))) return;
    await page.waitForTimeout(50);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}
