/** Two people beside one plan: who is named for a work hears of it, and files of a work are seen by everybody who reads the plan. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newAccount } from './accounts.ts';
import { newPerson, type Person } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { letter, oldWorkbook, pdf, workbook } from './documents.ts';
import { browser, product } from './opened.ts';
import { DEMO } from './product.ts';

/** The built-in role of who does the works. */
const EXECUTOR = 4;

let member: Caller;
let place: { spaceId: number; versionId: number; itemIds: number[] };
let boris: { id: number; login: string; password: string };

beforeAll(async () => {
  const made = await makeVersion(await signIn(product.url), 3);
  member = made.member;
  place = made;
  boris = await newAccount(product.url, 'boris');
  await member.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login: 'boris', role_id: EXECUTOR } });
});

async function enter(who: { login: string; password: string }, path: string): Promise<Person> {
  const person = await newPerson(browser, product.url);
  const { page } = person;
  await page.goto('/auth/login');
  await page.locator('input[autocomplete=username]').fill(who.login);
  await page.locator('input[autocomplete=current-password]').fill(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'));
  await page.goto(path);
  return person;
}

/** A small picture, as a page can draw one. */
async function picture(page: Page, colour: string): Promise<Buffer> {
  const address = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 360;
    const paint = canvas.getContext('2d') as CanvasRenderingContext2D;
    paint.fillStyle = fill;
    paint.fillRect(0, 0, 640, 360);
    return canvas.toDataURL('image/jpeg');
  }, colour);
  return Buffer.from(address.split(',')[1], 'base64');
}

const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('who is made executor of works hears of it at the bell, and is led to the first of them', async () => {
  const { page, complaints } = await enter(boris, `/${place.spaceId}`);
  await bell(page, 'Notices: none new').waitFor();
  const items = place.itemIds.map((id) => ({ id, executor_id: boris.id }));
  await member.call(api.wbs.updateMany, { params: { id: place.versionId }, body: { items } });
  await bell(page, 'Notices: 1 new').click();
  await page
    .getByRole('button', { name: /made you executor of .*Row 0 and 2 more/ })
    .first()
    .click();
  await page.waitForURL(`**/schedule/${place.versionId}*`);
  await bell(page, 'Notices: none new').waitFor();
  expect(complaints).toEqual([]);
});

