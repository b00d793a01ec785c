/** A planner's hands on a plan: nothing that was typed is lost or cut, what an edit brings along is said, views are one click away. */

import { api } from '@gantry/contract';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newAccount, PASSWORD } from './accounts.ts';
import { newPerson, type Person } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { expectCell, findBar, focusedCell, gridOf, hold, painted, readRows, typeInto, walkTo } from './grid.ts';
import { browser, product } from './opened.ts';
import { signInOnPage, structureRow } from './visit.ts';

let caller: Caller;
let person: Person;
let page: Page;
let place: Awaited<ReturnType<typeof makeVersion>>;

const params = () => ({ id: place.versionId });
const items = async () => (await caller.call(api.wbs.list, { params: params() })).items;
const itemNamed = async (name: string) => (await items()).find((item) => item.name === name);
const stored = async (name: string, fields: Record<string, unknown>) => await expect.poll(() => itemNamed(name)).toMatchObject(fields);
const tool = (name: string | RegExp): Locator => page.getByRole('toolbar', { name: 'Schedule tools' }).getByRole('button', { name });
const toast = (text: string | RegExp): Locator => page.getByText(text).last();
const rowCount = async (): Promise<number> => Number(await gridOf(page).getAttribute('aria-rowcount')) - 1;
const shownNames = async (): Promise<string[]> => (await readRows(page)).map(({ cells }) => cells['Name']);
const open = async (versionId = place.versionId): Promise<void> => {
  await page.goto(`/${place.spaceId}/schedule/${versionId}`);
  await gridOf(page).getByRole('row').nth(1).waitFor({ state: 'attached' });
};
const menu = async (name: string): Promise<Locator> => {
  await walkTo(page, name);
  await page.keyboard.press('Shift+F10');
  return page.getByRole('menu');
};

beforeAll(async () => {
  place = await makeVersion(await signIn(product.url), 8);
  caller = place.member;
  await caller.call(api.versions.rename, { params: params(), body: { name: 'Plan' } });
  const tasks = place.itemIds.map((id, at) => ({ id, code: `A${1000 + at * 10}`, duration_minutes: 5 * 480 }));
  await caller.call(api.wbs.updateMany, { params: params(), body: { items: tasks } });
  for (const [at, id] of place.itemIds.slice(0, 3).entries())
    await caller.call(api.relations.create, {
      params: params(),
      body: { predecessor_id: id, successor_id: place.itemIds[at + 1], type: 'fs', lag_minutes: 0, lag_calendar: null },
    });
  await caller.call(api.timetable.calculateNow, { params: params(), body: { data_date: '2026-03-02T08:00' } });
  person = await newPerson(browser, product.url);
  ({ page } = person);
  await signInOnPage(page);
  await open();
});

describe('what is typed', () => {
  test('while the network is away waits, is sent in its order, and what is refused keeps its text and says why', async () => {
    await person.context.setOffline(true);
    await typeInto(page, 'Row 6', 'Predecessors', 'A1070');
    await typeInto(page, 'Row 5', 'Name', 'First');
    await typeInto(page, 'First', 'Name', 'Second');
    await page.getByText('3 edits waiting').waitFor();
    // Meanwhile a script lets the other row wait for this one: what was typed would now close a cycle.
    const [, , , , , , row6, row7] = place.itemIds;
    const relation = { predecessor_id: row6, successor_id: row7, type: 'fs' as const, lag_minutes: 0, lag_calendar: null };
    const { id: relationId } = await caller.call(api.relations.create, { params: params(), body: relation });
    await person.context.setOffline(false);
    await page.getByText(/edits? waiting/).waitFor({ state: 'hidden' });
    await stored('Second', { code: 'A1050' });
    await walkTo(page, 'Row 6', 'Predecessors');
    await page.keyboard.press('F2');
    await expect.poll(() => page.getByRole('textbox', { name: 'Predecessors' }).inputValue()).toBe('A1070');
    await page.locator('.gantt-refusal', { hasText: 'close a cycle' }).waitFor();
    await page.keyboard.press('Escape');
    await caller.call(api.relations.remove, { params: { ...params(), relationId } });
    await typeInto(page, 'Second', 'Name', 'Row 5');
    await stored('Row 5', { code: 'A1050' });
  });

  test('with a comma or a point is the same number; a number that a column grows by is never cut', async () => {
    for (const [typed, days] of [
      ['1,5', 1.5],
      ['2.25', 2.25],
    ] as const) {
      await typeInto(page, 'Row 7', 'Days', typed);
      await expectCell(page, 'Row 7', 'Days', days.toFixed(2));
      await stored('Row 7', { duration_minutes: days * 480 });
    }
    await typeInto(page, 'Row 7', 'Days', '5');
    await stored('Row 7', { duration_minutes: 2400 });
    const width = () =>
      page
        .locator('.gantt-title', { hasText: /^Days$/ })
        .first()
        .evaluate((title) => title.getBoundingClientRect().width);
    const usual = await width();
    await caller.call(api.wbs.updateMany, { params: params(), body: { items: [{ id: place.itemIds[7], duration_minutes: 683_722 }] } });
    await open();
    await expectCell(page, 'Row 7', 'Days', /1.424\.42/);
    await expect.poll(width).toBeGreaterThan(usual);
    await caller.call(api.edits.undo, { params: params(), body: {} });
    await expectCell(page, 'Row 7', 'Days', '5');
  });
});

