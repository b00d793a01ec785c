/** Work as cards in columns: by mouse, by keyboard alone, on a phone by touch, and at once on the screens of others. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newAccount } from './accounts.ts';
import { newPerson, type Person } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { keyboardHands } from './hands.ts';
import { browser, product } from './opened.ts';
import { DEMO } from './product.ts';
import { signInOnPage } from './visit.ts';

const EXECUTOR = 4;
const PHONE = { width: 390, height: 844, touch: true };

let member: Caller;
let boris: { id: number; login: string; password: string };
let place: { spaceId: number; scheduleId: number; boardId: number };

beforeAll(async () => {
  const made = await makeVersion(await signIn(product.url), 2);
  member = made.member;
  boris = await newAccount(product.url, 'boris');
  await member.call(api.spaces.invite, { params: { id: made.spaceId }, body: { login: 'boris', role_id: EXECUTOR } });
  const { schedule_id: scheduleId } = await member.call(api.versions.get, { params: { id: made.versionId } });
  const columns = [{ name: 'To do', wip_limit: 2 }, { name: 'In progress' }, { name: 'Done', done: true }];
  const { id: boardId } = await member.call(api.kanban.create, { body: { eps_id: scheduleId, name: 'Punch list', columns } });
  place = { spaceId: made.spaceId, scheduleId, boardId };
});

/** Opens the boards of the schedule in the name of somebody. */
async function enter(who: { login: string; password: string }, size = {}): Promise<Person> {
  const person = await newPerson(browser, product.url, size);
  await signInOnPage(person.page, who);
  await person.page.goto(`/${place.spaceId}/kanban-schedule/${place.scheduleId}`);
  return person;
}

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, cards:`) });
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const titles = (page: Page, name: string) => async () =>
  column(page, name)
    .getByRole('article')
    .evaluateAll((cards) => cards.map((one) => one.getAttribute('aria-label')));

test('by mouse: cards are added and dragged, and others see it at once', async () => {
  const [one, two] = [await enter(DEMO), await enter(boris)];
  for (const { page } of [one, two]) await page.getByRole('button', { name: /^Punch list/ }).click();
  await one.page.getByRole('button', { name: 'Add a card to “To do”' }).click();
  for (const title of ['Pour walls', 'Strip formwork', 'Cure']) {
    await one.page.keyboard.type(title);
    await one.page.keyboard.press('Enter');
    await card(one.page, title).waitFor();
  }
  await one.page.keyboard.press('Escape');
  await column(one.page, 'To do').getByText('⚠ 3 / 2').waitFor();
  await card(two.page, 'Cure').waitFor();
  await card(two.page, 'Strip formwork').dragTo(column(two.page, 'In progress'));
  await expect.poll(titles(two.page, 'In progress')).toEqual(['Strip formwork']);
  await expect.poll(titles(one.page, 'In progress')).toEqual(['Strip formwork']);
  await card(one.page, 'Cure').dragTo(card(one.page, 'Pour walls'), { targetPosition: { x: 40, y: 3 } });
  await expect.poll(titles(one.page, 'To do')).toEqual(['Cure', 'Pour walls']);
  await expect.poll(titles(two.page, 'To do')).toEqual(['Cure', 'Pour walls']);
  await one.page.reload();
  await expect.poll(titles(one.page, 'To do')).toEqual(['Cure', 'Pour walls']);
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});

test('by keyboard alone: a card is made, moved, given a day, opened, closed by Back, deleted, and all of it taken back', async () => {
  const { page, complaints, context } = await enter(DEMO);
  const { keyboard } = page;
  await page.getByRole('button', { name: /^Punch list/ }).focus();
  await keyboard.press('Enter');
  await card(page, 'Cure').waitFor();
  for (let stop = 0; !(await card(page, 'Cure').evaluate((one) => one === document.activeElement)); stop += 1) {
    expect(stop).toBeLessThan(40);
    await keyboard.press('Tab');
  }
  await keyboard.press('n');
  await page.getByRole('textbox', { name: 'New card in “To do”' }).waitFor();
  await keyboard.type('Order pump');
  await keyboard.press('Enter');
  await card(page, 'Order pump').waitFor();
  await keyboard.press('Escape');
  const hasFocus = (title: string) => () => card(page, title).evaluate((one) => one === document.activeElement);
  for (let stop = 0; !(await hasFocus('Cure')()); stop += 1) {
    expect(stop).toBeLessThan(60);
    await keyboard.press('Tab');
  }
  await keyboard.press('End');
  await expect.poll(hasFocus('Order pump')).toBe(true);
  await keyboard.press('Alt+ArrowRight');
  await expect.poll(titles(page, 'In progress')).toEqual(['Strip formwork', 'Order pump']);
  await expect.poll(hasFocus('Order pump')).toBe(true);
  await page.getByRole('status').getByText('Order pump: In progress, 2 of 2').waitFor();
  await keyboard.press('Alt+ArrowUp');
  await expect.poll(titles(page, 'In progress')).toEqual(['Order pump', 'Strip formwork']);
  await expect.poll(hasFocus('Order pump')).toBe(true);
  await keyboard.press('Control+z');
  await expect.poll(titles(page, 'In progress')).toEqual(['Strip formwork', 'Order pump']);
  await expect.poll(hasFocus('Order pump')).toBe(true);
  await keyboard.press('d');
  const due = page.getByRole('dialog').getByRole('textbox', { name: 'Due' });
  await expect.poll(() => due.evaluate((field) => field === document.activeElement)).toBe(true);
  await keyboard.type('02.03.2020');
  await keyboard.press('Enter');
  await card(page, 'Order pump').getByText('02.03.2020').waitFor();
  await expect.poll(hasFocus('Order pump')).toBe(true);
  await keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Card' }).waitFor();
  await page.goBack();
  await page.getByRole('complementary', { name: 'Card' }).waitFor({ state: 'hidden' });
  await card(page, 'Order pump').focus();
  await keyboard.press('Delete');
  await expect.poll(titles(page, 'In progress')).toEqual(['Strip formwork']);
  await expect.poll(hasFocus('Strip formwork')).toBe(true);
  await keyboard.press('Control+z');
  await expect.poll(titles(page, 'In progress')).toEqual(['Strip formwork', 'Order pump']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('on a phone by touch: a card goes by “Move to…” to where the other person sees it', async () => {
  const [one, two] = [await enter(boris, PHONE), await enter(DEMO, PHONE)];
  for (const { page } of [one, two]) await page.getByRole('button', { name: /^Punch list/ }).tap();
  await card(one.page, 'Pour walls').getByRole('button').tap();
  const dialog = one.page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Done/ }).tap();
  await dialog.getByRole('button', { name: 'Move', exact: true }).tap();
  await expect.poll(titles(two.page, 'Done')).toEqual(['Pour walls']);
  // A column is a screen, and nothing of the frame is pushed out of the phone.
  expect(await one.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await card(two.page, 'Cure').tap();
  const panel = two.page.getByRole('complementary', { name: 'Card' });
  await panel.getByRole('button', { name: 'Add a description' }).tap();
  await two.page.keyboard.type('For **seven** days');
  await panel.getByRole('button', { name: 'Save' }).tap();
  expect(await panel.locator('strong').textContent()).toBe('seven');
  await panel.getByRole('button', { name: 'Close' }).tap();
  await panel.waitFor({ state: 'hidden' });
  await card(one.page, 'Cure').getByRole('img', { name: 'Has a description' }).waitFor();
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});

test('by keyboard alone: cards are chosen, sent by “Move to…”, named, labelled, given to people and found, and another sees it', async () => {
  await member.call(api.kanban.createLabel, { body: { board_id: place.boardId, name: 'Concrete', tint: 1 } });
  const [{ page, complaints, context }, two] = [await enter(DEMO), await enter(boris)];
  await two.page.getByRole('button', { name: /^Punch list/ }).click();
  const { keyboard } = page;
  const { use } = keyboardHands(page);
  const dialog = page.getByRole('dialog');
  await use(page.getByRole('button', { name: /^Punch list/ }));
  await card(page, 'Cure').waitFor();
  const hasFocus = (title: string) => () => card(page, title).evaluate((one) => one === document.activeElement);
  for (let stop = 0; !(await hasFocus('Cure')()); stop += 1) {
    expect(stop).toBeLessThan(40);
    await keyboard.press('Tab');
  }
  await keyboard.press('Shift+ArrowRight');
  await keyboard.press('m');
  await use(dialog.getByRole('radio', { name: /^To do/ }));
  for (const name of [/^In progress/, /^Done/]) {
    await keyboard.press('ArrowDown');
    await expect.poll(() => dialog.getByRole('radio', { name }).isChecked()).toBe(true);
  }
  await use(dialog.getByRole('button', { name: 'Move', exact: true }));
  await expect.poll(titles(two.page, 'Done')).toEqual(['Pour walls', 'Cure', 'Strip formwork']);
  await dialog.waitFor({ state: 'detached' });
  await keyboard.press('Escape');
  const here = page.locator('article:focus');
  await here.waitFor();
  const title = (await here.getAttribute('aria-label')) as string;
  await keyboard.press('e');
  await dialog.getByRole('textbox').waitFor();
  await expect.poll(() => dialog.getByRole('textbox').evaluate((one) => one === document.activeElement)).toBe(true);
  await keyboard.press('Control+a');
  await keyboard.type(`${title} twice`);
  await keyboard.press('Enter');
  await card(two.page, `${title} twice`).waitFor();
  for (const [key, name] of [
    ['l', 'Concrete'],
    ['a', 'Boris Tester'],
  ]) {
    await expect.poll(hasFocus(`${title} twice`)).toBe(true);
    await keyboard.press(key);
    await use(dialog.getByRole('checkbox', { name }));
    await use(dialog.getByRole('button', { name: 'Save' }));
    await dialog.waitFor({ state: 'detached' });
  }
  await card(two.page, `${title} twice`).getByText('Concrete').waitFor();
  await expectNoBarriers(page);
  await expect.poll(hasFocus(`${title} twice`)).toBe(true);
  await keyboard.press('/');
  await keyboard.type('twice');
  await expect.poll(titles(page, 'Done')).toEqual([`${title} twice`]);
  expect([...complaints, ...two.complaints]).toEqual([]);
  await Promise.all([context.close(), two.context.close()]);
});