test('photos that one stores at a work are seen by another, looked at large, deleted and taken back', async () => {
  const [one, two] = await Promise.all(
    [1, 2].map(() => enter(boris, `/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`)),
  );
  for (const { page } of [one, two]) {
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByRole('tab', { name: 'Gallery' }).click();
    await page.getByText('No files yet').waitFor();
  }
  const files = [
    { name: 'north.jpg', mimeType: 'image/jpeg', buffer: await picture(one.page, 'darkorange') },
    { name: 'act.txt', mimeType: 'text/plain', buffer: Buffer.from('accepted') },
    { name: 'south.jpg', mimeType: 'image/jpeg', buffer: await picture(one.page, 'steelblue') },
  ];
  await one.page.locator('#info-panel input[type=file]').setInputFiles(files);
  await two.page.getByRole('button', { name: 'Show south.jpg' }).click();
  const viewer = two.page.getByRole('dialog', { name: 'south.jpg' });
  await expect
    .poll(() => viewer.getByRole('img', { name: 'south.jpg' }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(640);
  await two.page.keyboard.press('ArrowRight');
  await two.page.getByRole('dialog', { name: 'north.jpg' }).waitFor();
  await two.page.keyboard.press('Escape');
  await one.page.getByRole('listitem').filter({ hasText: 'act.txt' }).getByRole('button', { name: 'Delete file' }).click();
  // That of the toast, which stays while the mouse is over it: the schedule's own has nothing to take back.
  const undo = one.page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo', exact: true });
  await undo.hover();
  await two.page.getByRole('link', { name: 'act.txt' }).waitFor({ state: 'detached' });
  await undo.click();
  await two.page.getByRole('link', { name: 'act.txt' }).waitFor();
  await two.page.getByRole('checkbox', { name: 'Choose act.txt' }).check();
  await two.page.getByRole('checkbox', { name: 'Choose north.jpg' }).check();
  const [download] = await Promise.all([
    two.page.waitForEvent('download'),
    two.page.getByRole('button', { name: 'Download 2 files' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Schedule.zip');
  // A dashboard of the space has them as well, the newest first, each under its work.
  const content = { tiles: [{ kind: 'photos' as const, title: '', node: 'here' as const, x: 0, y: 0, w: 6, h: 8 }] };
  const { id } = await member.call(api.analyticsSettings.createDashboard, { body: { name: 'Site', content } });
  await member.call(api.analyticsSettings.setActiveDashboard, { params: { id }, body: { target: '' } });
  const { page } = await enter(DEMO, `/${place.spaceId}/analytics`);
  const feed = page.getByRole('list', { name: 'The last photos: 2' }).getByRole('button', { name: /Row 0/ });
  await feed.first().click();
  await page.getByRole('dialog', { name: 'south.jpg' }).getByRole('img', { name: 'south.jpg' }).waitFor();
  await expectNoBarriers(page);
  expect([...one.complaints, ...two.complaints]).toEqual([]);
});

test('documents are read where they lie, in the gallery and in a chat; one that cannot be shown says so', async () => {
  const { page, complaints, context } = await enter(DEMO, `/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[1]}`);
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await page.getByRole('tab', { name: 'Gallery' }).click();
  const office = 'application/vnd.openxmlformats-officedocument';
  const files = [
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf('Section 7') },
    { name: 'volumes.xlsx', mimeType: `${office}.spreadsheetml.sheet`, buffer: workbook(['Concrete', '120 m3']) },
    { name: 'act.docx', mimeType: `${office}.wordprocessingml.document`, buffer: letter('Formwork is accepted') },
    { name: 'old.xls', mimeType: 'application/vnd.ms-excel', buffer: oldWorkbook() },
  ];
  const look = async (name: string, text: string) => {
    await page.getByRole('button', { name: `Show ${name}` }).click();
    const viewer = page.getByRole('dialog', { name });
    await viewer.getByText(text).first().waitFor({ state: 'attached' });
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  };
  const lookAtAll = async () => {
    await look('plan.pdf', 'Section 7');
    await look('volumes.xlsx', '120 m3');
    await look('act.docx', 'Formwork is accepted');
  };
  await page.locator('#info-panel input[type=file]').setInputFiles(files);
  await page.getByRole('listitem').filter({ hasText: 'old.xls' }).getByText('No preview: download').waitFor();
  await expectNoBarriers(page);
  await lookAtAll();
  await page.getByRole('button', { name: 'Fold the panel' }).click();

  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  const chat = page.getByRole('complementary', { name: 'Chats' });
  await chat.getByRole('button', { name: /Chat of this place/ }).click();
  await chat.locator('input[type=file]').setInputFiles(files);
  await chat.getByRole('button', { name: 'Send' }).click();
  await chat.getByRole('link', { name: 'old.xls No preview: download' }).waitFor();
  await expectNoBarriers(page);
  await lookAtAll();
  expect(complaints).toEqual([]);
  await context.close();
});

/** The panel stays as a person left it, from visit to visit. */
async function openAssignments(page: Page): Promise<void> {
  const folded = page.getByRole('button', { name: 'Open the panel' });
  const tab = page.getByRole('tab', { name: 'Assignments' });
  await folded.or(tab).waitFor();
  if (await folded.isVisible()) await folded.click();
  await tab.click();
}

test('one is asked to do something about a work: it stands at their home, is accepted, commented on and done', async () => {
  const asker = await enter(DEMO, `/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`);
  const { page } = asker;
  await openAssignments(page);
  await page.getByRole('button', { name: 'New assignment' }).click();
  await page.getByRole('textbox', { name: 'What is to be done' }).fill('Order the rebar');
  await page.getByRole('combobox', { name: 'Who' }).fill('boris');
  await page.getByRole('option', { name: /Boris/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const given = page.getByRole('article', { name: 'Order the rebar' });
  await given.getByText('New', { exact: true }).waitFor();

  const doer = await enter(boris, `/${place.spaceId}/home`);
  await doer.page.getByRole('link', { name: /Order the rebar/ }).click();
  await doer.page.waitForURL('**/schedule/**');
  await openAssignments(doer.page);
  const own = doer.page.getByRole('article', { name: 'Order the rebar' });
  await own.getByRole('button', { name: 'Accept' }).click();
  await given.getByText('Accepted', { exact: true }).waitFor();
  await own.getByRole('button', { name: '0 comments' }).click();
  await own.getByRole('textbox').fill('Which diameter?');
  await own.getByRole('button', { name: 'Send' }).click();
  await given.getByRole('button', { name: '1 comment' }).waitFor();
  await own.getByRole('button', { name: 'Done' }).click();
  await given.getByRole('button', { name: 'Close' }).click();
  await own.getByText('Closed', { exact: true }).waitFor();
  expect([...asker.complaints, ...doer.complaints]).toEqual([]);
  await Promise.all([asker.context.close(), doer.context.close()]);
});
