/** Models and plans: linked by rules, played, revised, their quantities and their plan taken out; and a real building of GANTRY_TEST_DATA. */

import { api } from '@gantry/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { type Caller, signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { agreeing, builtRows, HAS_BUILDING, type Known, knownLinks, loggedGroups, modelFiles, rulesFor } from './schependomlaan.ts';
import { signInOnPage } from './visit.ts';

let member: Caller;
let spaceId: number;
let facilityId: number;
beforeAll(async () => {
  const person = await signIn(product.url);
  spaceId = (await person.call(api.spaces.create, { body: { name: 'Models' } })).id;
  member = person.inSpace(spaceId);
  facilityId = (await member.call(api.facilities.create, { body: { name: 'Street' } })).id;
});

async function makeProject(name: string): Promise<{ projectId: number; scheduleId: number }> {
  const projectId = (await member.call(api.projects.create, { body: { name, facility_id: facilityId } })).id;
  const { id: scheduleId } = await member.call(api.projects.createSchedule, { params: { id: projectId }, body: { name: 'Works' } });
  return { projectId, scheduleId };
}
const addressOf = (path: string, id: number): string => path.replace('{id}', String(id));

/** Takes a table in as a version, with the dates that it states. */
async function takeTable(scheduleId: number, lines: readonly string[]): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n')]), 'plan.csv');
  const answer = await member.ask(addressOf(api.imports.uploadNow.path, scheduleId), { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { version_id: number }).version_id;
}
async function converted(jobId: number): Promise<void> {
  const job = () => member.call(api.jobs.get, { params: { id: jobId } });
  await expect.poll(async () => (await job()).finished_at, { timeout: 120_000, interval: 100 }).not.toBeNull();
  expect((await job()).status).toBe('done');
}
async function openModels(projectId: number, place: { versionId: number; linkId: number }) {
  const { page, context } = await newPerson(browser, product.url, { infoTab: null });
  await signInOnPage(page);
  await page.goto(`/${spaceId}/model/${projectId}?version=${place.versionId}&link=${place.linkId}`);
  const bar = page.getByRole('region', { name: 'Player' });
  await bar.waitFor();
  return { page, context, bar };
}
const PICTURES = process.env['MODEL_PICTURES'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
};
const legend = (page: Page) => page.getByRole('list', { name: 'Elements by state' });
const useMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Links', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

const body = { category: 'IFCWALL' as const, layer: '', x: 0, y: 0, z: 0, rotation: 0, height: 3, storey: 0 };
const shape = { kind: 'box' as const, width: 4, depth: 1 };
/** How many elements of the building are not begun, under way and done on some days. */
const GOLDEN = [
  ['2015-05-20', 495, 23, 88],
  ['2015-06-25', 353, 15, 238],
  ['2015-07-17', 129, 131, 346],
  ['2015-09-11', 13, 76, 517],
] as const;

/** Goes to a day by steps of weeks and of days. */
async function goTo(page: Page, bar: Locator, date: string): Promise<void> {
  const wanted = (Date.parse(`${date}T00:00Z`) - Date.UTC(1990, 0, 1)) / 86_400_000;
  const slider = bar.getByRole('slider', { name: 'Date' });
  for (const [step, days] of [
    ['Week', 7],
    ['Day', 1],
  ] as const) {
    await bar.getByText(step, { exact: true }).click();
    const away = Math.trunc((wanted - Number(await slider.getAttribute('aria-valuenow'))) / days);
    for (let times = Math.abs(away); times > 0; times--) await page.keyboard.press(away > 0 ? '.' : ',');
  }
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe(String(wanted));
}

const item = (key: string, code: string) => ({ ...body, shape, key, name: key, code });
const byCode = { name: 'By class', active: true, elements: [], items: [], share: 1, again: false, joins: [{ element: { set: '', name: 'class' }, item: { set: '', name: 'code' }, by: 'equal' as const, map: [] }] }; // prettier-ignore