describe('what an edit brings along', () => {
  test('a new row has the next code; a code that stands twice is counted, and its rows are shown by one click', async () => {
    await walkTo(page, 'Row 7');
    await page.keyboard.press('Insert');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Inserted');
    await page.keyboard.press('Enter');
    await stored('Inserted', { code: 'A1080' });
    await walkTo(page, 'Row 7');
    await page.keyboard.press('Control+C');
    await page.keyboard.press('Control+V');
    await expect.poll(async () => new Set((await items()).map(({ code }) => code)).size).toBe(10);
    await page.keyboard.press('Control+Z');
    await expect.poll(rowCount).toBe(9);
    await typeInto(page, 'Inserted', 'Code', 'A1070');
    await page.getByRole('button', { name: '2 with a doubled code' }).click();
    await expect.poll(shownNames).toEqual(['Row 7', 'Inserted']);
    await page.getByRole('button', { name: /^\d+ rows$/ }).click();
    await walkTo(page, 'Inserted');
    await page.keyboard.press('Delete');
    await expect.poll(rowCount).toBe(8);
  });

  test('a date is picked from the calendar of its cell, by the mouse and by keys', async () => {
    await walkTo(page, 'Row 6', 'Start');
    await page.keyboard.press('F2');
    await page.getByRole('button', { name: 'Calendar', exact: true }).click();
    const calendar = page.getByRole('dialog', { name: 'Calendar', exact: true });
    await calendar.getByRole('button', { name: '16 March 2026' }).click();
    await stored('Row 6', { start_limit_type: 'not_earlier', start_limit_date: expect.stringMatching(/^2026-03-16/) });
    for (const key of ['F2', 'ArrowDown']) await page.keyboard.press(key);
    await calendar.locator(':focus').waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await stored('Row 6', { start_limit_date: expect.stringMatching(/^2026-03-23/) });
    for (let step = 0; step < 2; step += 1) await caller.call(api.edits.undo, { params: params(), body: {} });
  });

  test('a typed start is a limit: it is said, stands in the Node tab, is named by Why, and goes from there', async () => {
    await typeInto(page, 'Row 4', 'Start', '16.03.2026');
    await toast('“A1040 Row 4” now has a limit: start not earlier than 16.03.2026').waitFor();
    await stored('Row 4', { start_limit_type: 'not_earlier', start_limit_date: expect.stringMatching(/^2026-03-16/) });
    await walkTo(page, 'Row 4');
    const panel = page.getByRole('complementary', { name: 'Information' });
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await expect.poll(() => panel.getByRole('combobox', { name: 'Start limit', exact: true }).inputValue()).toBe('Not earlier than');
    const date = panel.getByRole('textbox', { name: 'Start limit date' });
    await date.fill('18.03.2026 08:00');
    await date.press('Enter');
    await stored('Row 4', { start_limit_date: expect.stringMatching(/^2026-03-18/) });
    await expectCell(page, 'Row 4', 'Start', '18.03.2026');
    await (await menu('Row 4')).getByRole('menuitem', { name: 'Why this date?' }).click();
    const why = page.getByRole('dialog', { name: 'Why this date?' });
    await why.getByText('start not earlier than 18.03.2026').waitFor();
    await why.getByRole('button', { name: 'Clear the limit' }).click();
    await stored('Row 4', { start_limit_type: null, start_limit_date: null });
    await page.keyboard.press('Escape');
    await expectCell(page, 'Row 4', 'Start', '02.03.2026');
  });

  test('a held bar snaps to days with its tip in days, to minutes with Alt, and the grid tells what would follow; dropped, it does', async () => {
    await page.getByRole('button', { name: 'Fold the panel' }).click();
    await page.locator('input[value=week] + label').click();
    const bar = await findBar(page, 'Row 0');
    const day = ((await findBar(page, 'Row 1')).start - bar.start) / 7;
    const middle = (bar.start + bar.finish) / 2;
    await hold(page, { x: middle, y: bar.y }, { x: middle + day * 7 + 2, y: bar.y });
    await page.getByText('09.03.2026').last().waitFor();
    await page.locator('.gantt-tip', { hasText: '+7 d' }).waitFor();
    await expectCell(page, 'Row 3', 'Start', '30.03.2026');
    await page.keyboard.down('Alt');
    await page.mouse.move(middle + day * 7 + 3, bar.y);
    await page.locator('.gantt-tip', { hasText: /min|h/ }).waitFor();
    await page.keyboard.up('Alt');
    await page.mouse.move(middle + day * 7 + 2, bar.y);
    await page.locator('.gantt-tip', { hasText: '+7 d' }).waitFor();
    await page.mouse.up();
    await stored('Row 0', { start_limit_type: 'not_earlier' });
    await expect.poll(async () => (await itemNamed('Row 3'))?.early_start).toMatch(/^2026-03-30/);
    await tool('Undo').click();
    await expectCell(page, 'Row 3', 'Start', '23.03.2026');
  });
});

