/** Packages pass the schedules of a project: a gate is given criteria and an approver, and what a pipe asks for is linked. */

import { api } from '@gantry/contract';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

let place: { member: Caller; spaceId: number; versionId: number; itemIds: number[] };
let project: number;

/** Drawings feed a schedule: a code joins a sheet with the first work. */
beforeAll(async () => {
  place = await makeVersion(await signIn(product.url), 4);
  const { member, versionId, itemIds } = place;
  const { nodes } = await member.call(api.eps.tree);
  const idOf = (kind: string): number => nodes.find((node) => node.kind === kind)?.id ?? 0;
  project = idOf('project');
  const columns = (['progress', 'deviation_days', 'spi', 'works'] as const).map((figure) => ({ figure, warn: null, error: null }));
  const content = { rows: { kind: 'schedule' as const, under: null }, columns, sort: 'worst' as const };
  await member.call(api.scoreboard.create, { body: { name: 'All schedules', shared: true, content } });
  const drawings = await member.call(api.projects.createSchedule, { params: { id: project }, body: { name: 'Drawings' } });
  const drawn = await member.call(api.versions.create, { params: { id: drawings.id }, body: { name: 'Version' } });
  const sheet = { name: 'Sheet 1', start: '2026-03-02T09:00', duration_minutes: 5 * 480 };
  const row = await member.call(api.wbs.create, { params: { id: drawn.id }, body: { parent_id: null, item: sheet } });
  const code = async (id: number, wbsId: number): Promise<void> => {
    const attribute = await member.call(api.attributeValues.create, { params: { id }, body: { name: 'Package', type: 'string' } });
    await member.call(api.wbs.update, { params: { id, wbsId }, body: { attributes: { [attribute.id]: 'KJ-1' } } });
  };
  await code(versionId, itemIds[0]);
  await code(drawn.id, row.id);
  const side = (schedule_id: number) => ({ schedule_id, attribute: 'Package', separator: ',' });
  const pipe = {
    name: 'Drawings first',
    main: side(idOf('schedule')),
    supply: side(drawings.id),
    need: { end: 'start' as const, days: 5 },
  };
  await member.call(api.pipes.create, { body: { project_id: project, ...pipe } });
});

const open = async (address: string) => {
  const person = await newPerson(browser, product.url, { infoTab: null });
  await signInOnPage(person.page);
  await person.page.goto(`/${place.spaceId}/${address}`);
  return person;
};

test('a scoreboard with content and its dialog have no barriers', async () => {
  const { page, context, complaints } = await open('scoreboard');
  await page.getByRole('grid', { name: 'All schedules' }).waitFor();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Change the board', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
  await expectNoBarriers(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a gate keeps a package back until its works meet it, its approver lets it through, and its works are linked', async () => {
  const { page, context, complaints } = await open(`pipeline/${project}`);
  const board = page.getByRole('table', { name: 'Pipeline' });
  await board.getByText('KJ-1', { exact: true }).waitFor();
  await expectNoBarriers(page);
  const settle = async (act: (dialog: ReturnType<typeof page.getByRole>) => Promise<void>): Promise<void> => {
    await page.getByRole('button', { name: 'Stages and gates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stages and gates' });
    await act(dialog);
    await expectNoBarriers(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await settle(async (dialog) => {
    await dialog.getByRole('button', { name: 'Earlier: Drawings' }).click();
    await dialog.getByRole('checkbox', { name: 'Drawings: Gate behind it' }).check();
    await dialog.getByRole('textbox', { name: 'Drawings: Done, %' }).fill('0');
    await dialog.getByRole('checkbox', { name: 'Drawings: Needs approval' }).check();
    await dialog.getByRole('checkbox', { name: 'Drawings: Holds' }).check();
    await dialog.getByRole('button', { name: 'Limit of a figure' }).click();
  });
  await board.getByText('Overdue: 1 > 0').waitFor();
  await board.getByText('Held back by Drawings').waitFor();
  await expectNoBarriers(page);
  await settle(async (dialog) => {
    await dialog.getByRole('textbox', { name: 'At most', exact: true }).fill('1');
    await dialog.getByRole('combobox', { name: 'Approvers' }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
  });
  await board.getByRole('button', { name: 'Approve KJ-1 out of Drawings' }).click();
  await board.getByText(/^Passed: /).waitFor();
  await board.getByText('Held back by Drawings').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Make links' }).click();
  await page.getByRole('menuitem', { name: 'Drawings first' }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /KJ-1: Sheet 1 → / })
    .waitFor();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Make 1 link' }).click();
  await page.getByText('1 link made').first().waitFor();
  const { links } = await place.member.call(api.links.list, {
    params: { id: (await place.member.call(api.pipes.read, { params: { id: project } })).pipes[0].main.schedule_id },
    query: { version_id: place.versionId },
  });
  expect(links).toMatchObject([{ side: 'predecessor', type: 'fs', lag_minutes: 5 * 1440, other: { name: 'Sheet 1' } }]);
  expect(complaints).toEqual([]);
  await context.close();
});
