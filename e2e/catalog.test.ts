/** The catalog in use: directories come as files, works carry their rows, a norm changes, and what follows is seen, accepted and undone. */

import { api } from '@gantry/contract';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { type Caller, signIn } from './caller.ts';
import { gridOf, readRows, typeInto } from './grid.ts';
import { browser, product } from './opened.ts';
import { madeFile, realFile } from './schedule-file.ts';
import { signInOnPage, startUpload } from './visit.ts';

const schedule = realFile('progress-override-692.xer') ?? madeFile('small.xer', 40);
let caller: Caller;
let spaceId = 0;
let nodeId = 0;

beforeAll(async () => {
  const demo = await signIn(product.url);
  // The demo space has directories of its own.
  spaceId = (await demo.call(api.spaces.create, { body: { name: 'Catalog' } })).id;
  caller = demo.inSpace(spaceId);
  nodeId = (await caller.call(api.facilities.create, { body: { name: 'Facility' } })).id;
  const project = await caller.call(api.projects.create, { body: { name: 'Project', facility_id: nodeId } });
  await caller.call(api.projects.createSchedule, { params: { id: project.id }, body: { name: 'Construction schedule' } });
  const units = [
    ['Square metre', 'm²'],
    ['Cubic metre', 'm³'],
  ];
  for (const [name, sign] of units) await caller.call(api.measures.create, { body: { name, sign } });
  const figure = { type: 'number', unit: 'h' } as const;
  await caller.call(api.directories.create, { params: { epsId: nodeId }, body: { name: 'Work types', kind: 'work_types' } });
  await caller.call(api.directories.create, {
    params: { epsId: nodeId },
    body: {
      name: 'Norms',
      kind: 'norms',
      columns: [
        { ...figure, name: 'Labour', role: 'labour', required: true },
        { name: 'Price', type: 'money', role: 'price' },
      ],
    },
  });
});