describe('a view', () => {
  test('is one click away, and a number of the status line shows what it counts', async () => {
    const critical = (await items()).filter((item) => item.critical).map(({ name }) => name);
    expect(critical.length).toBeGreaterThan(0);
    expect(critical.length).toBeLessThan(8);
    await page.getByRole('button', { name: `${critical.length} critical` }).click();
    await expect.poll(shownNames).toEqual(critical);
    await page.getByRole('button', { name: '8 rows' }).click();
    await expect.poll(rowCount).toBe(8);
    await tool(/^Filter/).click();
    const views = page.getByRole('group', { name: 'Views' });
    for (const [name, rows] of [
      ['Critical', critical],
      ['No predecessor', ['Row 0', 'Row 4', 'Row 5', 'Row 6', 'Row 7']],
      ['Look-ahead, 3 wk', ['Row 0', 'Row 1', 'Row 2', 'Row 4', 'Row 5', 'Row 6', 'Row 7']],
    ] as const) {
      await views.getByRole('button', { name, exact: true }).click();
      await expect.poll(shownNames).toEqual(rows);
    }
    await views.getByRole('button', { name: 'Look-ahead, 3 wk' }).click();
    await expect.poll(rowCount).toBe(8);
    await page.keyboard.press('Escape');
  });

  test('saved as a layout brings columns, filter and scale back together; scale and widths are the schedule’s own', async () => {
    await page.locator('input[value=month] + label').click();
    await page.getByRole('button', { name: /\d critical$/ }).click();
    await expect.poll(rowCount).toBeLessThan(8);
    await tool(/^Columns and layouts/).click();
    const panel = page.getByRole('dialog', { name: 'Columns and layouts' });
    await panel.getByRole('checkbox', { name: 'Late start', exact: true }).check();
    await panel.getByRole('button', { name: 'Save as…' }).click();
    await page.keyboard.type('Critical by months');
    await page.keyboard.press('Enter');
    const chosen = panel.getByRole('combobox', { name: 'Saved settings' });
    await expect.poll(() => chosen.inputValue()).toBe('Critical by months');
    await panel.getByRole('button', { name: 'The usual columns' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^\d+ rows$/ }).click();
    await expect.poll(rowCount).toBe(8);
    await page.locator('input[value=day] + label').click();
    await tool(/^Columns and layouts/).click();
    await chosen.click();
    await page.getByRole('option', { name: 'Critical by months' }).click();
    await expect.poll(rowCount).toBeLessThan(8);
    await expect.poll(() => page.locator('input[value=month]').isChecked()).toBe(true);
    await expect.poll(() => gridOf(page).getByRole('columnheader').allTextContents()).toContain('Late start');
    await panel.getByRole('button', { name: 'The usual columns' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^\d+ rows$/ }).click();
  });
});