test(
  'a plan is played on its model, gives its works volumes, goes out as IFC, and keeps its links through a revision',
  { timeout: 300_000 },
  async () => {
    const { projectId, scheduleId } = await makeProject('House');
    const versionId = await takeTable(scheduleId, [
      'Code,Name,Duration (h),Start,Finish',
      'W,Walls,40,2026-03-02 08:00,2026-03-06 17:00',
      'S,Slabs,40,2026-03-09 08:00,2026-03-13 17:00',
    ]);
    const made = await member.call(api.primitiveModels.create, {
      body: {
        eps_id: projectId,
        name: 'Sketch',
        storeys: [{ name: 'Ground', elevation: 0 }],
        items: [item('w1', 'W'), item('w2', 'W'), item('s1', 'S')],
      },
    });
    await converted(made.job_id);
    const linkId = (await member.call(api.modelLinks.create, { params: { id: projectId }, body: { name: 'All', rules: [byCode] } })).id;
    await member.call(api.modelLinks.createRelations, { params: { id: versionId, linkId }, body: {} });

    const { page, context, bar } = await openModels(projectId, { versionId, linkId });
    await expect.poll(() => legend(page).textContent()).toBe('Not begun 1Under way 2Done 0Late 0');
    await bar.getByRole('button', { name: 'Another day beside' }).click();
    const second = page.getByRole('region', { name: 'Another day beside' });
    await second.getByRole('slider').focus();
    await page.keyboard.press('End');
    await expect.poll(() => second.textContent()).toContain('done 3, under way 0');
    await bar.getByRole('button', { name: 'Works over time' }).click();
    await expect.poll(() => bar.getByRole('list', { name: 'Works over time' }).getByRole('listitem').count()).toBe(2);
    await picture(page, 'two-days');
    await bar.getByRole('button', { name: 'One day alone' }).click();

    // What is hidden and cut comes back with a saved view; a walk sees other things at each step.
    const view = page.getByRole('application', { name: /^Models in three dimensions/ });
    const tool = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByRole('tab', { name: 'Tree' }).click();
    await page.getByRole('tree', { name: 'Tree' }).getByRole('treeitem').nth(1).click();
    await page.keyboard.press('h');
    await tool('Cut the models').click();
    await tool('Saved views').click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Section A');
    await page.keyboard.press('Enter');
    await tool('End the cut').click();
    await tool('Show all').click();
    await expect.poll(() => tool('Show all').isDisabled()).toBe(true);
    await tool('Saved views').click();
    await page.getByRole('menuitem', { name: 'Section A', exact: true }).click();
    await tool('End the cut').click();
    await tool('Show all').click();
    const seen = () => view.locator('canvas').evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
    await tool('Walk').click();
    await view.focus();
    const before = await seen();
    await page.keyboard.press('w');
    await expect.poll(async () => (await seen()) !== before).toBe(true);
    await page.keyboard.press('Escape');
    await tool('Walk').waitFor();

    await useMenu(page, 'Volumes from the models…');
    const volumes = page.getByRole('dialog', { name: 'Volumes from the models' });
    await volumes.getByRole('button', { name: 'Take volumes of works: 2' }).waitFor();
    await picture(page, 'volumes');
    await volumes.getByRole('button', { name: 'Take volumes of works: 2' }).click();
    await volumes.getByText('Volumes taken: 2').waitFor();
    const volumeOf = async () => (await member.call(api.wbs.list, { params: { id: versionId } })).items.map((row) => row['volume']);
    expect(await volumeOf()).toEqual([24, 12]);
    await volumes.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(volumeOf).toEqual([null, null]);
    await page.keyboard.press('Escape');

    const download = page.waitForEvent('download');
    await useMenu(page, 'Within Sketch');
    const file = readFileSync(await (await download).path(), 'latin1');
    expect([file.match(/=IFCTASK\(/g)?.length, file.match(/=IFCRELASSIGNSTOPRODUCT\(/g)?.length]).toEqual([2, 3]);
    expect(file).toContain("'2026-03-02T08:00:00'");

    // Revision B: a wall less, two slabs more.
    const revised = await member.call(api.primitiveModels.update, {
      body: { id: made.id, eps_id: projectId, items: [item('w1', 'W'), item('s1', 'S'), item('s2', 'S'), item('s3', 'S')] },
    });
    await converted(revised.job_id);
    await useMenu(page, 'Run the rules again');
    const report = page.getByRole('dialog', { name: 'What has been linked' });
    await report.getByText('New pairs 2, as before 2, gone 1; by hand 0').waitFor();
    await report.getByText('Linked: 4 of 4 elements, 2 of 2 works').waitFor();
    await picture(page, 'report');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Model of primitives' }).click();
    const plan = page.getByRole('application', { name: 'The storey from above' });
    const box = await plan.boundingBox();
    if (!box) throw new Error('the plan is not shown');
    const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
      await page.mouse.move(box.x + from[0], box.y + from[1]);
      await page.mouse.down();
      await page.mouse.move(box.x + to[0], box.y + to[1], { steps: 4 });
      await page.mouse.up();
    };
    await drag([200, 60], [500, 80]);
    await page.getByText('Cylinder', { exact: true }).first().click();
    await drag([250, 200], [270, 200]);
    await page.getByText('Bodies: 2').waitFor();
    await picture(page, 'drawn');
    await context.close();
  },
);

test.skipIf(!HAS_BUILDING)(
  'a building that was built: rules link as its planner did, and its days are known',
  { timeout: 900_000 },
  async () => {
    const { projectId, scheduleId } = await makeProject('Schependomlaan');
    for (const { name, bytes } of modelFiles()) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), name);
      const answer = await member.ask(addressOf(api.models.upload.path, projectId), { method: 'POST', body: form });
      await converted(((await answer.json()) as { job_id: number }).job_id);
    }
    const { tasks, elements: known } = knownLinks();
    const rows = [...tasks].map(
      ([code, { name, start, finish }]) => `${code},"${name}",${start} 08:00,${finish} 16:00,${(known.get(code) ?? []).join(' ')}`,
    );
    const versionId = await takeTable(scheduleId, ['Code,Name,Start,Finish,Elements', ...rows]);

    // Rules of layer, name and storey, against the planner's own log.
    const elements = await knownElements(projectId, versionId);
    const logged = loggedGroups();
    const byRules = (
      await member.call(api.modelLinks.create, { params: { id: projectId }, body: { name: 'Rules', rules: rulesFor(elements, logged) } })
    ).id;
    await member.call(api.modelLinks.createRelations, { params: { id: versionId, linkId: byRules }, body: {} });
    const { relations } = await member.call(api.modelLinks.relations, { params: { id: versionId, linkId: byRules } });
    const codes = new Map(
      (await member.call(api.wbs.list, { params: { id: versionId } })).items.map((row) => [row['id'], String(row['code'])]),
    );
    const ofGuid = Map.groupBy(relations, ({ guid }) => guid);
    const agree = agreeing(
      elements,
      (guid) => [...new Set((ofGuid.get(guid) ?? []).map(({ item_id }) => codes.get(item_id) ?? ''))],
      logged,
    );
    expect(elements).toHaveLength(713);
    expect(agree).toBeGreaterThanOrEqual(68);

    // By the GUIDs of the planner's own list, on the days that are known; forty elements stand in two of the models.
    const byGuid = { name: 'Planner', rules: [], guid_field: { set: 'attribute', name: 'Elements' } };
    const linkId = (await member.call(api.modelLinks.create, { params: { id: projectId }, body: byGuid })).id;
    await member.call(api.modelLinks.createRelations, { params: { id: versionId, linkId }, body: {} });
    const planned = await openModels(projectId, { versionId, linkId });
    for (const [date, before, active, after] of GOLDEN) {
      await goTo(planned.page, planned.bar, date);
      await expect
        .poll(() => legend(planned.page).textContent(), { timeout: 30_000 })
        .toBe(`Not begun ${before}Under way ${active}Done ${after}Late 0`);
    }
    await picture(planned.page, 'schependomlaan');
    await planned.context.close();

    // Revision B: the architect has drawn twenty of the linked elements anew, under other GUIDs.
    const byModel = Map.groupBy(relations, ({ model_id }) => model_id);
    const [modelId, pairs] = [...byModel].toSorted(([, a], [, b]) => b.length - a.length)[0];
    const drawnAnew: string[] = [...new Set(pairs.map(({ guid }) => guid))].slice(0, 20);
    const { models } = await member.call(api.models.list, { params: { id: projectId } });
    const file = modelFiles().find(({ name }) => models.some(({ id, name: of }) => id === modelId && name.startsWith(of)));
    if (!file) throw new Error('the file of the model is not known');
    let text = file.bytes.toString('latin1');
    for (const [at, guid] of drawnAnew.entries()) text = text.replaceAll(guid, `${guid.slice(0, 20)}${10 + at}`);
    const form = new FormData();
    form.set('model_id', String(modelId));
    form.set('file', new Blob([Buffer.from(text, 'latin1')]), file.name);
    const answer = await member.ask(addressOf(api.models.upload.path, projectId), { method: 'POST', body: form });
    await converted(((await answer.json()) as { job_id: number }).job_id);
    const gone = pairs.filter(({ guid }) => drawnAnew.includes(guid)).length;
    const revised = await openModels(projectId, { versionId, linkId: byRules });
    const notice = revised.page.getByRole('status').filter({ hasText: 'has version 2' });
    await notice.waitFor({ timeout: 60_000 });
    await picture(revised.page, 'proposal');
    await notice.getByRole('button', { name: 'Run the rules' }).click();
    const report = revised.page.getByRole('dialog', { name: 'What has been linked' });
    const outcome = async () => (await report.getByText('New pairs').textContent())?.replace(/(\d)\s(?=\d)/g, '$1');
    await expect.poll(outcome).toBe(`New pairs ${gone}, as before ${relations.length - gone}, gone ${gone}; by hand 0`);
    await picture(revised.page, 'relinked');
    await revised.context.close();
  },
);

