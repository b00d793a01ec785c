/** What a person has set, and the date of the data, say how a plan is shown. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { expectCell, findBar, gridOf, typeInto } from './grid.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

let caller: Caller;
let page: Page;
let place: Awaited<ReturnType<typeof makeVersion>>;

const params = () => ({ id: place.versionId });
const stored = async (name: string, fields: Record<string, unknown>): Promise<void> => {
  const itemNamed = async () => (await caller.call(api.wbs.list, { params: params() })).items.find((item) => item.name === name);
  await expect.poll(itemNamed).toMatchObject(fields);
};
const open = async (): Promise<void> => {
  await page.goto(`/${place.spaceId}/schedule/${place.versionId}`);
  await gridOf(page).getByRole('row').nth(1).waitFor({ state: 'attached' });
};

beforeAll(async () => {
  place = await makeVersion(await signIn(product.url), 8);
  caller = place.member;
  const tasks = place.itemIds.map((id) => ({ id, duration_minutes: 5 * 480 }));
  await caller.call(api.wbs.updateMany, { params: params(), body: { items: tasks } });
  await caller.call(api.timetable.calculateNow, { params: params(), body: { data_date: '2026-03-02T08:00' } });
  ({ page } = await newPerson(browser, product.url));
  await signInOnPage(page);
  await open();
});

test('numbers are shown and read with the marks that a person has chosen', async () => {
  const choose = async (decimals: string, thousands: string): Promise<void> => {
    await page.goto(`/${place.spaceId}/profile`);
    await page.getByRole('tab', { name: 'Language and theme' }).click();
    for (const [field, option] of [
      ['Decimal mark', decimals],
      ['Separator of thousands', thousands],
    ]) {
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    await open();
  };
  await choose('Comma', 'Point');
  await typeInto(page, 'Row 7', 'Days', '1.424,5');
  await stored('Row 7', { duration_minutes: 1424.5 * 480 });
  await expectCell(page, 'Row 7', 'Days', '1.424,50');
  await choose('As the language has it', 'Apostrophe');
  await expectCell(page, 'Row 7', 'Days', '1’424.50');
  await choose('As the language has it', 'Space');
  await typeInto(page, 'Row 7', 'Days', '5');
  await stored('Row 7', { duration_minutes: 2400 });
});

test('a chart opens at the data date, however long ago its first row was', async () => {
  const data = { params: params(), body: { items: [{ id: place.itemIds[7], actual_start: '2025-01-06T09:00' }] } };
  await caller.call(api.wbs.updateMany, data);
  await open();
  await expectCell(page, 'Row 7', 'Start', '06.01.2025');
  const { start } = await findBar(page, 'Row 0');
  const chart = await page.locator('.gantt-sticky').boundingBox();
  expect(start).toBeLessThan((chart?.x ?? 0) + (chart?.width ?? 0) - 40);
  await caller.call(api.edits.undo, { params: params(), body: {} });
  // The calculation that follows the page's last edit may come only now; the call of a program is followed by none.
  await caller.call(api.timetable.calculateNow, { params: params(), body: {} });
  await expectCell(page, 'Row 7', 'Start', '02.03.2026');
});