describe('the calculation', () => {
  test('is said in words; its menu sets the data date and leads from a remark to its row', async () => {
    await page.getByRole('button', { name: 'Data date, options and log' }).click();
    const panel = page.getByRole('dialog', { name: 'Data date, options and log' });
    const kind = panel.getByRole('button', { name: /^No predecessor\s*5$/ });
    await kind.waitFor();
    await panel.getByRole('button', { name: 'A1060 Row 6', exact: true }).first().click();
    await expect.poll(async () => (await focusedCell(page))?.name).toBe('Row 6');
    const date = panel.getByRole('textbox', { name: 'Data date' });
    await date.fill('16.03.2026 08:00');
    await date.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByText('Data date 16.03.2026').waitFor();
    await page.keyboard.press('F9');
    await toast(/Calculated:.*finish .*\+14 d.*critical/).waitFor();
    await expectCell(page, 'Row 0', 'Start', '16.03.2026');
    await caller.call(api.timetable.calculateNow, { params: params(), body: { data_date: '2026-03-02T08:00' } });
    await expectCell(page, 'Row 0', 'Start', '02.03.2026');
  });

  test('compared with the target: it is chosen already, changes of people stand apart, in days', async () => {
    const { schedule_id: scheduleId } = await caller.call(api.versions.get, { params: params() });
    const copy = await caller.call(api.versions.copyTo, { params: { ...params(), scheduleId }, body: { name: 'Baseline' } });
    const other = await caller.call(api.versions.copyTo, { params: { ...params(), scheduleId }, body: { name: 'Other' } });
    await caller.call(api.versions.setTarget, { params: { id: copy.id as number }, body: {} });
    expect((await caller.call(api.versions.get, { params: { id: copy.id as number } })).locked).toBe(true);
    await typeInto(page, 'Row 0', 'Days', '8');
    await expect.poll(async () => (await itemNamed('Row 3'))?.early_start).toMatch(/^2026-03-26/);
    await page.getByRole('button', { name: 'Version', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Compare with other versions' }).click();
    await page.waitForURL('**/compare/**');
    await page.getByText('Baseline').first().waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Row 0' }).filter({ hasText: 'Duration' }).first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/5.*8.*3/);
    expect(await page.getByRole('row').filter({ hasText: 'Row 3' }).count(), 'what follows stands apart').toBe(0);
    await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Consequences').click();
    await page.getByRole('row').filter({ hasText: 'Row 3' }).first().waitFor();
    await caller.call(api.versions.remove, { params: { id: other.id as number } });
    await open();
    await tool('Undo').click();
    await expectCell(page, 'Row 0', 'Days', '5');
  });
});

describe('the way to things', () => {
  test('Ctrl+K finds rows, commands and the grid of the project, which names the version of each schedule', async () => {
    const find = async (text: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('Control+K');
      const box = await page.getByRole('combobox').boundingBox();
      await page.keyboard.type(text);
      const found = page.getByRole('option', { name: option }).first();
      await found.waitFor();
      expect(await page.getByRole('combobox').boundingBox(), 'a list of another length moves nothing').toEqual(box);
      await found.click();
    };
    await find('A1060', /Row 6/);
    await expect.poll(async () => (await focusedCell(page))?.name).toBe('Row 6');
    await find('change by', /Change by a rule/);
    await page.getByRole('dialog', { name: 'Change by a rule' }).press('Escape');
    await find('grid', /Grid schedule · Project/);
    await page.waitForURL('**/grid/*');
    await expect.poll(async () => (await shownNames())[0]).toMatch(/Schedule.*Plan/);
    await page.getByText(/^Data date:? 02\.03\.2026$/).waitFor();
    await open();
    await find('Version upload', /^Version upload/);
    await page.waitForURL(`**/${place.spaceId}`);
    const form = page.getByRole('dialog', { name: 'Version upload' });
    const large = { name: 'large.xer', mimeType: 'text/plain', buffer: Buffer.alloc(2.5 * 1024 * 1024) };
    await form.locator('input[type=file]').setInputFiles(large);
    await form.getByText('2.5 MB').waitFor();
    await page.goBack();
    await form.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(new RegExp(`/${place.spaceId}$`));
    await open();
  });

  test('a question mark and F1 show the keys; the panel opens on the tab used last, after a reload too', async () => {
    await open();
    for (const key of ['?', 'F1']) {
      // In the grid a question mark is what one types into a cell.
      await (key === '?' ? tool('History') : gridOf(page)).focus();
      await page.keyboard.press(key);
      const keys = page.getByRole('dialog', { name: 'Guide' });
      await keys.getByText('F9').first().waitFor();
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'hidden' });
      expect(await keys.count(), key).toBe(0);
    }
    await walkTo(page, 'Row 1');
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByRole('tab', { name: 'Relations' }).click();
    await page.getByRole('region', { name: 'Predecessors' }).getByRole('button', { name: 'Row 0' }).waitFor();
    await page.reload();
    await gridOf(page).getByRole('row').nth(1).waitFor({ state: 'attached' });
    await walkTo(page, 'Row 1');
    await page.getByRole('region', { name: 'Predecessors' }).getByRole('button', { name: 'Row 0' }).waitFor();
    await page.getByRole('button', { name: 'Fold the panel' }).click();
  });

  test('undo passes over what a colleague has changed since, when asked; the history says row, field and values', async () => {
    const vera = await newAccount(product.url, 'vera');
    await caller.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login: 'vera', role_id: 3 } });
    await open();
    await typeInto(page, 'Row 6', 'Days', '7');
    await stored('Row 6', { duration_minutes: 7 * 480 });
    await typeInto(page, 'Row 7', 'Days', '6');
    await stored('Row 7', { duration_minutes: 6 * 480 });
    const theirs = [{ id: place.itemIds[7], duration_minutes: 9 * 480 }];
    await vera.inSpace(place.spaceId).call(api.wbs.updateMany, { params: params(), body: { items: theirs } });
    await expectCell(page, 'Row 7', 'Days', '9');
    await tool('History').click();
    const line = page
      .getByRole('list', { name: 'History' })
      .getByText(/Row 7.*Days|Row 7.*Duration/)
      .first();
    await line.waitFor();
    expect(await line.textContent()).toMatch(/6.*9/);
    await page.keyboard.press('Escape');
    await gridOf(page).focus();
    await page.keyboard.press('Control+Z');
    await page.getByRole('button', { name: 'Skip and undo the one before' }).click();
    await expectCell(page, 'Row 6', 'Days', '5');
    await expectCell(page, 'Row 7', 'Days', '9');
    await toast(/Undone: .*Row 6/).waitFor();
  });

  test('who only reads sees that, and neither F9 nor an editor', async () => {
    await newAccount(product.url, 'rita');
    await caller.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login: 'rita', role_id: 6 } });
    const reader = await newPerson(browser, product.url);
    await signInOnPage(reader.page, { login: 'rita', password: PASSWORD });
    await reader.page.goto(`/${place.spaceId}/schedule/${place.versionId}`);
    await gridOf(reader.page).getByRole('row').nth(1).waitFor({ state: 'attached' });
    await reader.page.getByText('Read only').waitFor();
    expect(await reader.page.getByRole('button', { name: 'Calculate', exact: true }).count()).toBe(0);
    await walkTo(reader.page, 'Row 1', 'Days');
    await reader.page.keyboard.press('F2');
    await painted(reader.page);
    expect(await reader.page.getByRole('textbox', { name: 'Days' }).count()).toBe(0);
    await reader.context.close();
  });
});

test('a project goes with its locked versions only after a question that names them, and who stands in one is told', async () => {
  const { schedule_id: scheduleId } = await caller.call(api.versions.get, { params: params() });
  const { id } = await caller.call(api.versions.copyTo, { params: { ...params(), scheduleId }, body: { name: 'Signed plan' } });
  await caller.call(api.versions.setLocked, { params: { id: id as number }, body: { locked: true } });
  await open();
  const structure = await person.context.newPage();
  await structure.goto(`/${place.spaceId}`);
  await structureRow(structure, 'Project').getByText('Project', { exact: true }).first().click();
  await structure.keyboard.press('Delete');
  await structure.getByRole('dialog', { name: 'Delete “Project”?' }).getByRole('button', { name: 'Delete', exact: true }).click();
  const locked = structure.getByRole('dialog', { name: /locked version/ });
  await locked.getByText('Signed plan').waitFor();
  expect((await caller.call(api.versions.get, { params: params() })).id, 'nothing is gone yet').toBe(place.versionId);
  await locked.getByRole('button', { name: 'Delete the locked versions too' }).click();
  await page.getByText('The version that was open here has been deleted').first().waitFor();
  await structureRow(structure, 'Project').waitFor({ state: 'detached' });
});
