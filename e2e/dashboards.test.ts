/** From the home page to the works that make a project red; a dashboard is composed without a mouse, shown in the panel, and printed. */

import { api, writeFigure } from '@gantry/contract';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { expectFitsPhone, expectWholeTiles } from './accessibility/phone.ts';
import { newAccount } from './accounts.ts';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { fileOf, textOfPdf } from './documents.ts';
import { browser, product } from './opened.ts';
import { walkTo } from './grid.ts';
import { signInOnPage } from './visit.ts';

let place: { member: Caller; spaceId: number; versionId: number; itemIds: number[] };
const PICTURES = process.env['DASHBOARD_PICTURES'];
/** A project whose works were promised for March and now end in April. */
beforeAll(async () => {
  place = await makeVersion(await signIn(product.url), 4);
  const { member, versionId: id, itemIds } = place;
  for (const [index, wbsId] of itemIds.entries()) {
    const start = `2026-03-0${index + 2}T09:00`;
    await member.call(api.wbs.update, { params: { id, wbsId }, body: { start, duration_minutes: 5 * 480 } });
    const write = (mode: 'plan' | 'fact', value: number) =>
      member.call(api.dayValues.write, {
        params: { id, wbsId },
        body: { measure: 'cost', mode, values: [{ day: start.slice(0, 10), value }] },
      });
    await write('plan', 1000);
    if (index === 0) await write('fact', 800);
  }
  await member.call(api.versions.updateTargetDates, { params: { id }, body: { version_id: id } });
  await member.call(api.wbs.update, { params: { id, wbsId: itemIds[3] }, body: { start: '2026-04-06T09:00' } });
});

const open = async () => {
  const person = await newPerson(browser, product.url, { infoTab: null });
  await signInOnPage(person.page);
  return person;
};
/** Saves a cyclogram as a sheet and reads its texts. */
const sheetOf = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Save as PDF' }).press('Enter');
  return textOfPdf(readFileSync(await fileOf(page, () => page.getByRole('menuitem', { name: 'A3' }).click())));
};
/** Minutes of the works of the plan, in their order. */
const durationsOf = async (used: readonly number[]): Promise<number[]> => {
  const { items } = await place.member.call(api.wbs.list, { params: { id: place.versionId }, query: {} });
  return used.map((wbsId) => Number(items.find((item) => item['id'] === wbsId)?.['duration_minutes']));
};
const openCyclogram = async () => {
  const person = await open();
  await person.page.goto(`/${place.spaceId}/schedule/${place.versionId}/cyclogram`);
  await person.page.getByRole('slider').waitFor();
  return person;
};
/** Gives the works an attribute with two values in turn. */
const defineInTurn = async (name: string, values: [string, string]): Promise<void> => {
  const { member, versionId: id, itemIds } = place;
  const made = await member.call(api.attributeValues.create, { params: { id }, body: { name, type: 'list' as const, values } });
  for (const [index, wbsId] of itemIds.entries())
    await member.call(api.wbs.update, { params: { id, wbsId }, body: { attributes: { [made.id]: values[index % 2] } } });
};
const picture = async (page: Page, name: string): Promise<void> => {
  if (!PICTURES) return;
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
};

