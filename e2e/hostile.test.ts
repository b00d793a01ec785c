/** Texts of somebody who means harm, in each place that takes a text, as the next person sees them. */

import { readFileSync } from 'node:fs';
import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson, type Person } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { DEMO } from './product.ts';
import { signInOnPage } from './visit.ts';

// Not imported: half letters are no module.
const corpus = new URL('../apps/server/src/testing/hostile-texts.json', import.meta.url);
const { kept: TEXTS } = JSON.parse(readFileSync(corpus, 'utf8')) as { kept: string[] };
let member: Caller;
let place: { spaceId: number; versionId: number; itemIds: number[]; scheduleId: number; boardId: number };

function formOf(fields: Record<string, string>, name?: string): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries({ ...fields, client_key: crypto.randomUUID() })) form.set(key, value);
  if (name !== undefined) form.append('file', new Blob(['x']), name);
  return form;
}

beforeAll(async () => {
  const made = await makeVersion(await signIn(product.url), 2);
  member = made.member;
  const { spaceId, versionId, itemIds } = made;
  const [work] = itemIds;
  const { schedule_id: scheduleId } = await member.call(api.versions.get, { params: { id: versionId } });
  const { id: boardId } = await member.call(api.kanban.create, {
    body: { eps_id: scheduleId, name: 'Board', columns: [{ name: 'To do' }] },
  });
  const { columns } = await member.call(api.kanban.get, { params: { id: boardId } });
  place = { spaceId, versionId, itemIds, scheduleId, boardId };
  await member.call(api.checklists.create, { body: { version_id: versionId, wbs_id: work, name: TEXTS[0], items: TEXTS } });
  for (const text of TEXTS) {
    const key = crypto.randomUUID();
    const onWork = { wbs_id: work, version_id: versionId };
    await member.call(api.comments.create, { params: { id: scheduleId }, body: { text, client_key: key, ...onWork } });
    await member.call(api.kanban.createItems, { body: { column_id: columns[0].id, title: text, description: text } });
    await member.call(api.facilities.create, { body: { name: text } });
    await member.ask(api.chat.create.path, { method: 'POST', body: formOf({ eps_id: String(scheduleId), text }) });
    await member.ask(`/api/v1/storage/schedule/${scheduleId}`, { method: 'POST', body: formOf({ wbs_id: String(work) }, text) });
    await member.call(api.wbs.create, { params: { id: versionId }, body: { parent_id: null, item: { name: text } } });
  }
});

async function enter(): Promise<Person> {
  const person = await newPerson(browser, product.url);
  // Whatever of the texts ran would be noticed here.
  await person.context.addInitScript(() => {
    for (const name of ['alert', 'prompt', 'confirm'] as const)
      window[name] = () => document.documentElement.setAttribute('data-ran', name) as never;
  });
  await signInOnPage(person.page, DEMO);
  return person;
}

/** Nothing ran, nothing of the texts became a part of the page, no link leads to a script, and nothing is pushed out of the window. */
async function isUnharmed(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: document.documentElement.getAttribute('data-ran'),
    strangers: document.querySelectorAll('iframe, object, embed, img[src="x"], body script:not([src]), [onerror], [onload], [onclick]')
      .length,
    links: [...document.querySelectorAll('a[href]')]
      .map((link) => (link as HTMLAnchorElement).protocol)
      .filter((one) => !/^(https?|mailto):$/.test(one)),
    tooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  }));
  expect(found).toEqual({ ran: null, strangers: 0, links: [], tooWide: 0 });
}

const sorted = (texts: readonly (string | null)[]): string[] => texts.map((text) => text ?? '').sort();

test('hostile texts run nowhere, break no screen and come back as they were written', async () => {
  const { page, complaints } = await enter();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith('blob:')) foreign.push(request.url());
  });

  await page.goto(`/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`);
  await page.getByRole('button', { name: 'Open the panel' }).click();
  const list = page.getByRole('group', { name: TEXTS[0], exact: true });
  await list.waitFor();
  expect(sorted(await list.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label'))))).toEqual(
    sorted(TEXTS),
  );
  await expect
    .poll(() => page.getByRole('region', { name: 'Comments' }).getByRole('listitem').count())
    .toBeGreaterThanOrEqual(TEXTS.length);
  await isUnharmed(page);

  await page.getByRole('tab', { name: 'Gallery' }).click();
  const { items } = await member.call(api.storage.list, { params: { id: place.scheduleId }, query: {} });
  expect(items.length).toBeGreaterThan(TEXTS.length / 2);
  const files = page.locator('#info-panel a[download]');
  await expect.poll(async () => sorted(await files.allTextContents())).toEqual(sorted(items.map(({ name }) => name)));
  await isUnharmed(page);

  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  const chats = page.getByRole('complementary', { name: 'Chats' });
  await chats
    .getByRole('button', { name: /Chat of this place|Schedule/ })
    .first()
    .click();
  await expect.poll(() => chats.getByRole('article').count()).toBe(TEXTS.length);
  await isUnharmed(page);

  await page.goto(`/${place.spaceId}/kanban-schedule/${place.scheduleId}/${place.boardId}`);
  const cards = page.getByRole('article');
  await cards.first().waitFor();
  const shown = await cards.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  expect(shown.length).toBeGreaterThan(3);
  for (const title of shown) expect(TEXTS).toContain(title);
  await cards.first().press('Enter');
  await page.getByRole('complementary', { name: /.*/ }).first().waitFor();
  await isUnharmed(page);

  await page.goto(`/${place.spaceId}`);
  await page.getByText(TEXTS[1], { exact: true }).first().waitFor();
  await isUnharmed(page);
  expect([complaints, foreign]).toEqual([[], []]);
});
