/** Those who look after things: backups, proposals and what a model was asked, a licence with its seats, its end, and a session that is thrown out. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { api } from '@gantry/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson, openBrowser, type Person } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { gridOf } from './grid.ts';
import { keyboardHands } from './hands.ts';
import { DEMO, newDataDir, type Product, startProduct } from './product.ts';
import { signInOnPage } from './visit.ts';

const root = resolve(import.meta.dirname, '..');
const PASSWORD = 'a lighthouse in november';
const PHONE = '+1 555 0142';
/** A model that never answers: nothing listens on this port. */
const MODEL = { GANTRY_AI_URL: 'http://127.0.0.1:9/v1', GANTRY_AI_MODEL: 'small-one', GANTRY_EGRESS_ALLOWED: 'http://127.0.0.1:9' };
/** How long the last licence is good for. Everything before its end is done well within. */
const LAST_SECONDS = 45;

const folder = newDataDir();
const safe = mkdtempSync(join(tmpdir(), 'gantry-keys-'));
let product: Product;
let browser: Browser;
let admin: Person;
let caller: Caller;
let spaceId: number;
let versionId: number;

const license = (...args: string[]): string =>
  execFileSync(process.execPath, ['tools/license.ts', ...args], { cwd: root, encoding: 'utf8' }).trim();
const issue = (...args: string[]): string => license('issue', '--key', join(safe, 'key.json'), '--holder', 'Harbour Builders', ...args);

async function register(login: string): Promise<void> {
  const person = {
    login,
    email: `${login}@gantry.example`,
    first_name: login,
    last_name: 'Tester',
    secret_question: 'Where?',
    answer: 'There',
  };
  const response = await fetch(`${product.url}${api.users.register.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.goto(`/${spaceId}/admin`);
  await page.getByRole('tab', { name, exact: true }).click();
}

async function loadOnPage(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Load a license' }).click();
  const dialog = page.getByRole('dialog', { name: 'Load a license' });
  await dialog.getByLabel('License token').fill(token);
  await dialog.getByRole('button', { name: 'Load', exact: true }).click();
}

async function invite(page: Page, login: string): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the space' });
  await dialog.getByRole('textbox').first().fill(login);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
}

beforeAll(async () => {
  const [trusted] = /[\w.-]+:[\w-]{43}/.exec(license('new-key', join(safe, 'key.json'), '--kid', 'vendor-1')) ?? [''];
  product = await startProduct(folder.dataDir, { GANTRY_LICENSE_PUBLIC_KEYS: trusted, GANTRY_SUPPORT_PHONE: PHONE, ...MODEL });
  browser = await openBrowser();
  await register('vera');
  await register('boris');
  const made = await makeVersion(await signIn(product.url), 2);
  ({ member: caller, spaceId, versionId } = made);
  admin = await newPerson(browser, product.url);
  await signInOnPage(admin.page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
  rmSync(safe, { recursive: true, force: true });
});

test('parts of a work are proposed from the space alone where the model is silent, rejected, accepted, and found in the history', async () => {
  const { page } = admin;
  const add = async (name: string, parent_id: number | null = null): Promise<number> =>
    (await caller.call(api.wbs.create, { params: { id: versionId }, body: { parent_id, item: { name } } })).id;
  const storey = await add('Walls of storey 1');
  for (const name of ['Formwork', 'Reinforcement', 'Concreting']) await add(name, storey);
  await add('Walls of storey 2');
  await caller.call(api.spaces.saveSettings, { params: { id: spaceId }, body: { ai_model: true } });
  await page.goto(`/${spaceId}/schedule/${versionId}`);
  const dialog = page.getByRole('dialog', { name: 'Parts of “Walls of storey 2”' });
  const propose = async (): Promise<void> => {
    await gridOf(page).waitFor({ state: 'attached' });
    await keyboardHands(page).ofRow('Walls of storey 2', 'Propose parts…');
    await dialog.getByRole('button', { name: 'Where “Formwork” comes from: 100 % of examples' }).waitFor();
  };
  await propose();
  await dialog.getByRole('switch', { name: 'Have small-one refine it' }).press('Space');
  await dialog.getByText('The model did not answer; this is what the history of the space proposes.').waitFor();
  await dialog.getByRole('button', { name: /^Where “Formwork” comes from/ }).press('Enter');
  await dialog
    .getByRole('table')
    .getByText(/Walls of storey 1/)
    .waitFor();
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await propose();
  await dialog.getByRole('textbox', { name: 'Part', exact: true }).first().fill('Shuttering');
  await dialog.getByRole('button', { name: 'Add 3 parts' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await page.getByRole('tab', { name: 'Analytics' }).click();
  await page.getByText('Proposals of parts', { exact: true }).click();
  await page.getByText('rejected', { exact: true }).waitFor();
  await page.getByText('accepted', { exact: true }).click();
  await page.getByText('proposed as Formwork').waitFor();
  await expectNoBarriers(page);
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'What the model was asked' }).click();
  const calls = page.getByRole('dialog', { name: 'What the model was asked' });
  await calls.getByText(/no usable answer/).click();
  await calls.getByText('No answer came.').waitFor();
  await expectNoBarriers(page);
});

test('a licence is loaded, counts its seats, and refuses the next person in words', async () => {
  const { page } = admin;
  await openTab(page, 'Licenses');
  await page.getByText('Free, no license').waitFor();
  const token = issue('--users', '2', '--estimate', '1');
  await loadOnPage(page, token);
  await page.getByText('The license is loaded and active').last().waitFor();
  await page.getByText('Licensed', { exact: true }).waitFor();
  expect(await page.locator('[data-seats=users]').textContent()).toBe('1 of 2');
  expect(await page.locator('[data-seats=bim]').textContent()).toBe('not included');

  await loadOnPage(page, token);
  const dialog = page.getByRole('dialog', { name: 'Load a license' });
  await dialog.getByText('This license has been loaded already').waitFor();
  await dialog.getByLabel('License token').fill(`${token.slice(0, -4)}AAAA`);
  await dialog.getByRole('button', { name: 'Load', exact: true }).click();
  await dialog.getByText('Unable to decrypt the license token').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete Harbour Builders' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('An active license cannot be deleted').last().waitFor();

  await openTab(page, 'People');
  await invite(page, 'vera');
  await page.getByRole('dialog', { name: 'Invite to the space' }).waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: /vera/ }).first().waitFor();
  await page.getByText('Every seat of the license is taken').last().waitFor();
  await invite(page, 'boris');
  await page.getByText('Paid users exceeded: the license has seats for 2').first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/${spaceId}/admin`);
});

