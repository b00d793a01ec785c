/** A calendar in use: shifts by the hour, holidays from a file, days off by dragging; what saving changes is seen first, dates move, and undo takes it back. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson } from './browser.ts';
import { calculateByF9, type Caller, signIn } from './caller.ts';
import { cellOf, gridOf } from './grid.ts';
import { keyboardHands } from './hands.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

const WORK = 'Detailed design';
let demo: Caller;
let page: Page;
let complaints: string[];
let version = 0;
let begins = '';

beforeAll(async () => {
  demo = (await signIn(product.url)).inSpace(1);
  await calculateByF9(demo);
  version = (await demo.call(api.eps.tree)).versions[0].id;
  const { items } = await demo.call(api.wbs.list, { params: { id: version } });
  begins = (items as unknown as { name: string; start: string }[]).find(({ name }) => name === WORK)?.start as string;
  ({ page, complaints } = await newPerson(browser, product.url));
  await signInOnPage(page);
});
async function openCalendars(place: string): Promise<void> {
  await page.goto('/1/calendars');
  await page.getByRole('navigation').getByText(place, { exact: true }).first().click();
}

/** The day so many days after the work begins, as the product writes it. */
function dayAfter(days: number): { text: string; year: number } {
  const [year, month, day] = begins.slice(0, 10).split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1, day + days));
  const two = (part: number) => String(part).padStart(2, '0');
  return { text: `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`, year: at.getUTCFullYear() };
}

const finish = async (): Promise<string | undefined> => cellOf(page, WORK, 'Finish');

test('a calendar is made at a node: shifts by the hour, copied to the days after, holidays from a file', async () => {
  await openCalendars('Riverside quarter');
  await page.getByRole('button', { name: 'New calendar' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Site');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().waitFor();
  const { fill, use } = keyboardHands(page);
  await fill(page.getByLabel('Hours: Monday'), '6-12 13-noon');
  expect(await page.getByLabel('Hours: Monday').getAttribute('aria-invalid')).toBe('true');
  await fill(page.getByLabel('Hours: Monday'), '7-12 13-17');
  await page.keyboard.press('Enter');
  await use(page.getByRole('button', { name: 'As Monday on the days after it' }));
  await expect.poll(() => page.getByLabel('Hours: Friday').inputValue()).toMatch(/^07:00.12:00\s+13:00.17:00$/);
  const file = `${begins.slice(0, 4)}-12-25;;Christmas Day\r\nsome day;;Nobody knows\r\n${begins.slice(0, 4)}-12-26;;Second Day of Christmas`;
  await page.locator('input[type=file]').setInputFiles({ name: 'holidays.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByText('Read 2; lines left out: 2').first().waitFor();
  await use(page.getByRole('button', { name: 'Exception', exact: true }));
  const exception = page.getByRole('table').getByRole('row').last();
  await exception.getByLabel('Name').fill('Founding day');
  await exception.getByRole('combobox', { name: 'Repeated' }).click();
  await page.getByRole('option', { name: 'Yearly' }).click();
  await expectNoBarriers(page);
  await use(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('3 exceptions').waitFor();
});

test('a version takes it as its default, and is calculated by it', async () => {
  await openCalendars('Working version');
  await page.getByRole('button', { name: 'Take from the hierarchy' }).click();
  await page.getByRole('menuitem', { name: 'Site – Riverside quarter' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).first().inputValue()).toBe('Site');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Make the default' }).click();
  await page.goto(`/1/schedule/${version}`);
  await gridOf(page).waitFor();
  await page.getByText('Not calculated', { exact: true }).waitFor();
  await page.keyboard.press('F9');
  await page.getByText('Calculated', { exact: true }).waitFor();
  expect(await finish()).toMatch(/^\d\d\.\d\d\.\d{4}$/);
});

test('days off are dragged in the year; what saving changes is seen, accepted, shown in the version, and undone', async () => {
  await page.goto(`/1/schedule/${version}`);
  await expect.poll(finish).toBeDefined();
  const before = await finish();
  await openCalendars('Riverside quarter');
  await page.getByText('Site', { exact: true }).first().click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Where used' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Construction schedule / Working version' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const [first, last] = [dayAfter(7), dayAfter(11)];
  const year = page.getByRole('group', { name: `Year ${first.year}` });
  while (!(await year.isVisible())) await page.getByRole('button', { name: 'Year after' }).click();
  const cell = (day: string) => year.getByRole('gridcell', { name: day });
  await cell(first.text).scrollIntoViewIfNeeded();
  await cell(first.text).hover();
  await page.mouse.down();
  await cell(last.text).hover();
  await page.mouse.up();
  await expect.poll(() => cell(last.text).getAttribute('data-look')).toBe('off');
  await expect.poll(() => cell(first.text).getAttribute('data-look')).toBe('off');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'What saving “Site” changes' });
  const line = dialog.getByRole('row').filter({ hasText: WORK }).first();
  await line.waitFor({ timeout: 120_000 });
  const stated = (await line.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Save and change 1 version' }).click();
  await dialog.waitFor({ state: 'detached', timeout: 120_000 });

  await page.goto(`/1/schedule/${version}`);
  await expect.poll(finish).not.toBe(before);
  expect(stated).toContain(await finish());
  await gridOf(page).focus();
  await page.keyboard.press('Control+z');
  await page.getByText('Not calculated', { exact: true }).waitFor();
  await page.keyboard.press('F9');
  await expect.poll(finish).toBe(before);
  expect(complaints).toEqual([]);
});
