/** An indicator in use: a rule at a node, counted in the background, seen as column, filter, colour of bars, and summed up over the hierarchy. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson } from './browser.ts';
import { type Caller, signIn } from './caller.ts';
import { expectCell, findBar, type GridRow, gridOf, readRows, typeInto } from './grid.ts';
import { keyboardHands } from './hands.ts';
import { browser, product } from './opened.ts';
import { signInOnPage, structureRow } from './visit.ts';

let demo: Caller;
let page: Page;
let complaints: string[];
let version = 0;
/** Works of more than twenty days, by name. */
let long: string[] = [];

beforeAll(async () => {
  demo = (await signIn(product.url)).inSpace(1);
  version = (await demo.call(api.eps.tree)).versions[0].id;
  const { items } = await demo.call(api.wbs.list, { params: { id: version } });
  const rows = items as unknown as { name: string; type: string; duration_minutes: number }[];
  long = rows.filter(({ type, duration_minutes }) => type === 'task' && duration_minutes > 20 * 480).map(({ name }) => name);
  ({ page, complaints } = await newPerson(browser, product.url));
  await signInOnPage(page);
});
/** Works in sight, without the rows above them. */
const worksInSight = async (): Promise<string[]> =>
  (await readRows(page)).filter(({ expanded }) => expanded === null).map(({ cells }) => cells['Name']);

test('a rule is written at a node by keyboard, and counted in the background', async () => {
  await page.goto('/1/attributes');
  await page.getByRole('navigation').getByText('Riverside quarter', { exact: true }).first().click();
  await page.getByText('Indicators', { exact: true }).click();
  const { use, fill } = keyboardHands(page);
  await use(page.getByRole('button', { name: 'New indicator' }));
  const dialog = page.getByRole('dialog', { name: 'New indicator' });
  await fill(dialog.getByLabel('Name', { exact: true }), 'Long works');
  const formula = dialog.getByLabel('Formula', { exact: true });
  await fill(formula, 'duration +');
  await expect.poll(() => dialog.getByRole('status').textContent()).toBe('Something is missing at the end');
  await fill(formula, 'duration > 20');
  await expect.poll(() => dialog.getByRole('status').textContent()).toBe('The formula can be read');
  await fill(dialog.getByLabel('Text', { exact: true }), 'Split it');
  await expectNoBarriers(page);
  await use(dialog.getByRole('button', { name: 'Save' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('navigation').getByText('Working version', { exact: true }).click();
  const line = page.getByRole('row').filter({ hasText: 'Long works' });
  await use(page.getByRole('button', { name: 'Calculate in the background' }));
  await expect.poll(() => line.textContent()).toMatch(new RegExp(`Split it${long.length}\\d\\d\\.`));
});

test('its rows are shown alone, by their address too; a column and the colour of bars say the rule', async () => {
  expect(long.length).toBeGreaterThan(2);
  await page.getByRole('link', { name: 'Show the rows' }).click();
  await gridOf(page).waitFor();
  await expect.poll(worksInSight).toEqual(long);
  expect(page.url()).toMatch(/filter_indicator=\d+/);
  await page.reload();
  await gridOf(page).waitFor();
  await expect.poll(worksInSight).toEqual(long);
  await page.getByRole('button', { name: 'Columns and layouts' }).click();
  for (const column of ['Start', 'Finish', 'Done, %', 'Total float', 'Predecessors'])
    await page.getByRole('checkbox', { name: column, exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'Long works' }).check();
  await page.keyboard.press('Escape');
  await expectCell(page, long[0], 'Long works', 'Split it');
  // Bars of critical works keep their colour.
  const { cells } = (await readRows(page)).find(
    ({ expanded, description }) => expanded === null && !description.includes('critical'),
  ) as GridRow;
  const { start, y } = await findBar(page, cells['Name']);
  await page.mouse.move(0, 0);
  const bar = async (): Promise<string> =>
    (await page.screenshot({ clip: { x: start + 6, y: y - 3, width: 4, height: 4 } })).toString('base64');
  const uncoloured = await bar();
  await page.getByRole('button', { name: 'Columns and layouts' }).click();
  await page.getByRole('combobox', { name: 'Colour the bars by' }).click();
  await page.getByRole('option', { name: 'Long works' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(bar).not.toBe(uncoloured);
});

test('the filter and the column follow an edit, undone by undo', async () => {
  await typeInto(page, long[0], 'Days', '5');
  await expect.poll(worksInSight).toEqual(long.slice(1));
  await page.keyboard.press('Control+z');
  await expect.poll(worksInSight).toEqual(long);
  expect(complaints).toEqual([]);
});

test('the structure sums it up for the schedule, the project and the space, and says what is older than the plan', async () => {
  await page.goto('/1');
  const sums = page.getByRole('region', { name: 'Indicators' });
  for (const place of ['Construction schedule', 'Block A', 'Riverside quarter']) {
    await structureRow(page, place).first().click();
    const tab = page.getByRole('tab', { name: 'Node', exact: true });
    await tab
      .or(page.getByRole('button', { name: 'Open the panel' }))
      .first()
      .click();
    await tab.click();
    await sums.getByText('Long works').waitFor();
    await sums.getByText('1 of 1 schedules counted').waitFor();
    await sums.getByRole('img', { name: new RegExp(`^Split it: ${long.length} rows`) }).waitFor();
  }
  expect(complaints).toEqual([]);
});
