/** People write to each other beside the plan, and tick what has to be done: by mouse, by keyboard alone, on a phone by touch. */

import { api } from '@gantry/contract';
import type { Locator, Page } from 'playwright-core';
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
let place: { spaceId: number; versionId: number; itemIds: number[] };
let boris: { id: number; login: string; password: string };

beforeAll(async () => {
  const made = await makeVersion(await signIn(product.url), 2);
  member = made.member;
  place = made;
  boris = await newAccount(product.url, 'boris');
  await member.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login: 'boris', role_id: EXECUTOR } });
});

/** Opens the first work of the schedule in the name of somebody. */
async function enter(who: { login: string; password: string }, size = {}): Promise<Person> {
  const person = await newPerson(browser, product.url, size);
  await signInOnPage(person.page, who);
  await person.page.goto(`/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`);
  return person;
}

const chats = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
const field = (page: Page) => chats(page).getByRole('textbox', { name: 'Write a message' });

test('by mouse: one writes to everybody of a schedule, another hears of it, answers and reacts', async () => {
  const [one, two] = [await enter(DEMO), await enter(boris)];
  // What is sent before a page listens is counted, and not told.
  await two.page.getByText('Connected', { exact: true }).waitFor();
  await one.page.getByRole('button', { name: 'Chats', exact: true }).click();
  await chats(one.page)
    .getByRole('button', { name: /Chat of this place/ })
    .click();
  await field(one.page).fill('We pour at **six**, axis 7');
  await chats(one.page).getByRole('button', { name: 'Send' }).click();
  // Who does not look at the chat is told at the bottom left, and led there.
  await two.page.getByRole('button', { name: /We pour at six, axis 7/ }).click();
  const message = chats(two.page).getByRole('article').filter({ hasText: 'six' });
  expect(await message.locator('strong').textContent()).toBe('six');
  await message.getByRole('button', { name: 'React' }).click();
  await two.page.getByRole('menuitem', { name: '👍' }).click();
  await chats(one.page).getByRole('button', { name: '👍: 1' }).waitFor();
  await field(two.page).fill('Pump is ordered');
  await two.page.keyboard.press('Enter');
  await chats(one.page).getByText('Pump is ordered').waitFor();
  // What is deleted leaves its place empty on every screen.
  const own = chats(two.page).getByRole('article').filter({ hasText: 'Pump' });
  await own.getByRole('button', { name: 'More' }).click();
  await two.page.getByRole('menuitem', { name: 'Delete' }).click();
  await chats(one.page).getByText('Message deleted').waitFor();
  expect([...one.complaints, ...two.complaints]).toEqual([]);
  await Promise.all([one.context.close(), two.context.close()]);
});