test.skipIf(!HAS_BUILDING)(
  'a building that was built: 194 elements that came too late are shown as late',
  { timeout: 300_000 },
  async () => {
    const { projectId, scheduleId } = await makeProject('Built');
    // Elements of the log are in none of the public models: a body stands for each, of all that were late and as many that were not.
    const all = builtRows();
    const late = all.filter(({ isLate }) => isLate);
    const shown = [...late, ...all.filter(({ isLate }) => !isLate).slice(0, late.length)];
    const codeOf = ({ task, isLate }: (typeof shown)[number]): string => (isLate ? `${task}-L` : task);
    const works = new Map(shown.map((row) => [codeOf(row), row]));
    const versionId = await takeTable(scheduleId, [
      'Code,Name,Start,Finish',
      ...[...works].map(([code, { start, finish }]) => `${code},${code},${start} 08:00,${finish} 16:00`),
    ]);
    await member.call(api.versions.updateTargetDates, { params: { id: versionId }, body: { version_id: versionId } });
    for (const row of (await member.call(api.wbs.list, { params: { id: versionId } })).items) {
      const work = works.get(String(row['code']));
      if (!work) continue;
      // The log says that it was too late, not by how much.
      const finish = new Date(Date.parse(`${work.finish}T16:00Z`) + (work.isLate ? 86_400_000 : 0)).toISOString().slice(0, 16);
      const fact = { actual_start: `${work.start}T08:00`, actual_finish: finish, status: 'completed' };
      await member.call(api.wbs.update, { params: { id: versionId, wbsId: Number(row['id']) }, body: fact });
    }
    const items = shown.map((row, index) => ({ ...item(`e${index}`, codeOf(row)), x: (index % 20) * 5, y: Math.floor(index / 20) * 2 }));
    const made = await member.call(api.primitiveModels.create, {
      body: { eps_id: projectId, name: 'Log', storeys: [{ name: 'Ground', elevation: 0 }], items },
    });
    await converted(made.job_id);
    const linkId = (await member.call(api.modelLinks.create, { params: { id: projectId }, body: { name: 'All', rules: [byCode] } })).id;
    await member.call(api.modelLinks.createRelations, { params: { id: versionId, linkId }, body: {} });
    const { page, context, bar } = await openModels(projectId, { versionId, linkId });
    await bar.getByRole('combobox', { name: 'Dates' }).click();
    await page.getByRole('option', { name: 'Fact' }).click();
    await bar.getByRole('slider', { name: 'Date' }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => legend(page).textContent()).toBe(`Not begun 0Under way 0Done ${shown.length}Late 194`);
    await context.close();
  },
);

