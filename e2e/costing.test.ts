/**
 * Money from the file of an estimate to an act: the estimate is uploaded, rules bring its rows to works, works receive their costs, a month of
 * facts is billed, the next edition is compared and taken over, and all of it is undone.
 */

import { api } from '@gantry/contract';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

const PICTURES = process.env['COSTING_PICTURES'];
const WORKS = 4;
let member: Caller;
let spaceId: number;
let version: number;
let project: number;
let works: number[];

/** A plan whose works carry the codes that rules name, with volumes by days. */
beforeAll(async () => {
  ({ member, spaceId, versionId: version, itemIds: works } = await makeVersion(await signIn(product.url), WORKS));
  const { nodes } = await member.call(api.eps.tree);
  project = nodes.find(({ kind }) => kind === 'project')?.id ?? 0;
  for (const [at, wbsId] of works.entries()) {
    const body = { code: `W${at + 1}`, start: '2026-03-02T09:00', duration_minutes: 5 * 480 };
    await member.call(api.wbs.update, { params: { id: version, wbsId }, body });
  }
  await days('plan', { '2026-03-02': 10, '2026-03-03': 10 });
  await member.call(api.versions.setActual, { params: { id: version } });
}, 120_000);

const days = (mode: 'plan' | 'fact', values: Record<string, number>) =>
  member.call(api.dayValues.write, {
    params: { id: version, wbsId: works[0] },
    body: { measure: 'volume', mode, values: Object.entries(values).map(([day, value]) => ({ day, value })) },
  });

/** The file of a local estimate (GGE XML): a row of two tons for each amount. */
function estimateOf(amounts: readonly string[]): Buffer {
  const items = amounts.map(
    (amount, at) =>
      `<Item><WorkType>Прочее</WorkType><Machine><Num>${at + 1}</Num><Code>A-${at + 1}</Code><Name>Waste ${at + 1}</Name><Unit>t</Unit>` +
      `<ConsumptionTotal>2</ConsumptionTotal></Machine><Totals><Current>${amount}</Current></Totals></Item>`,
  );
  const total = amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2);
  const sections = `<Sections><Section><Code>1</Code><Name>All</Name><Items>${items.join('')}</Items></Section></Sections>`;
  const head = '<?xml version="1.0"?><Construction><Meta><File><Type>ЛС</Type></File></Meta>';
  const price = `<EstimatePrice><Total>${total}</Total></EstimatePrice>`;
  return Buffer.from(`${head}<Object><Estimate><Num>01</Num><Name>Waste</Name>${price}${sections}</Estimate></Object></Construction>`);
}

/** What the version holds of works, links and money. */
async function content(): Promise<string> {
  const { items } = await member.call(api.wbs.list, { params: { id: version } });
  const { estimates } = await member.call(api.estimates.list, { params: { id: project } });
  const links = [];
  for (const { id } of estimates)
    links.push((await member.call(api.costLinks.list, { params: { id: version }, query: { estimate_id: id } })).links);
  return JSON.stringify([items, links]);
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
}

