/** A foreman on a phone: opens the works of the day, loses the connection, reports, opens the page again, and sends when there is one. */

import { api } from '@gantry/contract';
import { beforeAll, expect, test } from 'vitest';
import { newAccount } from './accounts.ts';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { browser, product } from './opened.ts';

const EXECUTOR = 4;
let member: Caller;
let place: { spaceId: number; versionId: number; itemIds: number[] };
let foreman: { id: number; login: string; password: string };
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  const made = await makeVersion(await signIn(product.url), 2);
  member = made.member;
  place = made;
  foreman = await newAccount(product.url, 'foreman');
  await member.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login: 'foreman', role_id: EXECUTOR } });
  const [itemId] = place.itemIds;
  await member.call(api.wbs.update, { params: { id: place.versionId, wbsId: itemId }, body: { executor_id: foreman.id } });
  const values = [-1, 0].map((offset) => ({ day: day(offset), value: 40 }));
  await member.call(api.dayValues.write, {
    params: { id: place.versionId, wbsId: itemId },
    body: { measure: 'volume', mode: 'plan', values },
  });
});

const facts = async (): Promise<number[]> => {
  const [itemId] = place.itemIds;
  const { series } = await member.call(api.dayValues.read, { params: { id: place.versionId, wbsId: itemId }, query: {} });
  return series.filter(({ mode }) => mode === 'fact').flatMap(({ values }) => values.map(({ value }) => value));
};

test('what is reported without a connection stays on the phone over a reload, and counts once when there is one', async () => {
  const { page, context, complaints } = await newPerson(browser, product.url, { width: 390, height: 844, touch: true });
  await page.goto('/auth/login');
  await page.locator('input[autocomplete=username]').fill(foreman.login);
  await page.locator('input[autocomplete=current-password]').fill(foreman.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'));
  await page.goto(`/${place.spaceId}/field`);
  const card = page.getByRole('article', { name: 'Row 0' });
  await card.waitFor();
  // Nothing is wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // The page is kept once the worker has it.
  await page.waitForFunction(async () => (await (await caches.open('gantry-field')).keys()).length > 2);
  expect(complaints).toEqual([]);

  await context.setOffline(true);
  await card.getByRole('textbox', { name: /Done on the day/ }).fill('25');
  await card.getByRole('button', { name: 'Send' }).click();
  await card.getByText('On this phone').waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'Row 0' }).getByText('On this phone').waitFor();
  expect(await facts()).toEqual([]);

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send now' }).click();
  await card.getByText('Counts').waitFor();
  expect(await facts()).toEqual([25]);
  // Yesterday is one tap away.
  await page.getByRole('button', { name: /^Yesterday/ }).click();
  await page.getByRole('button', { name: /^As planned/ }).click();
  await card.getByText('Counts').waitFor();
  expect(await facts()).toEqual([40, 25]);
  await context.close();
});
