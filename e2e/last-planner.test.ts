/** A week is made ready, promised in spite of a roadblock, and blocked from the site. */

import { api } from '@gantry/contract';
import { beforeAll, expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { signInOnPage } from './visit.ts';

let member: Caller;
let place: { spaceId: number; versionId: number; itemIds: number[] };
const PICTURES = process.env['LAST_PLANNER_PICTURES'];
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** The Monday after today. */
const next = day(8 - (new Date().getUTCDay() || 7));

beforeAll(async () => {
  const made = await makeVersion(await signIn(product.url), 4);
  member = made.member;
  place = made;
  const user = await member.call(api.users.whoAmI, {});
  for (const itemId of place.itemIds) {
    const params = { id: place.versionId, wbsId: itemId };
    await member.call(api.wbs.update, { params, body: { start: `${next}T09:00`, duration_minutes: 5 * 480, executor_id: user.id } });
    await member.call(api.dayValues.write, {
      params,
      body: { measure: 'volume', mode: 'plan', values: [{ day: next, value: 25 }] },
    });
  }
});

test('a week is made ready, promised and looked back on', async () => {
  const { page, context, complaints } = await newPerson(browser, product.url, { infoTab: null });
  const picture = async (name: string): Promise<void> => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
  };
  await signInOnPage(page);
  await page.goto(`/${place.spaceId}/schedule/${place.versionId}/look-ahead`);
  await page.getByRole('link', { name: 'Row 0' }).waitFor();
  await page.getByRole('button', { name: 'Row 0: 0 roadblocks' }).click();
  await page.getByRole('button', { name: 'Add a roadblock' }).click();
  await page.getByRole('textbox', { name: 'What is missing?' }).fill('Rebar for axis B');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Rebar for axis B').waitFor();
  await page.getByRole('img', { name: /^Blocked/ }).waitFor();
  await picture('ahead-light');
  await page.getByText('Weekly plan', { exact: true }).click();
  await page.getByRole('button', { name: 'Week after' }).click();
  await page.getByRole('button', { name: 'Approve 3 promises' }).waitFor();
  await page.getByRole('checkbox', { name: 'Promise Row 0', exact: true }).check();
  await page.getByRole('checkbox', { name: /Promise Row 0 although/ }).check();
  await picture('offers-light');
  await page.getByRole('button', { name: 'Approve 4 promises' }).click();
  await page.getByRole('table', { name: 'Promises of the week' }).getByText('promised although not ready').waitFor();
  await picture('promises-light');
  await page.getByText('Results', { exact: true }).click();
  await page.getByText('3 / 4').waitFor();
  await picture('results-light');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a roadblock comes from the site', async () => {
  const { page, context, complaints } = await newPerson(browser, product.url, { width: 390, height: 844, touch: true, infoTab: null });
  await signInOnPage(page);
  await page.goto(`/${place.spaceId}/field`);
  await page.getByRole('button', { name: /that do not run on this day/ }).click();
  const card = page.getByRole('article', { name: 'Row 1' });
  await card.getByRole('button', { name: 'Something is missing' }).click();
  await card.getByRole('textbox', { name: 'What is missing?' }).fill('No scaffold');
  await card.getByRole('region').getByRole('button', { name: 'Send' }).click();
  await card.getByText('No scaffold').waitFor();
  if (PICTURES) await card.screenshot({ path: `${PICTURES}/field.png` });
  const manifest = await page.request.get(`/${place.spaceId}/field.webmanifest`);
  expect(await manifest.json()).toMatchObject({ start_url: `/${place.spaceId}/field`, display: 'standalone' });
  expect(complaints).toEqual([]);
  const { roadblocks } = await member.call(api.lastPlanner.listRoadblocks, { params: { id: place.versionId }, query: {} });
  expect(roadblocks.map(({ text }) => text).toSorted()).toEqual(['No scaffold', 'Rebar for axis B']);
  await context.close();
});