test('by keyboard alone: a person is found, written to, and the words are changed', async () => {
  const { page, complaints, context } = await enter(DEMO);
  const { use } = keyboardHands(page);
  await use(page.getByRole('button', { name: 'Chats', exact: true }));
  await page.getByRole('textbox', { name: 'Find a chat or a person' }).waitFor();
  await page.keyboard.type('boris');
  await use(chats(page).getByRole('button', { name: /Boris Tester.*Write a message/ }));
  const hasFocus = () => field(page).evaluate((element) => element === document.activeElement);
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.type('Are you on site?');
  await page.keyboard.press('Enter');
  await chats(page).getByRole('article').filter({ hasText: 'Are you on site?' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => field(page).inputValue()).toBe('Are you on site?');
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('End');
  await page.keyboard.type(' Or at lunch?');
  await page.keyboard.press('Enter');
  await chats(page).getByText('Are you on site? Or at lunch?').waitFor();
  // The last message is answered, another begun and let go, and the answer gets a sign.
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Control+ArrowUp');
  await chats(page)
    .getByText(/^Answer to/)
    .waitFor();
  await page.keyboard.type('At the gate, I mean');
  await page.keyboard.press('Enter');
  const answer = chats(page).getByRole('article').filter({ hasText: 'At the gate, I mean' });
  expect(await answer.getByRole('blockquote').textContent()).toContain('Or at lunch?');
  await page.keyboard.press('Control+ArrowUp');
  await chats(page)
    .getByText(/^Answer to/)
    .waitFor();
  await page.keyboard.press('Escape');
  await chats(page)
    .getByText(/^Answer to/)
    .waitFor({ state: 'detached' });
  for (let stop = 0; !(await answer.evaluate((one) => one.contains(document.activeElement))); stop += 1) {
    expect(stop).toBeLessThan(20);
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('r');
  await expect.poll(() => page.getByRole('menuitem', { name: '👍' }).evaluate((one) => one === document.activeElement)).toBe(true);
  await expectNoBarriers(page);
  await page.keyboard.press('Enter');
  await answer.getByRole('button', { name: '👍: 1' }).waitFor();
  await expectNoBarriers(page);
  for (let stop = 0; !(await hasFocus()); stop += 1) {
    expect(stop).toBeLessThan(20);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await chats(page).waitFor({ state: 'hidden' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('on a phone by touch: what is unread is opened and answered, and a checklist is ticked where the work is', async () => {
  const body = { version_id: place.versionId, wbs_id: place.itemIds[0], name: 'Before the pour', items: ['Formwork', 'Pump'] };
  await member.call(api.checklists.create, { body });
  const { page, complaints, context } = await enter(boris, PHONE);
  /** Opens a menu, expects its entries by role and no barriers, and closes it. */
  const expectMenu = async (button: Locator, role: 'menuitemradio' | 'menuitemcheckbox', ...entries: string[]): Promise<void> => {
    await button.tap();
    for (const name of entries) await page.getByRole(role, { name, exact: true }).waitFor();
    await expectNoBarriers(page);
    await button.tap();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  await page.getByRole('button', { name: /^Chats: \d+ unread message/ }).tap();
  const settings = chats(page).getByRole('button', { name: 'Settings of chats' });
  await expectMenu(settings, 'menuitemradio', 'Every message', 'Nothing');
  await expectMenu(settings, 'menuitemcheckbox', 'Sound');
  await chats(page)
    .getByRole('button', { name: /At the gate, I mean/ })
    .tap();
  await field(page).tap();
  await page.keyboard.type('By the crane');
  await chats(page).getByRole('button', { name: 'Send' }).tap();
  await chats(page).getByText('By the crane').waitFor();
  await chats(page).getByRole('button', { name: 'Close' }).tap();
  // Nothing of the frame is pushed out of the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.getByRole('button', { name: 'Open the panel' }).tap();
  const list = page.getByRole('group', { name: 'Before the pour' });
  await list.getByRole('checkbox', { name: 'Pump' }).tap();
  await list.getByText('1/2').waitFor();
  await expectNoBarriers(page);
  await expectMenu(
    list.getByRole('button', { name: 'More for “Pump”' }),
    'menuitemcheckbox',
    'Required before the work is completed',
    'Needs a photo',
  );
  const read = async () =>
    (await member.call(api.checklists.list, { params: { versionId: place.versionId, wbsId: place.itemIds[0] } })).checklists;
  await expect.poll(async () => (await read())[0].items.map(({ done_at: at }) => at !== null)).toEqual([false, true]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('what is written, ticked and photographed without a connection waits, and goes out with it', async () => {
  const { page, context } = await enter(boris, PHONE);
  // The panel stands as Boris has left it.
  const list = page.getByRole('group', { name: 'Before the pour' });
  await list.getByRole('checkbox', { name: 'Formwork' }).waitFor();
  await context.setOffline(true);
  await list.getByRole('checkbox', { name: 'Formwork' }).tap();
  await list.getByRole('img', { name: 'Waits for the connection' }).waitFor();
  await page.getByRole('tab', { name: 'Gallery' }).tap();
  await page
    .locator('#info-panel input[type=file]')
    .first()
    .setInputFiles([{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('wet') }]);
  await page.getByText('note.txt waits for the connection').waitFor();
  const read = async () =>
    (await member.call(api.checklists.list, { params: { versionId: place.versionId, wbsId: place.itemIds[0] } })).checklists;
  expect((await read())[0].items.map(({ done_at: at }) => at !== null)).toEqual([false, true]);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'note.txt' }).waitFor();
  await expect.poll(async () => (await read())[0].items.map(({ done_at: at }) => at !== null)).toEqual([true, true]);

  // A message, with the chat open before the connection goes.
  await page.getByRole('button', { name: 'Fold the panel' }).tap();
  await page.getByRole('button', { name: /^Chats/ }).tap();
  await chats(page)
    .getByRole('button', { name: /By the crane/ })
    .tap();
  await field(page).tap();
  await context.setOffline(true);
  await page.keyboard.type('The road is closed');
  await chats(page).getByRole('button', { name: 'Send' }).tap();
  await chats(page).getByText('Waits for the connection').waitFor();
  await context.setOffline(false);
  await chats(page).getByRole('article').filter({ hasText: 'The road is closed' }).waitFor();
  await context.close();
});