test('a director finds in four clicks why a project is red', async () => {
  const { page, context, complaints } = await open();
  await page.goto(`/${place.spaceId}/home`);
  const attention = page.getByRole('region', { name: 'What needs you' });
  await attention.getByRole('link', { name: 'Project', exact: true }).waitFor();
  await picture(page, 'home');
  await expectNoBarriers(page);
  await expectFitsPhone(page, 'What needs you');
  let clicks = 0;
  const click = async (target: ReturnType<Page['getByRole']>) => {
    clicks += 1;
    await target.click();
  };
  await click(attention.getByRole('link', { name: /^Finish deviation, d \d+/ }));
  const parts = page.getByRole('region', { name: 'What stands below' });
  const schedule = parts.getByRole('row', { name: /^Schedule/ });
  await schedule.waitFor();
  await picture(page, 'project');
  await expectNoBarriers(page);
  await click(schedule.getByRole('link').first());
  // The schedule opens with the works that are later than they were promised.
  await click(page.getByRole('region', { name: 'Later than target' }).getByRole('button', { name: 'Row 3' }));
  await expect.poll(() => page.getByRole('row', { name: /Row 3/, selected: true }).count()).toBe(1);
  await picture(page, 'reason');
  expect(clicks).toBeLessThanOrEqual(4);
  // Another row is asked what it comes to, and the whole plan again.
  const panel = page.getByRole('tabpanel', { name: 'Analytics' });
  await walkTo(page, 'Row 1');
  await panel.getByRole('button', { name: 'Works: show 1' }).waitFor();
  await panel.getByText('Whole plan', { exact: true }).click();
  await panel.getByRole('button', { name: 'Works: show 4' }).waitFor();
  // The panel of the version, with what its risk and its health come to.
  const risk = page.getByRole('region', { name: 'Risk', exact: true });
  await risk.getByRole('button', { name: 'Simulate' }).click();
  await risk.getByRole('table').first().waitFor();
  const health = page.getByRole('region', { name: 'Schedule health' });
  await health.getByRole('button', { expanded: false }).first().click();
  await picture(page, 'risk');
  await expectNoBarriers(page);
  await page.goto(`/${place.spaceId}`);
  await page.getByRole('treegrid').getByTitle('Project').click();
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await page.getByRole('region', { name: 'Analytics' }).getByRole('img').or(page.locator('[data-chart]')).first().waitFor();
  await picture(page, 'node');
  await expectNoBarriers(page);
  // Home again months later: what the simulation says against the promise, and what somebody else has changed since.
  const [boris, planner] = [await newAccount(product.url, 'boris'), 3];
  await place.member.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login: 'boris', role_id: planner } });
  const changed = { params: { id: place.versionId, wbsId: place.itemIds[2] }, body: { name: 'Row 2 by Boris' } };
  await boris.inSpace(place.spaceId).call(api.wbs.update, changed);
  const seen = '2026-03-01T08:00:00.000Z';
  await place.member.call(api.preferences.saveState, { body: { a: 'home', b: 'visits', state: { since: null, seen } } });
  await page.goto(`/${place.spaceId}/home`);
  const since = page.getByRole('region', { name: /^Since your last visit, 01\.03\.2026/ });
  await since.getByText(/Boris/).waitFor();
  expect(await since.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(/^Schedule[^]*1 change/)]);
  const promises = page.getByRole('region', { name: 'P80 against the promise' }).getByRole('listitem');
  await promises.getByText(/^P80 \d\d\.\d\d\.\d{4}, promised 11\.03\.2026 \+\d+ d/).waitFor();
  expect(await promises.innerText()).toMatch(/Act[^]*changed since/);
  await picture(page, 'home-again');
  await expectNoBarriers(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a dashboard is composed by keyboard, shown at its project, and printed with its figures', async () => {
  const { page, context, complaints } = await open();
  const { nodes } = await place.member.call(api.eps.tree);
  const project = nodes.find(({ kind }) => kind === 'project')?.id;
  await page.goto(`/${place.spaceId}/grid/${project}?filter=${writeFigure({ kind: 'cost', line: 'fact' })}`);
  await page.getByText('Fact: 1 work, 800 together').waitFor();
  await page.goto(`/${place.spaceId}/analytics?node=${project}`);
  await page.getByRole('button', { name: 'New dashboard' }).press('Enter');
  const grip = page.getByRole('button', { name: 'Move or size Progress' });
  await grip.press('ArrowRight');
  await page.getByText('Progress: column 2, row').waitFor({ state: 'attached' });
  await grip.press('Shift+ArrowDown');
  await page.getByText(/Progress: column 2, row \d+, 3 wide, 3 high/).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Move or size CPI' }).press('Delete');
  await page.getByText('CPI is removed').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Add a tile' }).press('Enter');
  await page.getByRole('combobox', { name: 'Shows' }).click();
  await page.getByRole('option', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Concrete is the bottleneck');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await picture(page, 'composer');
  await expectNoBarriers(page);
  // And by mouse: the last tile goes up, before the charts end.
  const head = page.getByRole('button', { name: 'Move or size Text' });
  await head.scrollIntoViewIfNeeded();
  const from = await head.boundingBox();
  if (!from) throw new Error('the tile has no box');
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 460, { steps: 12 });
  await page.mouse.up();
  await page.getByText(/Text: column 1, row 1\d,/).waitFor({ state: 'attached' });
  for (const kind of ['A formula over figures', 'A matrix']) {
    await page.getByRole('button', { name: 'Add a tile' }).press('Enter');
    await page.getByRole('combobox', { name: 'Shows' }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
    const formula = page.getByRole('dialog').getByRole('textbox', { name: 'Formula' });
    if (kind !== 'A matrix') {
      await formula.pressSequentially('cost_');
      await page.getByRole('listbox', { name: 'What fits here' }).waitFor();
      await expectNoBarriers(page);
      await formula.fill('cost_fact / cost_plan');
      await page.getByText('It gives: ').waitFor();
    }
    await expectNoBarriers(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  }
  await page.getByRole('toolbar').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Monday');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Concrete is the bottleneck').waitFor();
  await page.getByRole('button', { name: 'Show…' }).click();
  await page.getByRole('menuitem', { name: 'Show this one here' }).click();
  await expect
    .poll(async () => (await place.member.call(api.analyticsSettings.listDashboards, { query: { target: String(project) } })).in_effect)
    .not.toBeNull();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await picture(page, 'dashboard');
  await expectNoBarriers(page);
  await expectWholeTiles(page);
  // On the whole screen one dashboard follows another by itself, and by hand once it was stopped.
  await page.clock.install();
  await page.getByRole('button', { name: 'Full screen' }).press('Enter');
  const whole = page.getByRole('dialog');
  await whole.getByText('1 of 2').waitFor();
  await page.clock.fastForward(31_000);
  await whole.getByText('2 of 2').waitFor();
  await whole.getByRole('button', { name: 'Stop the rotation' }).press('Enter');
  await page.clock.fastForward(31_000);
  await whole.getByText('2 of 2').waitFor();
  await whole.getByRole('button', { name: 'Next dashboard' }).press('Enter');
  await whole.getByText('Concrete is the bottleneck').waitFor();
  await picture(page, 'full-screen');
  await expectNoBarriers(page);
  await whole.getByRole('button', { name: 'Leave the full screen' }).press('Enter');
  await whole.waitFor({ state: 'detached' });
  // An amount of a matrix leads to its works.
  const matrix = page.getByRole('region', { name: 'Works: by executors' });
  await matrix
    .getByRole('row', { name: /^Not set/ })
    .getByRole('button')
    .first()
    .click();
  const behind = page.getByRole('dialog');
  await behind.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expectNoBarriers(page);
  await behind.getByRole('link', { name: 'Show its works in the schedule' }).click();
  await page.getByTitle('The plan shows only the works of this figure').waitFor();
  await page.getByRole('treegrid').getByRole('row', { name: /Row 0/ }).waitFor();
  if (PICTURES) await pictureInRussian(project);
  await page.goto(`/${place.spaceId}/analytics?node=${project}`);
  await page.getByText('Concrete is the bottleneck').waitFor();
  await page.getByRole('link', { name: 'Print…' }).click();
  await page.getByRole('region', { name: 'The sheets as they will be printed' }).waitFor();
  await picture(page, 'print');
  await expectNoBarriers(page);
  const file = readFileSync(await fileOf(page, () => page.getByRole('button', { name: 'Save as PDF' }).press('Enter')));
  const text = textOfPdf(file);
  for (const printed of ['Monday', 'Concrete is the bottleneck', 'Project', 'Finish deviation', '■ Act']) expect(text).toContain(printed);
  // What was planned for March, from the table of the curve of money.
  expect(text).toMatch(/Mar 2026\s.*4\s000/);
  // The same as pictures, and as tables with numbers that a spreadsheet counts with.
  const savedAs = (format: string) =>
    fileOf(page, async () => {
      await page.getByRole('button', { name: 'Save as…' }).press('Enter');
      await page.getByRole('menuitem', { name: new RegExp(`^${format}`, 'i') }).press('Enter');
      // As it goes, it gives the focus back to its button.
      await page.getByRole('menu').waitFor({ state: 'detached' });
    });
  const png = readFileSync(await savedAs('png'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Twice the points of a sheet of A4, which is how a browser opens it.
  const pixels = (bytes: string) => createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))]));
  const width = await page.evaluate(`(${String(pixels)})(${JSON.stringify(png.toString('base64'))}).then((bitmap) => bitmap.width)`);
  expect(width).toBe(png.readUInt32BE(16));
  const svg = readFileSync(await savedAs('svg'), 'utf8');
  for (const drawn of ['<svg ', 'Monday', 'Concrete is the bottleneck', 'Mar 2026']) expect(svg).toContain(drawn);
  const cells = execFileSync('unzip', ['-p', await savedAs('xlsx'), 'xl/worksheets/*'], { encoding: 'utf8' });
  expect(cells).toMatch(/Mar 2026<[^]*?<v>4000<\/v>/);
  expect(readFileSync(await savedAs('csv'), 'utf8')).toMatch(/Mar 2026;.*4000(;|\r)/);
  // The browser prints the same sheets, and nothing of what stands around them.
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const onPaper = textOfPdf(printed);
  expect(onPaper).toContain('Concrete is the bottleneck');
  expect(onPaper).not.toContain('Save as PDF');
  const pagesOf = (of: Buffer) => execFileSync('pdfinfo', ['-'], { encoding: 'utf8', input: of }).match(/Pages:\s+(\d+)/)?.[1];
  expect(pagesOf(printed)).toBe(pagesOf(file));
  expect(complaints).toEqual([]);
  await context.close();
});

