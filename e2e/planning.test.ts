/** Planning on a real schedule, the whole of it by keyboard alone and the whole of it by mouse. */

import { api } from '@gantry/contract';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './browser.ts';
import { calculateByF9, type Caller, signIn } from './caller.ts';
import { expectCell, gridOf, readRows, walkTo } from './grid.ts';
import { findRow, type Hands, keyboardHands, mouseHands } from './hands.ts';
import { browser, product } from './opened.ts';
import { madeFile, realFile } from './schedule-file.ts';
import { signInOnPage, startUpload } from './visit.ts';

const file = realFile('progress-override-692.xer') ?? madeFile('small.xer', 40);
let helper: Page;
let demo: Caller;
let caller: Caller;
let colleague: Caller;
let spaceId = 0;
const COLLEAGUE = { login: 'vera', password: 'forty two lazy foremen' };

beforeAll(async () => {
  demo = await signIn(product.url);
  spaceId = (await demo.call(api.users.spaces)).spaces[0].id;
  caller = await calculateByF9(demo.inSpace(spaceId));
  helper = (await newPerson(browser, product.url)).page;
  await signInOnPage(helper);
  const names = {
    first_name: 'Vera',
    last_name: 'Stone',
    email: 'vera@example.org',
    secret_question: 'The first crane?',
    answer: 'yellow',
  };
  await demo.call(api.users.register, { body: { ...COLLEAGUE, ...names } });
  const { roles } = await caller.call(api.roles.list);
  const planner = roles.find(({ code }) => code === 'planner')?.id as number;
  await caller.call(api.spaces.invite, { params: { id: spaceId }, body: { login: COLLEAGUE.login, role_id: planner } });
  colleague = (await signIn(product.url, COLLEAGUE)).inSpace(spaceId);
});

/** What the journey reads of a row. */
type PlanRow = {
  id: number;
  code: string;
  name: string;
  type: string;
  status: string;
  parent_id: number | null;
  duration_minutes: number | null;
  early_start: string | null;
};

