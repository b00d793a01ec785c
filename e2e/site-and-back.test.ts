/** A curator approves what the site reports. */

import { api } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, PASSWORD } from './accounts.ts';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

const EXECUTOR = 4;
const PICTURES = process.env['SITE_PICTURES'];
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

let demo: Caller;
let member: Caller;
let place: { spaceId: number; versionId: number; itemIds: number[] };
let foreman: Account;
let curator: Account;
let schedule: number;

beforeAll(async () => {
  demo = await signIn(product.url);
  const made = await makeVersion(demo, 2);
  member = made.member;
  place = made;
  foreman = await newAccount(product.url, 'mason');
  curator = await newAccount(product.url, 'warden');
  for (const { login } of [foreman, curator])
    await member.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login, role_id: EXECUTOR } });
  schedule = (await member.call(api.versions.get, { params: { id: place.versionId } })).schedule_id;
  await member.call(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { fact_approval: 'curator' } });
  const [itemId] = place.itemIds;
  const body = { executor_id: foreman.id, curator_id: curator.id, volume: 100, start: `${day(-1)}T09:00`, duration_minutes: 2400 };
  await member.call(api.wbs.update, { params: { id: place.versionId, wbsId: itemId }, body });
});

const facts = async (): Promise<number[]> => {
  const params = { id: place.versionId, wbsId: place.itemIds[0] };
  const { series } = await member.call(api.dayValues.read, { params, query: {} });
  return series.filter(({ mode }) => mode === 'fact').flatMap(({ values }) => values.map(({ value }) => value));
};

test('what the site reports waits for the curator of the work, who declines with a reason and approves', async () => {
  const report = (amount: number, offset: number) => ({
    id: randomUUID(),
    schedule_id: schedule,
    row_id: place.itemIds[0],
    day: day(offset),
    measure: 'volume' as const,
    amount,
  });
  const entries = [report(30, -1), report(500, 0)];
  const { verdicts } = await foreman.inSpace(place.spaceId).call(api.dayEntries.report, { body: { entries } });
  expect(verdicts.map(({ state }) => state)).toEqual(['pending', 'pending']);
  expect(await facts()).toEqual([]);
  const { page, context, complaints } = await newPerson(browser, product.url, { infoTab: 'daily_planning' });
  await signInOnPage(page, { login: curator.login, password: PASSWORD });
  await page.goto(`/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`);
  const folded = page.getByRole('button', { name: 'Open the panel' });
  const panel = page.getByRole('region', { name: 'Reports of days' });
  await folded.or(panel).first().waitFor();
  if (await folded.isVisible()) await folded.click();
  await panel.getByRole('button', { name: /^Decline.*500$/ }).click();
  await panel.getByRole('textbox', { name: 'Why not?' }).fill('More than there is');
  await panel.getByRole('button', { name: 'Decline', exact: true }).last().click();
  await panel.getByText('Declined', { exact: true }).waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/curator.png` });
  await panel.getByRole('button', { name: /^Approve.*30$/ }).click();
  await panel.getByText('Counts', { exact: true }).waitFor();
  expect(await facts()).toEqual([30]);
  expect(complaints).toEqual([]);
  await context.close();
});