test('a cyclogram is saved as a sheet with its lines and places, and its works as a table behind', async () => {
  await defineInTurn('Floor', ['Cellar', 'Roof']);
  const { page, context, complaints } = await openCyclogram();
  await picture(page, 'cyclogram');
  const text = await sheetOf(page);
  for (const printed of ['Cyclogram: Facility / Project / Schedule', 'Cellar', 'Roof']) expect(text).toContain(printed);
  expect(text).toMatch(/Row 0\s+Row 0\s+Cellar\s+02\.03\.2026/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a planner drags the end of a line of the cyclogram and takes it back', async () => {
  await defineInTurn('Storey', ['Below', 'Above']);
  const durations = () => durationsOf(place.itemIds);
  const before = await durations();
  const { page, context, complaints } = await openCyclogram();
  const end = page.locator('circle', { has: page.locator('title', { hasText: 'End of “Row 0”' }) });
  const from = await end.boundingBox();
  if (!from) throw new Error('the line has no end');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 8 });
  await page.getByText(/The line ends \d+ d later/).waitFor();
  await picture(page, 'slope');
  await expectNoBarriers(page);
  await page.mouse.up();
  // The work of the line is longer, in one edit; the others keep their durations.
  await expect.poll(async () => (await durations())[0]).toBeGreaterThan(before[0]);
  expect((await durations()).slice(1)).toEqual(before.slice(1));
  await page.getByRole('slider').press('Control+z');
  await expect.poll(durations).toEqual(before);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a planner brings the lines of the cyclogram to one pace, sees first what it comes to, and takes it back in one', async () => {
  const { member, versionId: id, itemIds } = place;
  const define = async (name: string, values: string[]) =>
    (await member.call(api.attributeValues.create, { params: { id }, body: { name, type: 'list' as const, values } })).id;
  const [stair, trade] = [await define('Aisle', ['East', 'West']), await define('Trade', ['Bricks', 'Paint'])];
  const used = itemIds.slice(0, 4);
  for (const [index, wbsId] of used.entries()) {
    const attributes = { [stair]: index % 2 ? 'West' : 'East', [trade]: index < 2 ? 'Bricks' : 'Paint' };
    await member.call(api.wbs.update, { params: { id, wbsId }, body: { attributes, duration_minutes: index < 2 ? 4800 : 960 } });
  }
  const durations = () => durationsOf(used);
  const before = await durations();
  const { page, context, complaints } = await openCyclogram();
  await page.getByRole('combobox', { name: 'Places by' }).click();
  await page.getByRole('option', { name: 'Aisle' }).click();
  await page.getByRole('combobox', { name: 'Lines by' }).click();
  await page.getByRole('option', { name: 'Trade' }).click();
  await page.getByRole('button', { name: 'Balance' }).press('Enter');
  const form = page.getByRole('form', { name: 'Balance' });
  await form.getByText('10 working days a place').waitFor();
  await form.getByRole('button', { name: 'Apply' }).and(page.locator(':enabled')).waitFor();
  await picture(page, 'balance');
  await expectNoBarriers(page);
  await form.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect.poll(durations).toEqual([4800, 4800, 4800, 4800]);
  await page.getByRole('slider').press('Control+z');
  await expect.poll(durations).toEqual(before);
  expect(complaints).toEqual([]);
  await context.close();
});