/** Elements of all models that have a shape, each GUID once. */
async function knownElements(projectId: number, versionId: number): Promise<Known[]> {
  const shaped = { field: { set: '', name: 'geometry' }, test: 'equal' as const, values: ['yes'] };
  const any = { field: { set: '', name: 'code' }, test: 'one_of' as const, values: ['ST00060'] };
  const rules = [{ ...byCode, name: 'Shown', elements: [shaped], items: [any], joins: [] }];
  const linkId = (await member.call(api.modelLinks.create, { params: { id: projectId }, body: { name: 'Shown', rules } })).id;
  await member.call(api.modelLinks.createRelations, { params: { id: versionId, linkId }, body: {} });
  const { relations } = await member.call(api.modelLinks.relations, { params: { id: versionId, linkId } });
  const shown = new Set(relations.map(({ guid }) => guid));
  const { models } = await member.call(api.models.list, { params: { id: projectId } });
  const found = new Map<string, Known>();
  for (const { id: modelId } of models) {
    const { elements } = await member.call(api.models.tree, { params: { id: projectId, modelId } });
    const more = await member.call(api.models.elementsMetadata, { params: { id: projectId, modelId }, body: { ids: elements.id } });
    for (const { guid, name, layers, storey } of more.elements)
      if (shown.has(guid) && !found.has(guid)) found.set(guid, { guid, name, layer: layers[0] ?? '', storey: storey ?? '' });
  }
  return [...found.values()];
}