const csv = (name: string, lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
const WORK_TYPES = csv('work-types.csv', [
  'Code;Name;Unit',
  ...Array.from({ length: 60 }, (_none, index) => `W-${index + 1};Walls of type ${index + 1};${index % 2 ? 'm³' : 'm²'}`),
]);
const NORMS = csv('norms.csv', [
  'Code;Name;Unit;Labour;Price',
  ...Array.from(
    { length: 60 },
    (_none, index) => `N-${index + 1};Laying ${index + 1};${index % 2 ? 'm³' : 'm²'};${index + 1},5;${(index + 1) * 100}`,
  ),
]);

async function openDirectories(page: Page, tab = 'Directories'): Promise<void> {
  await page.goto(`/${spaceId}/directories`);
  await page.getByRole('tab', { name: tab, exact: true }).click();
}

/** Opens a directory and waits for its grid. */
async function openDirectory(page: Page, name: string): Promise<void> {
  await openDirectories(page);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await gridOf(page, name).waitFor();
}

/** Reads a file into the open directory, up to what it would change. */
async function compare(page: Page, file: ReturnType<typeof csv>): Promise<Locator> {
  await page.getByRole('toolbar', { name: 'Tools of the directory' }).getByRole('button', { name: 'Upload a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Directory upload' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await dialog.getByRole('navigation').waitFor();
  return dialog;
}

const rowOf = (dialog: Locator, part: string): Locator => dialog.locator(`[data-part=${part}]`);

describe('a set of directories, a real schedule and one changed norm', () => {
  let page: Page;
  let complaints: string[];
  let version = 0;
  let work = { id: 0, name: '' };

  beforeAll(async () => {
    ({ page, complaints } = await newPerson(browser, product.url));
    await signInOnPage(page);
  });

  test.each([
    ['Work types', WORK_TYPES],
    ['Norms', NORMS],
  ] as const)('%s come as a file: what would be added is seen first', async (name, file) => {
    await openDirectory(page, name);
    const dialog = await compare(page, file);
    await expect.poll(() => rowOf(dialog, 'added').textContent()).toBe('Added60');
    expect(await rowOf(dialog, 'refused').count()).toBe(0);
    await dialog.getByRole('button', { name: /^Take over 60/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await readRows(page, name)).length).toBeGreaterThan(10);
  });

  test('a work type brings its norm by a relation of pasted pairs', async () => {
    await openDirectories(page, 'Relations');
    await page.getByRole('button', { name: 'New relation' }).first().click();
    const dialog = page.getByRole('dialog');
    for (const [label, choice] of [
      ['Rows of', 'Work types'],
      ['bring rows of', 'Norms'],
    ]) {
      await dialog.getByLabel(label, { exact: true }).click();
      await page.getByRole('option', { name: new RegExp(`^${choice}`) }).click();
    }
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add rows' }).first().click();
    await dialog.getByLabel('Or many, as a table').fill('W-1\tN-1\t2\nW-2\tN-2\t1\nW-3\tnobody\t1');
    await dialog.getByText('One line names no rows: 3').waitFor();
    await dialog.getByLabel('Or many, as a table').fill('W-1\tN-1\t2\nW-2\tN-2\t1');
    await dialog.getByRole('button', { name: 'Add 2' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await readRows(page, 'Work types → Norms')).length).toBe(2);
  });

  test('a work of an imported schedule takes a work type: hours, cost and duration follow', async () => {
    await page.goto(`/${spaceId}`);
    const upload = await startUpload(page, 'Construction schedule', schedule);
    await upload.getByRole('button', { name: 'Open version' }).click({ timeout: 120_000 });
    await gridOf(page).waitFor();
    version = Number(/schedule\/(\d+)/.exec(page.url())?.[1]);
    const { items } = await caller.call(api.wbs.list, { params: { id: version }, query: { limit: 1000 } });
    const free = (items as unknown as { id: number; name: string; type: string; status: string }[]).find(
      ({ type, status }) => (type === 'task' || type === 'work') && status === 'not_started',
    );
    work = { id: free?.id as number, name: free?.name as string };
    await page.goto(`/${spaceId}/schedule/${version}?target=${work.id}`);
    await gridOf(page).waitFor();
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByRole('tab', { name: 'Directories' }).click();
    await page.getByRole('button', { name: 'Add a row of a directory' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Row', { exact: true }).click();
    await page.keyboard.type('W-1 Walls');
    await page.getByRole('option', { name: /^W-1 / }).click();
    await dialog.getByLabel('Volume').fill('40');
    await dialog.getByText('N-1 Laying 1').waitFor();
    await dialog.getByRole('button', { name: 'Give to the work' }).click();
    await dialog.waitFor({ state: 'detached' });
    // 40 m² of the work type take 80 of the norm, 1.5 hours each; nobody else works them.
    await expect
      .poll(async () => (await valuesOf()).map(({ code, labour_hours }) => [code, labour_hours]))
      .toEqual([
        ['W-1', 120],
        ['N-1', 120],
        ['N-1', 120],
      ]);
    await page.getByText('Hours of N-1 itself').waitFor();
    expect(await durationOf()).toBe(120 * 60);
  });

  test('the norm changes: what follows is seen, accepted, and undone in the schedule', async () => {
    await openDirectory(page, 'Norms');
    await typeInto(page, 'Laying 1', 'Labour, h *', '3', 'Norms');
    await expect.poll(async () => (await readRows(page, 'Norms'))[0].cells['Labour, h *']).toBe('3');
    expect(await durationOf()).toBe(120 * 60);
    await page.getByRole('button', { name: 'What follows in schedules' }).click();
    const dialog = page.getByRole('dialog', { name: 'What follows from “Norms”' });
    await dialog.getByRole('row').filter({ hasText: work.name }).first().waitFor({ timeout: 120_000 });
    expect(await dialog.getByRole('row').filter({ hasText: work.name }).first().textContent()).toMatch(/120\s*→\s*240/);
    await dialog.getByRole('button', { name: /^Accept/ }).click();
    await expect.poll(durationOf, { timeout: 120_000 }).toBe(240 * 60);
    await page.goto(`/${spaceId}/schedule/${version}?target=${work.id}`);
    await gridOf(page).waitFor();
    await gridOf(page).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(durationOf).toBe(120 * 60);
    expect(complaints).toEqual([]);
  });

  const valuesOf = async () =>
    (await caller.call(api.versionDirectories.ofItem, { query: { version_id: version, item_id: work.id } })).values;
  const durationOf = async (): Promise<number> => {
    const { items } = await caller.call(api.wbs.list, { params: { id: version }, query: { limit: 1000 } });
    return (items as unknown as { id: number; duration_minutes: number }[]).find(({ id }) => id === work.id)?.duration_minutes as number;
  };
});

describe('what does not fit', () => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await newPerson(browser, product.url));
    await signInOnPage(page);
    await caller.call(api.directories.create, {
      params: { epsId: nodeId },
      body: { name: 'Crews', kind: 'resources', columns: [{ name: 'People', type: 'number' }] },
    });
  });

  test('keys that stand twice, units that nobody knows and words instead of numbers are refused line by line', async () => {
    await openDirectory(page, 'Crews');
    const dialog = await compare(
      page,
      csv('crews.csv', [
        'Code;Name;Unit;People',
        'C-1;Masons;m²;4',
        'C-2;Smiths;furlong;3',
        'C-3;Roofers;m²;many',
        'C-4;Painters;m²;2',
        'C-4;Painters too;m²;3',
      ]),
    );
    await expect.poll(() => rowOf(dialog, 'refused').textContent()).toBe('Refused4');
    await dialog.getByText('furlong').first().waitFor();
    await dialog.getByRole('button', { name: /^Take over 1 / }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await readRows(page, 'Crews')).map(({ cells }) => cells['Name'])).toEqual(['Masons']);
  });

  test('a cell says why a word is no number, and an undone paste leaves nothing behind', async () => {
    await openDirectory(page, 'Crews');
    await typeInto(page, 'Masons', 'People', 'many', 'Crews');
    await page.locator('.gantt-refusal').waitFor();
    await page.keyboard.press('Escape');
    await typeInto(page, 'Masons', 'People', '7', 'Crews');
    await expect.poll(async () => (await readRows(page, 'Crews'))[0].cells['People']).toBe('7');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await readRows(page, 'Crews'))[0].cells['People']).toBe('4');
  });

  test('relations that would close a cycle are refused with their way', async () => {
    const all = (await caller.call(api.directories.list, { params: { epsId: nodeId } })).directories;
    const idOf = (name: string): number => all.find((each) => each.name === name)?.id as number;
    const relate = (from: string, to: string) =>
      caller.call(api.directoryRelations.create, { body: { name: `${from} ${to}`, from_id: idOf(from), to_id: idOf(to) } });
    await relate('Norms', 'Crews');
    await openDirectories(page, 'Relations');
    await page.getByRole('button', { name: 'New relation' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Rows of', { exact: true }).click();
    await page.getByRole('option', { name: /^Crews/ }).click();
    await dialog.getByLabel('bring rows of', { exact: true }).click();
    await page.getByRole('option', { name: /^Norms/ }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => page.getByText(/depend on themselves/).count()).toBeGreaterThan(0);
    expect((await caller.call(api.directoryRelations.all)).relations.map(({ name }) => name)).not.toContain('Crews → Norms');
  });
});