test('works over distance are dragged and taken back, turned so that time runs down, and saved as a sheet with its chainages', async () => {
  const { member, versionId: id, itemIds } = place;
  const define = async (name: string) =>
    (await member.call(api.attributeValues.create, { params: { id }, body: { name, type: 'number' as const, unit: 'm' } })).id;
  const [from, to] = [await define('Begins'), await define('Ends')];
  for (const [index, wbsId] of itemIds.entries())
    await member.call(api.wbs.update, { params: { id, wbsId }, body: { attributes: { [from]: index * 400, [to]: index * 400 + 600 } } });
  const startsOf = async () => (await member.call(api.wbs.list, { params: { id }, query: {} })).items.map((item) => item['start']);
  const before = await startsOf();
  const { page, context, complaints } = await open();
  await page.goto(`/${place.spaceId}/schedule/${id}/cyclogram`);
  await page.getByText('Distance', { exact: true }).click();
  const choose = async (label: string, option: RegExp | string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('From', /^Begins/);
  await choose('To', /^Ends/);
  await choose('Lines by', 'Name of the work');
  const dragged = async (name: string, along: 'x' | 'y') => {
    const work = page.locator('path', { has: page.locator('title', { hasText: `${name}, ` }) });
    const box = await work.boundingBox();
    if (!box) throw new Error('the work is not drawn');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + (along === 'x' ? 90 : 0), middle.y + (along === 'y' ? 90 : 0), { steps: 6 });
    await page.getByText(/Moves by \d+ d/).waitFor();
    await page.mouse.up();
    await expect.poll(startsOf).not.toEqual(before);
    await page.getByRole('slider').press('Control+z');
    await expect.poll(startsOf).toEqual(before);
  };
  await dragged('Row 1', 'x');
  await page.getByRole('button', { name: /^(Findings|\d+ finding)/ }).click();
  await picture(page, 'distance');
  await expectNoBarriers(page);
  await page.getByRole('switch', { name: 'Time downwards' }).press('Space');
  await dragged('Row 1', 'y');
  await page.getByRole('button', { name: 'Balance' }).press('Enter');
  await page.getByRole('status').filter({ hasText: 'Lines are balanced over places' }).waitFor({ state: 'attached' });
  await picture(page, 'distance-down');
  await expectNoBarriers(page);
  const text = await sheetOf(page);
  // Chainages stand in one row at the foot, since time runs down; stretches in the table behind.
  expect(text).toMatch(/0\+200 .*0\+600 .*1\+000/);
  expect(text).toMatch(/Row 1\s+Row 1\s+0\+400 – 1\+000\s+\d/);
  expect(complaints).toEqual([]);
  await context.close();
});

/** The same in the dark, in Russian, in the narrowest window. */
async function pictureInRussian(project: number | undefined): Promise<void> {
  const { page, context } = await newPerson(browser, product.url, { infoTab: null, locale: 'ru-RU', width: 1024, height: 768 });
  await page.addInitScript(() => localStorage.setItem('DarkThemeActive', 'true'));
  await signInOnPage(page);
  await page.goto(`/${place.spaceId}/analytics?node=${project}`);
  await page.getByText('Concrete is the bottleneck').waitFor();
  await picture(page, 'dashboard-ru');
  await page.getByRole('button', { name: 'Как считаются показатели' }).click();
  await page.getByRole('dialog').getByRole('combobox').first().waitFor();
  await picture(page, 'conventions-ru');
  await context.close();
}