test('a space is backed up, restored in place after the warning with its date, and taken back', async () => {
  const { page } = admin;
  const { member, spaceId: id, versionId: version, itemIds } = await makeVersion(await signIn(product.url), 2);
  const { spaces } = await member.call(api.users.spaces);
  const name = spaces.find((space) => space.id === id)?.name ?? '';
  const renamed = async (text: string) => member.call(api.wbs.update, { params: { id: version, wbsId: itemIds[0] }, body: { name: text } });
  const seen = async () => (await member.call(api.wbs.list, { params: { id: version } })).items.map((item) => item['name']);
  const swap = async (title: string, warning: string | RegExp, act: string) => {
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText(warning).waitFor();
    const button = dialog.getByRole('button', { name: act, exact: true });
    // Without the name nothing happens.
    await button.click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('textbox').first().fill(name);
    await dialog.getByLabel('Your password').fill(DEMO.password);
    await button.click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await renamed('As backed up');
  await page.goto(`/${id}/admin`);
  await page.getByRole('tab', { name: 'Backups', exact: true }).click();
  await page.getByText('No backup of this space was proven by restoring yet.').waitFor();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('proven', { exact: true }).waitFor();
  await expectNoBarriers(page);
  await renamed('After it');
  await page.getByRole('button', { name: /^Restore “.*” in place$/ }).click();
  await page.getByText(/edits 1, messages 0, files 0/).waitFor();
  await expectNoBarriers(page);
  await swap('Restore in place?', /The space will be as it was at .*20\d\d.* kept for 30 days\./, 'Restore');
  // The address of the former space leads to the one in its place.
  await expect.poll(seen, { timeout: 60_000 }).toEqual(['As backed up', 'Row 1']);
  await page.goto(`/${id}/admin`);
  await page.getByRole('tab', { name: 'Backups', exact: true }).click();
  await page.getByText(/stands in for the one before a restore, which is kept until/).waitFor();
  await page.getByRole('button', { name: 'Go back to it …' }).click();
  await swap('Go back to the former space?', /What was done since then goes/, 'Go back');
  await expect.poll(seen, { timeout: 60_000 }).toEqual(['After it', 'Row 1']);
});

test('the session of another browser is seen, and ended: that browser is out without touching it', async () => {
  const vera = await newPerson(browser, product.url);
  await signInOnPage(vera.page, { login: 'vera', password: PASSWORD });
  await vera.page.goto(`/${spaceId}`);
  await vera.page.getByText('Connected', { exact: true }).waitFor();
  const { page } = admin;
  await openTab(page, 'Sessions');
  const row = page.getByRole('row').filter({ hasText: 'vera Tester' });
  await row.waitFor();
  expect(await row.textContent()).toContain('password');
  await row.getByRole('button', { name: 'Sign out vera Tester' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await vera.page.waitForURL('**/auth/login**');
  await row.waitFor({ state: 'detached' });
  await vera.context.close();
});

test('a licence that has ended says so above the page; plans are read and exported, and not changed', async () => {
  const { page } = admin;
  const { id } = await caller.call(api.licenses.load, {
    body: { token: issue('--users', '5', '--until', new Date(Date.now() + LAST_SECONDS * 1000).toISOString()) },
  });
  await caller.call(api.licenses.setActive, { params: { id }, body: { active: true } });
  await page.goto(`/${spaceId}`);
  await page.getByText(/The license ends on .*: 0 days left/).waitFor();
  await expect
    .poll(async () => (await caller.call(api.users.spaceConfig)).license.state, { timeout: 150_000, interval: 500 })
    .toBe('expired');
  await page.reload();
  await page.getByText('The license has expired. What is there can be read and exported.').waitFor();
  const { job_id } = await caller.call(api.exports.version, { params: { id: versionId, x: 'json' }, body: {} });
  await expect.poll(async () => (await caller.call(api.jobs.get, { params: { id: job_id } })).status).toBe('done');
  const change = caller.call(api.wbs.create, { params: { id: versionId }, body: { parent_id: null, item: { name: 'No' } } });
  await expect(change).rejects.toMatchObject({ status: 402 });
  await openTab(page, 'Licenses');
  await page.getByText('Expired', { exact: true }).first().waitFor();
});

test('whoever looks after the installation sees its spaces, its people and its state', async () => {
  const { page } = admin;
  await page.goto('/auth/select-space');
  await page.getByRole('button', { name: /profile, language, theme/ }).click();
  await page.getByRole('menuitem', { name: 'Installation' }).click();
  await page.waitForURL('**/installation');
  await page.getByRole('row').filter({ hasText: 'Expired' }).waitFor();
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('row').filter({ hasText: 'boris@gantry.example' }).waitFor();
  await page.getByRole('tab', { name: 'Corporate licenses' }).click();
  await page.getByText('Number of this installation').waitFor();
  for (const tab of ['Other installations', 'System state']) {
    await page.getByRole('tab', { name: tab }).click();
    await page
      .getByText(tab === 'System state' ? 'PostgreSQL' : /^This installation is paired with no other/)
      .first()
      .waitFor();
    await expectNoBarriers(page);
  }
  await page.locator('[data-fact=version]').waitFor();
  expect(await page.locator('[data-fact=version]').textContent()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('who finds no seat or no licence reads why, whom to turn to, and copies the number', async () => {
  const { page, context } = await newPerson(browser, product.url);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/error?message=LicenseLimit');
  await page.getByText('The user limit for the selected space has been exceeded').waitFor();
  await page.getByText('Contact your system administrator').waitFor();
  await page.goto('/error?message=LicenseNotFound');
  await page.getByText('A license was not found to operate in the selected space').waitFor();
  await page.getByRole('button', { name: PHONE }).click();
  await page.getByText('The phone number has been copied').last().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PHONE);
  await context.close();
});