async function upload(page: Page, button: string, amounts: string[]): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'estimate.gge', mimeType: 'application/xml', buffer: estimateOf(amounts) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('Waste 1', { exact: true }).waitFor();
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function updateCosts(page: Page, report: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Costs of works', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Costs of works' });
  await dialog.getByText(report).waitFor();
  await picture(page, 'costs');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Update costs', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('an estimate becomes costs of works, an act and its next edition, and is undone', async () => {
  const { page, context, complaints } = await newPerson(browser, product.url, { infoTab: null });
  await signInOnPage(page);
  const place = `/${spaceId}/estimates/${project}`;
  await page.goto(place);
  const untouched = await content();

  await upload(page, 'Upload an estimate', ['1000.00', '500.01', '77.77', '5.00']);
  const grid = page.getByRole('treegrid', { name: '01 Waste' });
  await grid.waitFor();

  // Conditions on columns stay with the person; where no row fits, there is a way back.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('waste 3');
  await page.getByText('1 of 5 rows pass').waitFor();
  await picture(page, 'filter');
  await expectNoBarriers(page);
  await page.waitForResponse((response) => response.url().includes('/ui-state-config') && response.request().method() !== 'GET');
  await page.reload();
  await page.getByText('in sight: 2').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('nothing of this kind');
  await page.keyboard.press('Escape');
  await page.getByText('No row fits the filter').waitFor();
  await picture(page, 'filter-empty');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Show everything', exact: true }).click();
  await page.getByText('in sight', { exact: false }).waitFor({ state: 'hidden' });

  // Many cells pasted are one call and one undo.
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && request.url().includes('/rows') && calls.push(request.url()));
  await page.getByRole('gridcell', { name: 'Waste 1', exact: true }).waitFor();
  await grid.press('Control+Home');
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await grid.press(key);
  await grid.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Slag 1\nSlag 2\nSlag 3');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('gridcell', { name: 'Slag 3', exact: true }).waitFor();
  expect(calls).toHaveLength(1);
  await grid.press('Control+z');
  await page.getByRole('gridcell', { name: 'Waste 3', exact: true }).waitFor();
  await page.getByRole('gridcell', { name: 'Waste 1', exact: true }).waitFor();

  // Two rules, as a person has them: one brings rows to works by their codes, one leaves a row out.
  const { id: set_id } = await member.call(api.complianceRules.createSet, { body: { eps_id: project, name: 'Rules' } });
  const rules = [['A-4', 'ignore', ''], ['A-*', 'work', 'W{1}']] as const; // prettier-ignore
  for (const [code, kind, value] of rules)
    await member.call(api.complianceRules.create, { body: { set_id, when: { code }, to: { attribute: '', kind, value } } });
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByRole('button', { name: 'Apply: 4 links change' }).click();
  await page.getByRole('button', { name: 'Rules are applied' }).waitFor();
  await picture(page, 'rules');
  await expectNoBarriers(page);

  await page.getByRole('link', { name: 'Estimates', exact: true }).click();
  await page.getByRole('button', { name: 'Link to works', exact: true }).click();
  await page.getByText(/100\.0 % of 1.582\.78 RUB linked or left out/).waitFor();
  await picture(page, 'linking');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Cost settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Cost settings' });
  await settings.getByRole('button', { name: 'Add a percentage' }).click();
  await settings.getByRole('textbox', { name: 'Name of percentage 1' }).fill('Contingency');
  await settings.getByRole('textbox', { name: 'Percent 1', exact: true }).fill('2');
  await picture(page, 'settings');
  await expectNoBarriers(page);
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await settings.waitFor({ state: 'hidden' });
  await updateCosts(page, /1.577\.78 of 1.582\.78 RUB come to works, 5\.00 are left out on purpose, 0\.00 are not linked/);

  // A month of facts: half of the first work is done and billed.
  await days('fact', { '2026-03-10': 10 });
  await page.getByRole('link', { name: 'Acts', exact: true }).click();
  await page.getByRole('button', { name: 'Next act', exact: true }).first().click();
  const begin = page.getByRole('dialog');
  await begin.locator('input[type=date]').fill('2026-03-31');
  await begin.getByRole('button', { name: 'Next act', exact: true }).click();
  await page.getByRole('region', { name: 'Lines of the act' }).getByText('500.00').first().waitFor();
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).waitFor();
  await picture(page, 'act');
  await expectNoBarriers(page);

  // A contract over the estimate bills by its own prices, and says what is paid when.
  const payment = { advance: '10', retention: '5', lag_days: 30 };
  const { estimates } = await member.call(api.estimates.list, { params: { id: project } });
  const contract = { name: 'Contract', project_id: project, estimate_id: estimates[0].id, amount: '2000.00', payment };
  const { id: pdc_id } = await member.call(api.pdc.create, { body: contract });
  await member.call(api.pdc.update, { params: { id: pdc_id }, body: { state: 'agreed' } });
  const schedule = (await member.call(api.eps.tree)).nodes.find(({ kind }) => kind === 'schedule');
  const billed = await member.call(api.acts.create, { body: { schedule_id: schedule?.id ?? 0, pdc_id, to: '2026-03-31' } });
  await member.call(api.acts.update, { params: { id: billed.id }, body: { state: 'issued', total: '631.80' } });
  await page.getByRole('link', { name: 'Contracts', exact: true }).click();
  const flow = page.getByRole('table', { name: 'Cash flow' });
  await flow.getByRole('row', { name: 'Mar 2026 631.80 200.00 631.80 200.00' }).waitFor();
  await flow.getByRole('row', { name: 'Apr 2026 0.00 537.03 631.80 737.03' }).waitFor();
  await picture(page, 'contract');
  await expectNoBarriers(page);

  // The next edition: the first row costs more; what is billed stays.
  await page.getByRole('link', { name: 'Estimates', exact: true }).click();
  await upload(page, 'New edition', ['1200.00', '500.01', '77.77', '5.00']);
  await page.getByRole('button', { name: 'Compare row by row' }).click();
  const compared = page.getByRole('dialog', { name: '01: rows now and the new file' });
  await compared.getByText('200.00', { exact: true }).waitFor();
  await compared.getByText(/rows carried by works: 3, 1.577\.78 → 1.777\.78 RUB/).waitFor();
  await picture(page, 'compare');
  await expectNoBarriers(page);
  await compared.getByRole('button', { name: 'Take over', exact: true }).click();
  await compared.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Link to works', exact: true }).click();
  await updateCosts(page, /1.777\.78 of 1.782\.78 RUB come to works/);
  const acts = await member.call(api.acts.list, { params: { id: project } });
  expect(acts.acts.map(({ pdc_id: by, state, total }) => [by === pdc_id, state, total])).toEqual([
    [true, 'issued', '631.80'],
    [false, 'issued', '500.00'],
  ]);

  // The file that was taken over is taken back, and done again.
  await page.getByRole('button', { name: 'Link to works', exact: true }).click();
  const total = page.getByText(/Total: 1.782\.78 RUB/);
  await total.waitFor();
  await page.getByRole('treegrid', { name: '01 Waste' }).press('Control+z');
  await total.waitFor({ state: 'hidden' });
  await page.getByText(/Total: 1.582\.78 RUB/).waitFor();
  await page.getByRole('button', { name: 'Do it again', exact: true }).click();
  await total.waitFor();

  // The next version of the schedule has its works from a file: it is offered the links of this one.
  const next = await member.call(api.versions.create, { params: { id: schedule?.id ?? 0 }, body: { name: 'Next' } });
  for (const code of ['W1', 'W2', 'W3']) {
    const { id } = await member.call(api.wbs.create, { params: { id: next.id }, body: { parent_id: null, item: { name: `New ${code}` } } });
    await member.call(api.wbs.update, { params: { id: next.id, wbsId: id }, body: { code } });
  }
  const linksOfNext = async () =>
    (await member.call(api.costLinks.list, { params: { id: next.id }, query: { estimate_id: estimates[0].id } })).links.length;
  await page.goto(place);
  await page.getByRole('button', { name: 'Link to works', exact: true }).click();
  await page.getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: 'Schedule: Next' }).click();
  const offer = page.getByRole('status').filter({ hasText: 'has 4 links' });
  await picture(page, 'offer');
  await offer.getByRole('button', { name: 'Take links over' }).click();
  const taking = page.getByRole('dialog', { name: 'Take links over' });
  await taking.getByText(/Links taken: 4; .*: 0; .*: 0\./).waitFor();
  await taking.getByRole('button', { name: 'Take links over' }).click();
  await taking.waitFor({ state: 'hidden' });
  await offer.waitFor({ state: 'hidden' });
  expect(await linksOfNext()).toBe(4);
  await member.call(api.edits.undo, { params: { id: next.id }, body: {} });
  await offer.waitFor();
  expect(await linksOfNext()).toBe(0);

  // A table with parts of costs shows them in columns of their own.
  await page.getByRole('button', { name: 'Upload an estimate', exact: true }).first().click();
  const table = page.getByRole('dialog');
  const parts = 'No;Name;Unit;Quantity;Amount;Labour;Materials\n1;Walls;m3;3;100.01;50.01;30\n';
  await table.locator('input[type=file]').setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(parts) });
  await table.getByText('Walls', { exact: true }).waitFor();
  await table.getByRole('button', { name: 'Upload', exact: true }).click();
  await table.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Parts of costs', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Wages', exact: true }).waitFor();
  await page.getByRole('gridcell', { name: '50.01' }).waitFor();
  await picture(page, 'parts');
  await expectNoBarriers(page);

  // Costs twice, the facts between them, and the rules: what is left is the plan as it was.
  for (let step = 0; step < 4; step += 1) await member.call(api.edits.undo, { params: { id: version }, body: {} });
  const [items] = JSON.parse(await content()) as [unknown];
  const [before] = JSON.parse(untouched) as [unknown];
  expect(items).toEqual(before);
  expect(complaints).toEqual([]);
  await context.close();
}, 90_000);