describe.each(['keyboard', 'mouse'] as const)('by %s', (kind) => {
  let person: Person;
  let page: Page;
  let hands: Hands;
  let versionId = 0;
  let scheduleId = 0;
  let names: string[] = [];

  const items = async () => (await caller.call(api.wbs.list, { params: { id: versionId } })).items as PlanRow[];
  const itemNamed = async (name: string) => (await items()).find((item) => item.name === name);
  const relations = async () => (await caller.call(api.relations.list, { params: { id: versionId } })).relations;
  const tool = (name: string | RegExp): Locator => page.getByRole('toolbar', { name: 'Schedule tools' }).getByRole('button', { name });
  const rowCount = async (): Promise<number> => Number(await gridOf(page).getAttribute('aria-rowcount')) - 1;
  const open = async (path: string): Promise<void> => {
    await page.goto(`/${spaceId}/${path}`);
    await gridOf(page).getByRole('row').nth(1).waitFor({ state: 'attached' });
  };

  beforeAll(async () => {
    await helper.goto(`/${spaceId}`);
    const dialog = await startUpload(helper, 'Construction schedule', file);
    await dialog.getByRole('button', { name: 'Open version' }).click({ timeout: 120_000 });
    await helper.waitForURL('**/schedule/*');
    versionId = Number(new URL(helper.url()).pathname.split('/').at(-1));
    scheduleId = (await caller.call(api.versions.get, { params: { id: versionId } })).schedule_id;
    await caller.call(api.timetable.calculateNow, { params: { id: versionId } });
    await caller.call(api.preferences.saveState, { body: { a: 'schedule', b: 'layout', state: null } });
    person = await newPerson(browser, product.url);
    ({ page } = person);
    await signInOnPage(page);
    if (kind === 'keyboard')
      await page.addInitScript(() => {
        addEventListener('pointerdown', () => document.documentElement.setAttribute('data-mouse-used', ''), true);
      });
    hands = kind === 'keyboard' ? keyboardHands(page) : mouseHands(page);
    await open(`schedule/${versionId}`);
    // The grid alone: every column in sight.
    await hands.use(tool('Grid, chart, or both'));
    // Rows whose names stand in no other one's: the journey finds them by it.
    const all = await items();
    const once = all.filter((item) => all.filter(({ name }) => name.includes(item.name)).length === 1);
    const free = once.filter(({ type, status, parent_id: parent, duration_minutes: minutes }, at) => {
      const three = once.slice(at, at + 3);
      return (
        type === 'task' &&
        (minutes ?? 0) > 0 &&
        status === 'not_started' &&
        three.length === 3 &&
        three.every((each) => each.parent_id === parent)
      );
    });
    const first = once.indexOf(free[0]);
    names = once.slice(first, first + 3).map(({ name }) => name);
  });

  test('rows are found, changed in their cells, filled down and taken back', async () => {
    const [one, two, three] = names;
    await findRow(page, hands, one);
    const before = await durations();
    await hands.type(one, 'Days', '12');
    await expectCell(page, one, 'Days', '12');
    await hands.select(one);
    await walkTo(page, one, 'Days');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+D');
    for (const name of [two, three]) await expectCell(page, name, 'Days', '12');
    await expect.poll(async () => new Set(await durations()).size).toBe(1);
    await hands.use(tool(/^Undo/));
    await expect.poll(async () => (await durations()).slice(1)).toEqual(before.slice(1));
    await hands.use(tool(/^Undo/));
    await expect.poll(durations).toEqual(before);
  });

  test('rows are cut and pasted elsewhere, and go back', async () => {
    const [one, two, three] = names;
    const order = async () => (await items()).map(({ name }) => name).filter((name) => names.includes(name));
    await hands.select(one);
    await gridOf(page).focus();
    await page.keyboard.press('Control+X');
    await hands.select(three);
    await gridOf(page).focus();
    await page.keyboard.press('Control+V');
    await expect.poll(order).toEqual([two, three, one]);
    await hands.use(tool(/^Undo/));
    await expect.poll(order).toEqual([one, two, three]);
  });

  test('a predecessor is typed with its type and lag; one that is not there is refused in words', async () => {
    const [one, , three] = names;
    const code = (await itemNamed(one))?.code ?? '';
    const before = await relations();
    await hands.type(three, 'Predecessors', 'no such row');
    await page.locator('.gantt-refusal', { hasText: 'There is no row' }).waitFor();
    await page.keyboard.press('Escape');
    await hands.type(three, 'Predecessors', `${code}SS+3d`);
    const added = { predecessor_id: (await itemNamed(one))?.id, successor_id: (await itemNamed(three))?.id, type: 'ss' };
    await expect.poll(relations).toContainEqual(expect.objectContaining(added));
    await hands.use(tool(/^Undo/));
    await expect.poll(relations).toEqual(before);
  });

  test('many rows are changed by a rule that shows first what it would do', async () => {
    const [one, , three] = names;
    await hands.select(one, three);
    await hands.use(tool('Change by a rule'));
    const dialog = page.getByRole('dialog', { name: 'Change by a rule' });
    await hands.choose(dialog.getByRole('combobox', { name: 'Column' }), /^Code$/);
    await hands.fill(dialog.getByRole('textbox', { name: 'Value' }), 'RULE');
    await dialog.getByText('3 cells in 3 rows would change').waitFor();
    await expect.poll(() => dialog.getByRole('row').count()).toBe(4);
    await hands.use(dialog.getByRole('button', { name: 'Change 3 rows' }));
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await items()).filter(({ code }) => code === 'RULE').length).toBe(3);
    await hands.use(tool(/^Undo/));
    await expect.poll(async () => (await items()).filter(({ code }) => code === 'RULE').length).toBe(0);
  });

  test('a filter is built, saved, put aside and chosen again after a reload', async () => {
    const all = await rowCount();
    const name = `Only one, ${kind}`;
    await hands.use(tool(/^Filter/));
    const panel = page.getByRole('dialog', { name: 'Filter' });
    await hands.use(panel.getByRole('button', { name: 'Condition', exact: true }));
    await hands.fill(panel.getByRole('textbox', { name: 'Value' }), names[0]);
    await panel.getByText(/^1 of \d+ rows pass/).waitFor();
    await hands.use(panel.getByRole('button', { name: 'Save as…' }));
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.getByRole('combobox', { name: 'Saved settings' }).inputValue()).toBe(name);
    await page.keyboard.press('Escape');
    await expect.poll(rowCount).toBeLessThan(all / 2);
    await page.reload();
    await expect.poll(rowCount).toBeLessThan(all / 2);
    await hands.use(tool(/^Filter/));
    await hands.use(panel.getByRole('button', { name: 'Show everything' }));
    await page.keyboard.press('Escape');
    await expect.poll(rowCount).toBe(all);
    await hands.use(tool(/^Filter/));
    await hands.choose(panel.getByRole('combobox', { name: 'Saved settings' }), name);
    await expect.poll(rowCount).toBeLessThan(all / 2);
    await hands.use(panel.getByRole('button', { name: 'Show everything' }));
    await page.keyboard.press('Escape');
    await expect.poll(rowCount).toBe(all);
  });

  test('rows are grouped with subtotals, and stand in the order of the plan again', async () => {
    const all = await rowCount();
    await hands.use(tool(/^Group/));
    const panel = page.getByRole('dialog', { name: 'Group' });
    await hands.use(panel.getByRole('button', { name: 'Level' }));
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await readRows(page))[0].cells['Name']).toMatch(/^Status: /);
    await hands.use(tool(/^Group/));
    await hands.use(panel.getByRole('button', { name: 'No groups' }));
    await page.keyboard.press('Escape');
    await expect.poll(rowCount).toBe(all);
  });

  test('a layout of columns is saved and found again', async () => {
    const titles = () => gridOf(page).getByRole('columnheader').allTextContents();
    const name = `With late start, ${kind}`;
    await hands.use(tool(/^Columns and layouts/));
    const panel = page.getByRole('dialog', { name: 'Columns and layouts' });
    await hands.use(panel.getByRole('checkbox', { name: 'Late start', exact: true }));
    await expect.poll(titles).toContain('Late start');
    await hands.use(panel.getByRole('button', { name: 'Save as…' }));
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.getByRole('combobox', { name: 'Saved settings' }).inputValue()).toBe(name);
    await hands.use(panel.getByRole('button', { name: 'The usual columns' }));
    await expect.poll(titles).not.toContain('Late start');
    await hands.choose(panel.getByRole('combobox', { name: 'Saved settings' }), name);
    await expect.poll(titles).toContain('Late start');
    await hands.use(panel.getByRole('button', { name: 'The usual columns' }));
    await page.keyboard.press('Escape');
  });

  test('why a date is what it is: the chain back to what nothing drives', async () => {
    const [one] = names;
    await findRow(page, hands, one);
    await hands.select(one);
    await hands.ofRow(one, 'Why this date?');
    const dialog = page.getByRole('dialog', { name: 'Why this date?' });
    const steps = dialog.getByRole('listitem');
    await expect.poll(() => steps.count()).toBeGreaterThan(0);
    expect(await steps.first().textContent()).toContain(one);
    const last = (await steps.last().textContent()) ?? '';
    expect(last).toMatch(/data date|limit|mandatory|it is done|started|start of the project|as late as possible/i);
    // Its start is the one that the server has calculated.
    const start = (await itemNamed(one))?.early_start?.slice(0, 10).split('-').reverse().join('.');
    expect(await steps.first().textContent()).toContain(start);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('settings of the calculation are changed, and the calculation follows them', async () => {
    const badge = page.getByRole('button', { name: /^(Calculated|Not calculated)$/ });
    await hands.use(badge);
    await hands.use(page.getByRole('button', { name: 'Calculation settings' }));
    const dialog = page.getByRole('dialog', { name: 'Calculation settings' });
    await hands.choose(dialog.getByRole('combobox', { name: 'Started work' }), 'Actual dates');
    await hands.use(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Not calculated' }).waitFor();
    await hands.use(page.getByRole('button', { name: 'Calculate', exact: true }));
    await page.getByRole('button', { name: 'Calculated', exact: true }).waitFor();
    const state = await caller.call(api.timetable.state, { params: { id: versionId } });
    expect(state).toMatchObject({ status: 1 });
  });

  test('the history goes to any point of one’s own acts, and back', async () => {
    const [one] = names;
    await findRow(page, hands, one);
    const before = await durations();
    for (const days of ['21', '22']) {
      const [stored] = await durations();
      await hands.type(one, 'Days', days);
      await expectCell(page, one, 'Days', days);
      // Shown at once; a line of the history it is when the server has it.
      await expect.poll(async () => (await durations())[0]).not.toBe(stored);
    }
    await hands.use(tool('History'));
    const lines = page.getByRole('list', { name: 'History' }).getByRole('button', { name: /^Row changed/ });
    await hands.use(lines.nth(1));
    await expect.poll(durations).toEqual(before);
    await expect.poll(() => lines.first().locator('xpath=..').getAttribute('data-undone')).not.toBeNull();
    await hands.use(lines.nth(0));
    await expectCell(page, one, 'Days', '22');
    await page.keyboard.press('Escape');
    await page.reload();
    await hands.use(tool(/^Undo/));
    await hands.use(tool(/^Undo/));
    await expect.poll(durations).toEqual(before);
  });

  test('a version is copied, locked and unlocked; its differences are shown, narrowed and saved', async () => {
    const [one] = names;
    const name = `Variant by ${kind}`;
    await hands.take(page.getByRole('button', { name: 'Version', exact: true }), 'Copy to a schedule…');
    await hands.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), name);
    await page.keyboard.press('Enter');
    await page.getByText(`“${name}” is there`).first().waitFor();
    expect(page.url(), 'a copy leaves one where one is').toContain(`/schedule/${versionId}`);
    await hands.use(page.getByRole('button', { name: 'Open', exact: true }));
    await page.waitForURL((url) => /schedule\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${versionId}`));
    const copyId = Number(new URL(page.url()).pathname.split('/').at(-1));
    await gridOf(page).getByRole('row').nth(1).waitFor({ state: 'attached' });
    await findRow(page, hands, one);
    await hands.type(one, 'Days', '33');
    await expectCell(page, one, 'Days', '33');
    await hands.take(page.getByRole('button', { name: 'Version', exact: true }), 'Lock');
    await page.getByText('Locked', { exact: true }).waitFor();
    await walkTo(page, one, 'Days');
    await page.keyboard.press('F2');
    expect(await page.getByRole('textbox', { name: 'Days' }).count(), 'a locked cell opens no editor').toBe(0);
    await hands.take(page.getByRole('button', { name: 'Version', exact: true }), 'Unlock');
    await page.getByText('Locked', { exact: true }).waitFor({ state: 'hidden' });
    await hands.take(page.getByRole('button', { name: 'Version', exact: true }), 'Compare with other versions');
    await page.waitForURL('**/compare/**');
    const { name: original } = await caller.call(api.versions.get, { params: { id: versionId } });
    await hands.choose(page.getByRole('combobox', { name: 'Versions to compare' }), original);
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: one }).first().waitFor();
    await page.getByText('Durations', { exact: false }).first().waitFor();
    const download = page.waitForEvent('download');
    await hands.take(page.getByRole('button', { name: 'Save', exact: true }), 'Save as CSV');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await caller.call(api.versions.remove, { params: { id: copyId } });
  });

  test('the schedules of a project stand in one grid', async () => {
    const { nodes } = await caller.call(api.eps.tree);
    const project = nodes.find(({ id }) => id === scheduleId)?.parent_id;
    const above = nodes.find(({ id }) => id === project);
    const projectId = above?.kind === 'project' ? above.id : above?.parent_id;
    await page.goto(`/${spaceId}/grid/${projectId}`);
    await expect.poll(async () => (await readRows(page)).length).toBeGreaterThan(3);
  });

  test('a colleague is seen where they work; what they change comes in and is not taken back over their head', async () => {
    const [one] = names;
    await open(`schedule/${versionId}`);
    const other = await newPerson(browser, product.url);
    await signInOnPage(other.page, COLLEAGUE);
    await other.page.goto(`/${spaceId}/schedule/${versionId}`);
    await gridOf(other.page).getByRole('row').nth(1).waitFor({ state: 'attached' });
    const here = page.getByRole('group', { name: 'Who else is here' });
    await here.getByRole('button', { name: /Vera Stone/ }).waitFor();
    await findRow(page, hands, one);
    const [planned] = await durations();
    await hands.type(one, 'Days', '7');
    await expectCell(page, one, 'Days', '7');
    const id = (await itemNamed(one))?.id as number;
    await expect.poll(async () => (await durations())[0]).not.toBe(planned);
    await hands.select(one);
    await colleague.call(api.wbs.updateMany, { params: { id: versionId }, body: { items: [{ id, duration_minutes: 4800 }] } });
    await page
      .getByText(/Vera Stone has changed/)
      .first()
      .waitFor();
    await expect.poll(async () => (await itemNamed(one))?.duration_minutes).toBe(4800);
    // One's own change of that field is no longer the last one: taking it back says so and changes nothing.
    await hands.use(tool(/^Undo/));
    await page
      .getByText(/Vera Stone has changed it since/)
      .first()
      .waitFor();
    expect((await itemNamed(one))?.duration_minutes).toBe(4800);
    // Rows that come above leave in sight what one looks at.
    await gridOf(page).focus();
    await page.keyboard.press('Control+End');
    const sight = async () => (await readRows(page)).map(({ cells }) => cells['Name']);
    await expect.poll(async () => (await sight()).at(-1)).toBe((await items()).at(-1)?.name);
    const [before, count] = [await sight(), await rowCount()];
    const added = { parent_id: null, after_id: null, item: { name: `Above, ${kind}` } };
    await colleague.call(api.wbs.create, { params: { id: versionId }, body: added });
    await expect.poll(rowCount).toBe(count + 1);
    expect(await sight()).toEqual(before);
    await other.page.context().close();
    await here.waitFor({ state: 'hidden' });
  });

  test('nothing complained, and no hand was used that was not asked for', async () => {
    // The one refusal of the journey is the undo that would have overwritten a colleague.
    expect(person.complaints.filter((line) => !line.includes('409'))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-mouse-used'))).toBe(false);
  });

  /** Durations of the three rows that the journey works with. */
  async function durations(): Promise<(number | null)[]> {
    const all = await items();
    return names.map((name) => all.find((item) => item.name === name)?.duration_minutes ?? null);
  }
});
