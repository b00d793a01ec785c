/** A foreman enters what was done by days: types, pastes a block with a cell that is refused, fills, empties, takes it back. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { gridOf } from './grid.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

const FOREMAN = { login: 'foreman', password: 'forty two steady foremen' };
let page: Page;
let member: Caller;
let place = { spaceId: 0, versionId: 0, items: [] as number[] };

beforeAll(async () => {
  const demo = await signIn(product.url);
  const made = await makeVersion(demo, 3);
  ({ member } = made);
  place = { spaceId: made.spaceId, versionId: made.versionId, items: made.itemIds };
  const about = { first_name: 'Ivan', last_name: 'Petrov', email: 'ivan@example.org', secret_question: 'First crane?', answer: 'yellow' };
  const { user_id: id } = await demo.call(api.users.register, { body: { ...FOREMAN, ...about } });
  const { roles } = await member.call(api.roles.list);
  const role_id = roles.find(({ code }) => code === 'executor')?.id as number;
  await member.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login: FOREMAN.login, role_id } });
  const [first, second] = place.items;
  const params = { id: place.versionId };
  await member.call(api.wbs.updateMany, { params, body: { items: [first, second].map((item) => ({ id: item, executor_id: id })) } });
  await member.call(api.timetable.saveSettings, { params, body: { data_date: '2025-03-10T00:00' } });
  page = (await newPerson(browser, product.url)).page;
  await signInOnPage(page, FOREMAN);
  await page.goto(`/${place.spaceId}/schedule/${place.versionId}`);
  await page.getByRole('button', { name: 'Cells by days' }).click();
  await page.getByText('Fact', { exact: true }).click();
});

const facts = async () => {
  const query = { from: '2025-03-03', to: '2025-03-06' };
  const { rows } = await member.call(api.dayValues.grid, { params: { id: place.versionId }, query });
  return rows.map(({ fact }) => fact);
};
const NONE = [null, null, null, null];
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const paste = (text: string) =>
  gridOf(page).evaluate((grid, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('facts are typed, filled and emptied by keys alone', async () => {
  await gridOf(page).focus();
  // Past the name and the four totals stands Monday 3 March, a week before the data date.
  await press('Home', ...Array.from({ length: 5 }, () => 'ArrowRight'));
  await page.keyboard.type('5');
  await press('Enter');
  await expect.poll(facts).toEqual([[5, null, null, null], NONE, NONE]);
  await press('ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Control+r');
  await expect.poll(facts).toEqual([[5, 5, 5, null], NONE, NONE]);
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'sum' }).textContent()).toContain('15');
  await press('Delete');
  await expect.poll(facts).toEqual([NONE, NONE, NONE]);
});

test('a negative number is typed from its sign on, and refused in its cell with the reason', async () => {
  await press('Escape');
  await page.keyboard.type('-4');
  await press('Enter');
  await expect.poll(() => page.locator('.gantt-refusal').textContent()).toBe('A plan or a report is not below zero');
  await expect.poll(facts).toEqual([NONE, NONE, NONE]);
  await press('ArrowUp');
});

test('a pasted block stands but for the cells that are refused, which say why, and one key takes it back', async () => {
  await press('Escape');
  await paste('7\t8\n1\t-4\n2\t3');
  await expect.poll(facts).toEqual([[7, 8, null, null], [1, null, null, null], NONE]);
  await expect.poll(() => page.locator('.gantt-refused-cell').count()).toBeGreaterThanOrEqual(2);
  await expect.poll(() => page.locator('.gantt-refusal').textContent()).toContain('You do not report on “Row 2”');
  const invalid = gridOf(page).locator('[role=gridcell][aria-invalid=true]');
  await expect.poll(() => invalid.first().getAttribute('aria-description')).toBe('A plan or a report is not below zero');
  await press('Control+z');
  await expect.poll(facts).toEqual([NONE, NONE, NONE]);
});
