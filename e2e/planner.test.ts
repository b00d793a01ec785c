/** A planner's day: a schedule comes in, is edited by keyboard and mouse, calculated, taken back, seen by others, and outlives a restart. */

import { api } from '@gantry/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, openBrowser, type Person } from './browser.ts';
import { calculateByF9, type Caller, makeVersion, signIn } from './caller.ts';
import { cellOf, expectCell, expectTree, findBar, focusedCell, gridOf, hold, readRows, typeInto, walkTo } from './grid.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { largestRealFile } from './schedule-file.ts';
import { signInOnPage, startUpload } from './visit.ts';

const folder = newDataDir();
const largest = largestRealFile();
let product: Product;
let browser: Browser;
let planner: Person;
let page: Page;
let demo: Caller;

beforeAll(async () => {
  product = await startProduct(folder.dataDir);
  browser = await openBrowser();
  demo = await signIn(product.url);
  planner = await newPerson(browser, product.url);
  page = planner.page;
  await signInOnPage(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

describe.skipIf(!largest)('the largest real schedule (needs GANTRY_TEST_DATA)', () => {
  let versionId = 0;
  let caller: Caller;

  test('comes in by the page: progress, findings, then tree and chart', async () => {
    const { spaces } = await demo.call(api.users.spaces);
    caller = demo.inSpace(spaces[0].id);
    await calculateByF9(caller);
    await page.goto(`/${spaces[0].id}`);
    const dialog = await startUpload(page, 'Construction schedule', largest as string);
    await dialog.getByRole('progressbar').waitFor();
    await dialog.getByRole('button', { name: 'Open version' }).waitFor({ timeout: 120_000 });
    await dialog.getByRole('button', { name: /warning|note|error/ }).click();
    const findings = page.getByRole('dialog', { name: /^Findings/ });
    const lines = findings.getByRole('cell');
    await expect.poll(() => lines.count()).toBeGreaterThan(2);
    // A text of ours, not the key of one.
    expect(await lines.nth(2).textContent()).toMatch(/\w+ \w+/);
    await page.keyboard.press('Escape');
    await findings.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Open version' }).click();
    await page.waitForURL('**/schedule/*');
    versionId = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { total } = await caller.call(api.wbs.list, { params: { id: versionId }, query: { limit: 1 } });
    await expect.poll(() => gridOf(page).getAttribute('aria-rowcount')).toBe(String(total + 1));
    const rows = await readRows(page);
    expect(rows.some(({ level }) => level > 2)).toBe(true);
    await page.keyboard.press('Escape');
    await gridOf(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('-');
    await expect.poll(async () => Number(await gridOf(page).getAttribute('aria-rowcount'))).toBeLessThan(total / 2);
    await page.keyboard.press('+');
    await expect.poll(() => gridOf(page).getAttribute('aria-rowcount')).toBe(String(total + 1));
  });

  test('is calculated, and its critical path is told', async () => {
    await page.keyboard.press('F9');
    const state = () => caller.call(api.timetable.state, { params: { id: versionId } });
    await expect.poll(async () => (await state()).calculated_at !== null && (await state()).status, { timeout: 60_000 }).toBe(1);
    const { critical_count: critical } = await state();
    expect(critical).toBeGreaterThan(0);
    await page.getByText(new RegExp(`^${critical} critical$`)).waitFor();
    await page.getByRole('button', { name: 'Calculated', exact: true }).waitFor();
  });

  test('takes an edit of its last row', async () => {
    await gridOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const last = await focusedCell(page);
    await page.keyboard.press('F2');
    await page.keyboard.type('The very last row');
    await page.keyboard.press('Enter');
    await expectCell(page, 'The very last row', 'Name', 'The very last row');
    await page.keyboard.press('Control+Z');
    await expectCell(page, last?.name ?? '', 'Name', last?.name ?? '');
  });
});

describe('a plan of six tasks', () => {
  let caller: Caller;
  let spaceId = 0;
  let versionId = 0;
  let colleague: Page;

  const items = async () => (await caller.call(api.wbs.list, { params: { id: versionId } })).items;
  const itemNamed = async (name: string) => (await items()).find((item) => item.name === name);
  /** What the server has stored of a row, once it has: the page shows an edit before that. */
  const expectStored = async (name: string, fields: Record<string, unknown>): Promise<void> => {
    await expect.poll(() => itemNamed(name)).toMatchObject(fields);
  };
  const relations = async () => (await caller.call(api.relations.list, { params: { id: versionId } })).relations;
  /** What both people see. */
  const expectForBoth = async (name: string, column: string, text: string | RegExp): Promise<void> => {
    await expectCell(page, name, column, text);
    await expectCell(colleague, name, column, text);
  };
  /** What both people see and the server has stored. */
  const expectTreeForBoth = async (tree: string[]): Promise<void> => {
    await expectTree(page, tree);
    await expectTree(colleague, tree);
    expect((await items()).map(({ name }) => name)).toEqual(tree.map((line) => line.trim()));
  };

  beforeAll(async () => {
    const made = await makeVersion(demo, 6);
    ({ member: caller, spaceId, versionId } = made);
    await calculateByF9(caller);
    const tasks = made.itemIds.map((id) => ({ id, duration_minutes: 5 * 480 }));
    await caller.call(api.wbs.updateMany, { params: { id: versionId }, body: { items: tasks } });
    await caller.call(api.timetable.calculateNow, { params: { id: versionId }, body: { data_date: '2026-03-02T08:00' } });
    colleague = (await newPerson(browser, product.url)).page;
    await signInOnPage(colleague);
    for (const each of [page, colleague]) {
      await each.goto(`/${spaceId}/schedule/${versionId}`);
      await gridOf(each).getByRole('gridcell', { name: 'Row 5' }).waitFor({ state: 'attached' });
    }
  });

  test('code, name, duration, date and progress by keyboard, seen by the other at once', async () => {
    await typeInto(page, 'Row 0', 'Code', 'A10');
    await expectForBoth('Row 0', 'Code', 'A10');
    await typeInto(page, 'Row 0', 'Name', 'Excavation');
    await expectForBoth('Excavation', 'Code', 'A10');
    await typeInto(page, 'Excavation', 'Days', '2w');
    await expectForBoth('Excavation', 'Days', '10');
    await expectForBoth('Excavation', 'Finish', '13.03.2026');
    await typeInto(page, 'Row 5', 'Start', '16.3.26');
    await expectForBoth('Row 5', 'Start', '16.03.2026');
    await typeInto(page, 'Excavation', 'Done, %', '40');
    await expectForBoth('Excavation', 'Done, %', '40');
    await expectStored('Excavation', { code: 'A10', duration_minutes: 4800, progress: 0.4, status: 'in_progress' });
  });

  test('what a cell cannot hold is refused in words and changes nothing', async () => {
    await walkTo(page, 'Row 1', 'Days');
    await page.keyboard.press('F2');
    await page.keyboard.type('soon');
    await page.keyboard.press('Enter');
    await page.locator('.gantt-refusal', { hasText: 'Enter a duration such as 5d or 4h' }).waitFor();
    await page.keyboard.press('Escape');
    await expectCell(page, 'Row 1', 'Days', '5');
    await expectStored('Row 1', { duration_minutes: 2400 });
  });

  test('a limit is set in its columns, once these are shown', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const column of ['Start limit', 'Start limit date']) await page.getByRole('checkbox', { name: column, exact: true }).check();
    await page.keyboard.press('Escape');
    await typeInto(page, 'Row 4', 'Start limit date', '09.03.2026');
    await walkTo(page, 'Row 4', 'Start limit');
    await page.keyboard.press('F2');
    await page.keyboard.type('Not e');
    await page.keyboard.press('Enter');
    await expectCell(page, 'Row 4', 'Start limit', 'Not earlier than');
    await expectStored('Row 4', {
      start_limit_type: 'not_earlier',
      start_limit_date: expect.stringMatching(/^2026-03-09/),
    });
  });

  test('rows are added, indented, outdented, moved, copied, deleted', async () => {
    await walkTo(page, 'Row 3');
    await page.keyboard.press('Insert');
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Formwork');
    await page.keyboard.press('Enter');
    await expectTreeForBoth(['Excavation', 'Row 1', 'Row 2', 'Row 3', 'Formwork', 'Row 4', 'Row 5']);
    await walkTo(page, 'Formwork');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expectTreeForBoth(['Excavation', 'Row 1', 'Row 2', 'Row 3', '  Formwork', 'Row 4', 'Row 5']);
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expectTreeForBoth(['Excavation', 'Row 1', 'Row 2', 'Row 3', 'Formwork', 'Row 4', 'Row 5']);
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expectTreeForBoth(['Excavation', 'Row 1', 'Row 2', 'Formwork', 'Row 3', 'Row 4', 'Row 5']);
    await walkTo(page, 'Formwork');
    await page.keyboard.press('Control+C');
    await walkTo(page, 'Row 5');
    await page.keyboard.press('Control+V');
    await expectTreeForBoth(['Excavation', 'Row 1', 'Row 2', 'Formwork', 'Row 3', 'Row 4', 'Row 5', 'Formwork']);
    await walkTo(page, 'Formwork');
    await page.keyboard.press('Delete');
    await expectTreeForBoth(['Excavation', 'Row 1', 'Row 2', 'Row 3', 'Row 4', 'Row 5', 'Formwork']);
  });

  test('a relation is drawn from the end of a bar to the start of another, and edited in its tab', async () => {
    const from = await findBar(page, 'Row 1');
    const to = await findBar(page, 'Row 2');
    await page.mouse.move(from.finish - 4, from.y);
    await hold(page, { x: from.finish + 5, y: from.y }, { x: to.start + 4, y: to.y });
    await page.getByText('Relation FS').waitFor();
    await page.mouse.up();
    await expect.poll(async () => (await relations()).length).toBe(1);
    await walkTo(page, 'Row 2');
    await showTab('Relations');
    const predecessors = page.getByRole('region', { name: 'Predecessors' });
    await predecessors.getByRole('button', { name: 'Row 1' }).waitFor();
    await predecessors.getByRole('combobox', { name: 'Type' }).selectOption('SS');
    await expect.poll(async () => (await relations())[0].type).toBe('ss');
    const lag = predecessors.getByRole('textbox', { name: 'Lag, d' });
    await lag.fill('2');
    await lag.press('Enter');
    await expect.poll(async () => (await relations())[0].lag_minutes).toBe(960);
  });

  test('calculation moves the successor; everybody hears of its end by push, and of one that a script asks for', async () => {
    await page.getByRole('button', { name: 'Calculate', exact: true }).click();
    await expectForBoth('Row 2', 'Start', '04.03.2026');
    await colleague.getByRole('button', { name: 'Calculated', exact: true }).waitFor();
    const critical = (await items()).filter((item) => item.critical && item.type !== 'sum').length;
    expect(critical).toBeGreaterThan(0);
    await page.getByText(new RegExp(`^${critical} critical$`)).waitFor();
    const [relation] = await relations();
    await caller.call(api.relations.update, {
      params: { id: versionId, relationId: Number(relation.id) },
      body: { type: 'FS', lag_minutes: 0 },
    });
    await colleague.getByRole('button', { name: 'Not calculated' }).waitFor();
    const { state } = await caller.call(api.timetable.calculateNow, { params: { id: versionId } });
    expect(state.status).toBe(1);
    await expectForBoth('Row 2', 'Start', '09.03.2026');
  });

  test('a held bar shows where its successors would go; dropped, it stays; an end is stretched', async () => {
    const bar = await findBar(page, 'Row 1');
    // Row 5 starts fourteen days later.
    const day = ((await findBar(page, 'Row 5')).start - bar.start) / 14;
    const middle = (bar.start + bar.finish) / 2;
    await hold(page, { x: middle, y: bar.y }, { x: middle + day * 7, y: bar.y });
    await expectCell(page, 'Row 1', 'Start', '09.03.2026');
    await expectCell(page, 'Row 2', 'Start', '16.03.2026');
    expect(await itemNamed('Row 2'), 'nothing is stored while the hand holds').toMatchObject({
      start: expect.stringMatching(/^2026-03-09/),
    });
    await page.mouse.up();
    await expectForBoth('Row 1', 'Start', '09.03.2026');
    const moved = await findBar(page, 'Row 1');
    await hold(page, { x: moved.finish - 1, y: moved.y }, { x: moved.finish - 1 + day * 3, y: moved.y });
    await page.mouse.up();
    await expectForBoth('Row 1', 'Days', '6');
    await page.keyboard.press('F9');
    await expectForBoth('Row 2', 'Start', '17.03.2026');
  });

  test('taken back and restored, after a reload too', async () => {
    await typeInto(page, 'Row 4', 'Days', '8');
    await expectForBoth('Row 4', 'Days', '8');
    await page.keyboard.press('Control+Z');
    await expectForBoth('Row 4', 'Days', '5');
    await page.keyboard.press('Control+Y');
    await expectForBoth('Row 4', 'Days', '8');
    await page.reload();
    await expectCell(page, 'Row 4', 'Days', '8');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectForBoth('Row 4', 'Days', '5');
    await page.reload();
    await page.getByRole('button', { name: 'Redo' }).click();
    await expectForBoth('Row 4', 'Days', '8');
  });

  test('a restart of the server: the pages come back by themselves, and what was typed meanwhile is sent', async () => {
    const before = await items();
    const url = new URL(product.url);
    await product.stop();
    await page.getByRole('alertdialog').waitFor();
    await typeInto(page, 'Row 4', 'Name', 'Typed meanwhile');
    await page.getByText('1 edit waiting').waitFor();
    await expectCell(page, 'Typed meanwhile', 'Days', '8');
    product = await startProduct(folder.dataDir, { PORT: url.port });
    await page.getByRole('alertdialog').waitFor({ state: 'hidden', timeout: 30_000 });
    caller = (await signIn(product.url)).inSpace(spaceId);
    await page.getByText('1 edit waiting').waitFor({ state: 'hidden' });
    expect(await items()).toEqual(before.map((item) => (item.name === 'Row 4' ? { ...item, name: 'Typed meanwhile' } : item)));
    await typeInto(page, 'Typed meanwhile', 'Name', 'After the restart');
    await expectForBoth('After the restart', 'Days', '8');
    expect(await cellOf(page, 'Excavation', 'Code')).toBe('A10');
  });

  test('the console stayed clean', () => {
    // While the server was away the browser noted that it could not be reached.
    const away = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|Failed to load resource|EventSource|WebSocket/;
    expect(planner.complaints.filter((line) => !away.test(line))).toEqual([]);
  });

  async function showTab(name: string): Promise<void> {
    const open = page.getByRole('button', { name: 'Open the panel' });
    if (await open.isVisible()) await open.click();
    await page.getByRole('tab', { name }).click();
  }
});
