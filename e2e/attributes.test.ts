/** Attributes in use: defined at a node, inherited with their source, pasted into the grid of a schedule, searched, exported, calculated. */

import { readFileSync } from 'node:fs';
import { api } from '@gantry/contract';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson } from './browser.ts';
import { type Caller, signIn } from './caller.ts';
import { expectCell, focusedCell, gridOf, readRows, walkTo } from './grid.ts';
import { keyboardHands } from './hands.ts';
import { browser, product } from './opened.ts';
import { signInOnPage, structureRow } from './visit.ts';

const VERSION = 'Working version';
let context: BrowserContext;
let demo: Caller;
let page: Page;
let complaints: string[];
let version = 0;

beforeAll(async () => {
  demo = (await signIn(product.url)).inSpace(1);
  version = (await demo.call(api.eps.tree)).versions[0].id;
  ({ page, context, complaints } = await newPerson(browser, product.url));
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  await signInOnPage(page);
});
async function openAttributes(place: string): Promise<void> {
  await page.goto('/1/attributes');
  await page.getByRole('navigation').getByText(place, { exact: true }).first().click();
  await page.getByRole('button', { name: 'New attribute' }).waitFor();
}

/** Opens the dialog of a new attribute with its name and type. */
async function newAttribute(name: string, type: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New attribute' }).click();
  const dialog = page.getByRole('dialog', { name: 'New attribute' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Type', { exact: true }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
  return dialog;
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Makes an attribute describe rows alone, by keyboard. */
async function describeRows(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Describes').focus();
  for (let owner = 0; owner < 3; owner += 1) await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Rows' }).click();
  await page.keyboard.press('Escape');
}

test('attributes of several types are defined at a node: required, unique, a list, a unit, a default', async () => {
  await openAttributes('Riverside quarter');
  const customer = await newAttribute('Customer', 'Text');
  await customer.getByRole('switch', { name: 'What has no value takes it from above' }).check();
  await customer.getByRole('switch', { name: 'Must have a value' }).check();
  await expectNoBarriers(page);
  await save(customer);
  await save(await newAttribute('Handover', 'Date'));
  const permit = await newAttribute('Permit', 'Text');
  await describeRows(permit);
  await permit.getByRole('switch', { name: 'No value twice' }).check();
  await save(permit);
  const section = await newAttribute('Section', 'List');
  await describeRows(section);
  await section.getByLabel('Entries of the list').fill('North\nSouth\nWest');
  await save(section);
  const volume = await newAttribute('Volume', 'Number');
  await describeRows(volume);
  await volume.getByLabel('Unit').fill('m2');
  await volume.getByRole('textbox', { name: 'Default value' }).fill('ten');
  await volume.getByText('This is not a number').waitFor();
  await volume.getByRole('textbox', { name: 'Default value' }).fill('10');
  await save(volume);
  const lines = page.getByRole('table').getByRole('row');
  await expect
    .poll(async () => (await lines.allTextContents()).slice(1))
    .toEqual([
      'CustomercustomerTextFacilities, Projects, Schedulesrequired, inherited',
      'HandoverhandoverDateFacilities, Projects, Schedules',
      'PermitpermitTextRowsunique',
      'SectionsectionListRows',
      'VolumevolumeNumber, m2Rows10',
    ]);
});

test('a value of the hierarchy is inherited below with its source, until a place has its own', async () => {
  await page.goto('/1');
  await structureRow(page, 'Riverside quarter').first().click();
  const node = page.getByRole('tab', { name: 'Node', exact: true });
  await node
    .or(page.getByRole('button', { name: 'Open the panel' }))
    .first()
    .click();
  await node.click();
  const passport = page.getByRole('region', { name: 'Passport' });
  const customer = passport.getByRole('textbox', { name: 'Customer' });
  await passport.getByText('a value is required').waitFor();
  await customer.fill('Metro');
  await customer.press('Enter');
  await passport.getByText('a value is required').waitFor({ state: 'detached' });
  await structureRow(page, 'Block A').first().click();
  await passport.getByText('from Riverside quarter').waitFor();
  expect(await customer.getAttribute('placeholder')).toBe('Metro');
  await customer.fill('Harbour board');
  await customer.press('Enter');
  await passport.getByText('from Riverside quarter').waitFor({ state: 'detached' });
  await structureRow(page, 'Construction schedule').first().click();
  await passport.getByText('from Block A').waitFor();
  expect(await customer.getAttribute('placeholder')).toBe('Harbour board');
});

test('values are found over the hierarchy and saved as a file of Excel', async () => {
  await openAttributes('Riverside quarter');
  await page.getByLabel('Find a value below').fill('harb');
  await expect
    .poll(async () => (await page.getByRole('table').getByRole('row').allTextContents()).slice(1).map((text) => text.trim()))
    .toEqual(['Block ACustomerHarbour board']);
  const files = [];
  for (const kind of ['Excel (XLSX)', 'CSV']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save values' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
    files.push(await download);
  }
  const [xlsx, csv] = files;
  expect(xlsx.suggestedFilename()).toBe('Attributes.xlsx');
  expect(
    readFileSync(await xlsx.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(readFileSync(await csv.path(), 'utf8')).toContain('Harbour board');
});

test('a block from Excel is pasted into the grid; cells that do not fit say why, and the rest goes back at once', async () => {
  await openAttributes(VERSION);
  for (const name of ['Permit', 'Section', 'Volume']) {
    const entry = page.getByRole('menuitem', { name: `${name} – Riverside quarter` });
    if (!(await entry.isVisible())) await page.getByRole('button', { name: 'Take from the hierarchy' }).click();
    await entry.click();
    await page.getByRole('button', { name, exact: true }).waitFor();
  }
  await page.goto(`/1/schedule/${version}`);
  await gridOf(page).waitFor();
  await page.getByRole('button', { name: 'Columns and layouts' }).click();
  for (const column of ['Start', 'Finish', 'Done, %', 'Total float', 'Predecessors'])
    await page.getByRole('checkbox', { name: column, exact: true }).uncheck();
  for (const column of ['Permit', 'Section', 'Volume, m2']) await page.getByRole('checkbox', { name: column }).check();
  await page.keyboard.press('Escape');
  await expectCell(page, 'Detailed design', 'Volume, m2', '10');
  const block = ['P-1\tNorth\t120', 'P-2\tEast\tmany', 'P-1\tSouth\t0'].join('\r\n');
  await page.evaluate((text) => navigator.clipboard.writeText(text), block);
  await walkTo(page, 'Detailed design', 'Permit');
  await page.keyboard.press('Control+v');
  await expectCell(page, 'Building permit', 'Section', 'South');
  const cells = async () =>
    (await readRows(page))
      .filter(({ cells: { Name } }) => ['Detailed design', 'Expert review', 'Building permit'].includes(Name))
      .map(({ cells }) => [cells['Permit'], cells['Section'], cells['Volume, m2']]);
  expect(await cells()).toEqual([
    ['P-1', 'North', '120'],
    ['P-2', '', '10'],
    ['', 'South', '0'],
  ]);
  const refusal = page.locator('.gantt-refusal');
  const statesAt = async (key: string, column: string, words: RegExp | string): Promise<void> => {
    await page.keyboard.press(key);
    await expect.poll(async () => (await focusedCell(page))?.column).toBe(column);
    await expect.poll(() => refusal.textContent()).toMatch(words);
  };
  await expect.poll(() => refusal.textContent()).toBe('Choose from the list');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await statesAt('ArrowRight', 'Volume, m2', 'Enter a number');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await statesAt('ArrowLeft', 'Permit', /P-1/);
  await page.keyboard.press('Control+z');
  await expect.poll(cells).toEqual(Array.from({ length: 3 }, () => ['', '', '10']));
  await page.keyboard.press('Control+y');
  await expectCell(page, 'Detailed design', 'Volume, m2', '120');
});

test('a formula is completed as it is typed; what is wrong is marked where it is; its result is live; a cycle is refused with its path', async () => {
  await openAttributes(VERSION);
  const rate = await newAttribute('Rate', 'Number');
  const { use } = keyboardHands(page);
  await use(rate.getByRole('switch', { name: 'Calculated by a formula' }));
  const formula = page.getByRole('dialog').getByLabel('Formula', { exact: true });
  const verdict = page.getByRole('dialog').getByRole('status');
  const states = async (words: string | RegExp): Promise<void> => {
    await expect.poll(() => verdict.textContent()).toMatch(words);
  };
  await formula.focus();
  await page.keyboard.type('1200 / vol');
  await expect.poll(() => rate.getByRole('option').allTextContents()).toEqual(['volume Volume']);
  await page.keyboard.press('Enter');
  expect(await formula.inputValue()).toBe('1200 / volume');
  await states(/^Gives: 120$/);
  await page.keyboard.type(' + nothing');
  await states('Nothing is called “nothing”');
  expect(await rate.locator('mark').textContent()).toBe('nothing');
  await formula.fill('1200 / volume');
  await rate.getByLabel('Tried on').click();
  await page.getByRole('option', { name: /Detailed design/ }).click();
  await states(/^Gives: 10$/);
  await rate.getByLabel('Tried on').click();
  await page.getByRole('option', { name: /Building permit/ }).click();
  await states('Division by zero');
  await expectNoBarriers(page);
  await save(rate);
  const double = await newAttribute('Double', 'Number');
  await double.getByRole('switch', { name: 'Calculated by a formula' }).check();
  await formula.fill('rate * 2');
  await save(double);
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await formula.fill('double + 1');
  await states('The value would need itself: Rate → Double → Rate');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/1/schedule/${version}`);
  await gridOf(page).waitFor();
  await page.getByRole('button', { name: 'Columns and layouts' }).click();
  for (const column of ['Rate', 'Double']) await page.getByRole('checkbox', { name: column }).check();
  await page.keyboard.press('Escape');
  await expectCell(page, 'Detailed design', 'ƒ Rate', '10');
  await expectCell(page, 'Detailed design', 'ƒ Double', '20');
  await expectCell(page, 'Building permit', 'ƒ Rate', 'Division by zero');
  expect(complaints).toEqual([]);
});
