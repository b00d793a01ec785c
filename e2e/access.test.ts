/** Who may come in and what they may: people, roles and grants seen from both sides, delegation, keys for scripts, addresses, audit, the end of a space. */

import { readFileSync } from 'node:fs';
import { api } from '@gantry/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, newAccount, PASSWORD } from './accounts.ts';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson, openBrowser, type Person } from './browser.ts';
import { type Caller, signIn } from './caller.ts';
import { keyboardHands } from './hands.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { signInOnPage, structureRow } from './visit.ts';

const folder = newDataDir();
let product: Product;
let browser: Browser;
/** The owner of the space works in it by keyboard; vera is let in, and sees in a browser of her own what that changes. */
let owner: Person;
let demo: Caller;
let page: Page;
let vera: Account;
let hers: Person;
let boris: Account;
let his: Person;

beforeAll(async () => {
  product = await startProduct(folder.dataDir, { GANTRY_TRUSTED_PROXIES: '127.0.0.1' });
  browser = await openBrowser();
  demo = (await signIn(product.url)).inSpace(1);
  await demo.call(api.facilities.create, { body: { name: 'Closed works' } });
  vera = await newAccount(product.url, 'vera');
  boris = await newAccount(product.url, 'boris');
  owner = await newPerson(browser, product.url);
  page = owner.page;
  await signInOnPage(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const toTab = async (place: 'admin' | 'profile', tab: string, at = page): Promise<void> => {
  if (!new URL(at.url()).pathname.endsWith(`/1/${place}`)) await at.goto(`/1/${place}`);
  await at.getByRole('tab', { name: tab, exact: true }).click();
  await at.getByRole('tabpanel', { name: tab, exact: true }).getByRole('heading').first().waitFor();
};
const rowOf = (table: string, text: string | RegExp, at = page): Locator =>
  at.getByRole('table', { name: table }).getByRole('row', { name: text });
const statusOf = async (work: () => Promise<unknown>): Promise<number> =>
  work().then(
    () => 200,
    (error: { status: number }) => error.status,
  );

const createInDialog = (at: Page) => at.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();

/** Fills in a project below the node that vera was shown. */
async function fillInProject(at: Page, name: string): Promise<void> {
  await structureRow(at, 'Closed works').getByText('Closed works', { exact: true }).click();
  await at.getByRole('button', { name: 'Create', exact: true }).click();
  await at.getByRole('menuitem', { name: /^Project/ }).click();
  await at.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill(name);
}

/** Makes a project there. */
async function makeProject(at: Page, name: string): Promise<void> {
  await fillInProject(at, name);
  await createInDialog(at);
}

describe('people of a space', () => {
  test('are invited by their login; the page that they have open shows the space at once', async () => {
    hers = await newPerson(browser, product.url);
    await signInOnPage(hers.page, vera);
    await hers.page.getByRole('heading', { name: 'No spaces yet' }).waitFor();
    const { use, fill, choose } = keyboardHands(page);
    await toTab('admin', 'People');
    await use(page.getByRole('button', { name: 'Invite' }));
    const dialog = page.getByRole('dialog', { name: 'Invite to the space' });
    await fill(dialog.getByRole('textbox').first(), 'nobody-at-all');
    await use(dialog.getByRole('button', { name: 'Invite' }));
    await dialog.getByText('Nobody has the login or email “nobody-at-all”').waitFor();
    await expectNoBarriers(page);
    await fill(dialog.getByRole('textbox').first(), 'vera');
    await choose(dialog.getByRole('combobox', { name: 'Role in this space' }), 'Viewer');
    await use(dialog.getByRole('button', { name: 'Invite' }));
    await rowOf('People', 'Vera Tester').waitFor();
    await hers.page.getByRole('button', { name: 'Demo', exact: false }).first().click();
    await structureRow(hers.page, 'Closed works').waitFor();
    expect(await hers.page.getByRole('button', { name: 'Create', exact: true }).count()).toBe(0);
  });

  test('are disabled and let in again, and their open page says so by itself', async () => {
    const { take } = keyboardHands(page);
    const more = page.getByRole('button', { name: 'Actions for Vera Tester' });
    await take(more, 'Disable');
    await hers.page.getByRole('heading', { name: 'You do not have access to the selected space' }).waitFor();
    expect(await statusOf(() => vera.inSpace(1).call(api.eps.tree))).toBe(403);
    await rowOf('People', 'Vera Tester').getByText('disabled').waitFor();
    await take(more, 'Activate');
    await rowOf('People', 'Vera Tester').getByText('active').waitFor();
    await hers.page.goto('/1');
    await structureRow(hers.page, 'Closed works').waitFor();
  });

  test('nobody changes themselves, and no viewer finds a way into the administration', async () => {
    expect(await rowOf('People', 'Demo Planner').getByRole('button').count()).toBe(0);
    await hers.page.goto('/1/admin');
    await hers.page.getByRole('heading', { name: 'Your role in this space does not allow this' }).waitFor();
    await expectNoBarriers(hers.page);
    await hers.page.goto('/1');
  });
});

describe('a role of one’s own', () => {
  test('is made from the tree of rights by keyboard and given; whoever has it sees less at once', async () => {
    const { use, fill, choose } = keyboardHands(page);
    await toTab('admin', 'Roles');
    await use(page.getByRole('button', { name: 'New role' }));
    const dialog = page.getByRole('dialog', { name: 'New role' });
    await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Guest of honour');
    // The whole place goes by one box; what it holds goes with it.
    await use(dialog.getByRole('checkbox', { name: 'See the structure' }));
    const plans = dialog.getByRole('checkbox', { name: 'Plans', exact: true });
    await use(plans);
    await use(plans);
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(1);
    await expectNoBarriers(page);
    await use(dialog.getByRole('button', { name: 'Save' }));
    await rowOf('Roles', 'Guest of honour Enter the space').waitFor();
    await toTab('admin', 'People');
    await choose(page.getByRole('combobox', { name: 'Role of Vera Tester' }), 'Guest of honour');
    await structureRow(hers.page, 'Closed works').waitFor({ state: 'detached' });
    expect(await statusOf(() => vera.inSpace(1).call(api.facilities.create, { body: { name: 'Hers' } }))).toBe(403);
  });

  test('given on one node shows that node and nothing beside it; taken away it is gone from the open page', async () => {
    await toTab('admin', 'Access to nodes');
    const { use, choose } = keyboardHands(page);
    await choose(page.getByRole('combobox', { name: 'Node' }), /^Closed works$/);
    await choose(page.getByRole('combobox', { name: 'Person' }), /^Vera Tester/);
    await choose(page.getByRole('combobox', { name: 'Role' }), 'Planner');
    await use(page.getByRole('button', { name: 'Give' }));
    await structureRow(hers.page, 'Closed works').waitFor();
    expect(await hers.page.getByText('Construction schedule').count()).toBe(0);
    const tree = await vera.inSpace(1).call(api.eps.tree);
    expect(tree.nodes.map(({ name }) => name)).toEqual(['Closed works']);
    const [other] = (await demo.call(api.eps.tree)).nodes.filter(({ kind }) => kind === 'schedule');
    expect(await statusOf(() => vera.inSpace(1).call(api.schedules.get, { params: { id: other.id } }))).toBe(
      await statusOf(() => vera.inSpace(1).call(api.schedules.get, { params: { id: 999_999 } })),
    );
    await expectNoBarriers(page);
    await use(page.getByRole('button', { name: 'Take away from Vera Tester' }));
    await structureRow(hers.page, 'Closed works').waitFor({ state: 'detached' });
    expect(
      (
        await vera
          .inSpace(1)
          .call(api.eps.tree)
          .catch(() => ({ nodes: [] }))
      ).nodes,
    ).toEqual([]);
  });
});

describe('a schedule that stands open', () => {
  test('is closed with the right to it', async () => {
    const { nodes, versions } = await demo.call(api.eps.tree);
    const place = { node_id: nodes.find(({ kind }) => kind === 'schedule')?.id ?? 0, user_id: vera.id };
    await demo.call(api.grants.grant, { body: { ...place, role_id: 7 } });
    await hers.page.goto(`/1/schedule/${versions[0].id}`);
    await hers.page.getByRole('treegrid', { name: 'Rows of the schedule' }).waitFor({ state: 'attached' });
    await hers.page.getByText('Connected', { exact: true }).waitFor();
    await demo.call(api.grants.revoke, { body: place });
    await hers.page.getByRole('heading', { name: 'There is no such schedule' }).waitFor();
    expect(await hers.page.getByRole('treegrid').count()).toBe(0);
  });
});

describe('delegation', () => {
  test('lets somebody act in one’s name; the page says in whose, the audit names both', async () => {
    await demo.call(api.spaces.invite, { params: { id: 1 }, body: { login: 'boris', role_id: 7 } });
    his = await newPerson(browser, product.url);
    await signInOnPage(his.page, boris);
    await toTab('profile', 'Delegation');
    const { use, choose } = keyboardHands(page);
    await choose(page.getByRole('combobox', { name: 'Person' }), /^Boris Tester/);
    await use(page.getByRole('button', { name: 'Delegate' }));
    await rowOf('Acts for you', 'Boris Tester now').waitFor();
    await expectNoBarriers(page);
    await toTab('profile', 'Delegation', his.page);
    await his.page.getByRole('button', { name: 'Act for Demo Planner' }).click();
    await his.page.getByText('You act in the name of Demo Planner').waitFor();
    await his.page.getByRole('link', { name: 'Structure' }).first().click();
    await makeProject(his.page, 'In her name');
    await structureRow(his.page, 'In her name').waitFor();
    await toTab('admin', 'Audit');
    await rowOf('Audit', /Boris Tester → Demo Planner Node created/).waitFor();
    expect(await his.page.getByRole('heading', { name: 'People' }).count()).toBe(0);
  });

  test('that is ended ends the acting with the next act, and the page goes on as oneself', async () => {
    // Begun before the end: whatever the page reads of another node would be the act that finds out.
    await fillInProject(his.page, 'Too late');
    await toTab('profile', 'Delegation');
    await keyboardHands(page).use(page.getByRole('button', { name: 'End: Boris Tester' }));
    await page.getByText('Nobody acts for you.').waitFor();
    await createInDialog(his.page);
    await his.page.getByRole('alert').getByText('You may not act for this person now').waitFor();
    await his.page.getByText('You act in the name of Demo Planner').waitFor({ state: 'detached' });
    expect((await demo.call(api.eps.tree)).nodes.map(({ name }) => name)).not.toContain('Too late');
    await his.context.close();
  });
});

describe('a key for scripts', () => {
  test('is shown once, does what it was allowed and no more, and is worth nothing when revoked', async () => {
    await toTab('profile', 'Access tokens');
    const { use, fill, choose } = keyboardHands(page);
    await use(page.getByRole('button', { name: 'New access token' }));
    const dialog = page.getByRole('dialog', { name: 'New access token' });
    await use(dialog.getByRole('button', { name: 'Create' }));
    await dialog.getByText('Enter name', { exact: true }).waitFor();
    await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Nightly report');
    await choose(dialog.getByRole('combobox', { name: 'Space' }), 'Demo');
    await choose(dialog.getByRole('combobox', { name: 'Works for' }), '7 days');
    await expectNoBarriers(page);
    await use(dialog.getByRole('button', { name: 'Create' }));
    await dialog.getByText('Copy the token now: it is not shown again.').waitFor();
    const token = await dialog.locator('pre').innerText();
    await use(dialog.getByRole('button', { name: 'Close', exact: true }).last());
    await dialog.waitFor({ state: 'detached' });
    const ask = async (method: string, path: string, body?: unknown): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, 'x-space-id': '1', 'content-type': 'application/json' };
      return (await fetch(product.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).status;
    };
    expect([
      await ask('GET', api.eps.tree.path),
      await ask('POST', api.facilities.create.path, { name: 'By script' }),
      await ask('GET', api.auth.sessions.path),
    ]).toEqual([200, 403, 403]);
    await rowOf('Access tokens', 'Nightly report Demo').waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await use(page.getByRole('button', { name: 'Revoke Nightly report' }));
    await use(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
    await page.getByText('There are no access tokens yet.').waitFor();
    expect(await ask('GET', api.eps.tree.path)).toBe(401);
  });
});

describe('the own profile', () => {
  test('changes names as they are, what leads back into the account by the password alone; language and password hold elsewhere', async () => {
    await toTab('profile', 'Profile', hers.page);
    const { page: mine } = hers;
    const { use, fill, choose } = keyboardHands(mine);
    const field = (label: string) => mine.getByLabel(label, { exact: true });
    await field('First name').waitFor();
    await fill(field('First name'), 'Veronika');
    await use(mine.getByRole('button', { name: 'Save' }));
    await mine.getByText('Your profile is saved').first().waitFor();
    await fill(field('Security question'), 'What was your first building site?');
    await use(mine.getByRole('button', { name: 'Save' }));
    await mine.getByText('Enter answer', { exact: true }).waitFor();
    await fill(field('Answer'), 'The lighthouse');
    await fill(field('Your password, to confirm'), 'not her password');
    await use(mine.getByRole('button', { name: 'Save' }));
    await mine.getByText('The password is not right').first().waitFor();
    await fill(field('Your password, to confirm'), PASSWORD);
    await use(mine.getByRole('button', { name: 'Save' }));
    await field('Your password, to confirm').waitFor({ state: 'detached' });
    expect(await vera.call(api.users.whoAmI)).toMatchObject({
      first_name: 'Veronika',
      secret_question: 'What was your first building site?',
    });
    await toTab('profile', 'Password and sessions', mine);
    await fill(field('Present password'), PASSWORD);
    await fill(field('New password'), 'the harbour sleeps at last');
    await fill(field('Password again'), 'the harbour sleeps at last');
    await use(mine.getByRole('button', { name: 'Change password' }));
    await mine
      .getByText(/^The password is changed; \d+ other sessions? ended$/)
      .first()
      .waitFor();
    expect(await statusOf(() => vera.call(api.users.whoAmI))).toBe(401);
    await toTab('profile', 'Language and theme', mine);
    await choose(mine.getByRole('combobox', { name: 'Language' }), 'Русский');
    await mine.getByRole('heading', { name: 'Язык и тема' }).waitFor();
    // Another browser, an English one: the language that she chose comes with her.
    const elsewhere = await newPerson(browser, product.url);
    await signInOnPage(elsewhere.page, { login: 'vera', password: 'the harbour sleeps at last' });
    await elsewhere.page.getByRole('heading', { name: 'Выберите пространство' }).waitFor();
    await elsewhere.context.close();
  });
});

describe('addresses', () => {
  test('that a space is entered from never shut out who writes them, and shut out everybody else', async () => {
    const far = await browser.newContext({ baseURL: product.url, locale: 'en-US', extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' } });
    const abroad = await far.newPage();
    await signInOnPage(abroad, { login: 'boris', password: PASSWORD });
    await abroad.goto('/1');
    await structureRow(abroad, 'Closed works').waitFor();
    await toTab('admin', 'Settings');
    const { use, fill } = keyboardHands(page);
    const list = page.getByRole('textbox', { name: 'Addresses that the space is entered from' });
    const save = page.getByRole('tabpanel').locator('form', { has: list }).getByRole('button', { name: 'Save' });
    await fill(list, '300.1.1.1');
    await page.getByText(/^300\.1\.1\.1: /).waitFor();
    await fill(list, '10.0.0.0/8');
    await use(save);
    await page.getByRole('alert').getByText('This list would shut you out: you come from 127.0.0.1').waitFor();
    await expectNoBarriers(page);
    await fill(list, '127.0.0.1');
    await use(save);
    await page.getByText('The settings are saved').first().waitFor();
    await abroad.getByRole('heading', { name: 'Access not allowed from this IP address' }).waitFor();
    await abroad.goto('/1');
    await abroad.waitForURL('**/error?message=IPNotAllowed');
    await fill(list, '');
    await use(save);
    await expect.poll(async () => (await demo.call(api.spaces.settings, { params: { id: 1 } })).allowed_addresses).toEqual([]);
    await abroad.getByRole('button', { name: 'Choose a space' }).click();
    await abroad.locator('[data-enter]').first().click();
    await structureRow(abroad, 'Closed works').waitFor();
    await far.close();
  });
});

describe('the audit', () => {
  test('is searched, narrowed to a person, and saved as a file with the same lines', async () => {
    await toTab('admin', 'Audit');
    const { fill, choose } = keyboardHands(page);
    const table = page.getByRole('table', { name: 'Audit' });
    await table.getByText('Role made').first().waitFor();
    await fill(page.getByRole('textbox', { name: 'Search' }), 'roles.create');
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Save as CSV' }).click()]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Role made');
    await fill(page.getByRole('textbox', { name: 'Search' }), '');
    await choose(page.getByRole('combobox', { name: 'Who' }), 'Boris Tester');
    await expect
      .poll(async () => new Set(await table.locator('tbody td:nth-child(2)').allTextContents()))
      .toEqual(new Set(['Boris Tester', 'Boris Tester → Demo Planner']));
  });
});

describe('the end', () => {
  test('somebody who is removed from the space is out at once', async () => {
    await hers.page.goto('/1/home');
    await hers.page.getByRole('heading').first().waitFor();
    await toTab('admin', 'People');
    const { take, use } = keyboardHands(page);
    await take(page.getByRole('button', { name: 'Actions for Veronika Tester' }), 'Remove from the space');
    await use(page.getByRole('dialog').getByRole('button', { name: 'Remove from the space' }));
    await hers.page.waitForURL('**/error?message=Forbidden');
    await rowOf('People', 'Veronika Tester').waitFor({ state: 'detached' });
    expect((await demo.call(api.spaces.users, { params: { id: 1 } })).users.map(({ login }) => login)).not.toContain('vera');
  });

  test('a space is deleted by its name alone, with its progress in sight, and who stood in it is led out', async () => {
    const { id } = await demo.call(api.spaces.create, { body: { name: 'Doomed' } });
    await demo.inSpace(id).call(api.spaces.invite, { params: { id }, body: { login: 'boris', role_id: 7 } });
    his = await newPerson(browser, product.url);
    await signInOnPage(his.page, boris);
    await his.page.goto(`/${id}`);
    await his.page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    await page.goto('/auth/select-space');
    const { use, fill } = keyboardHands(page);
    await use(page.getByRole('button', { name: 'Delete Doomed' }));
    const dialog = page.getByRole('dialog', { name: 'Delete the space?' });
    const sure = dialog.getByRole('button', { name: 'Delete space' });
    expect(await sure.isDisabled()).toBe(true);
    await fill(dialog.getByRole('textbox', { name: 'Type “Doomed” to confirm' }), 'Doomed');
    await expectNoBarriers(page);
    await use(sure);
    await page.getByText('Deleting the space').first().waitFor();
    await page.getByRole('button', { name: 'Delete Doomed' }).waitFor({ state: 'detached' });
    await his.page.waitForURL('**/error?message=Forbidden');
    await expect.poll(async () => (await demo.call(api.users.spaces)).spaces.map(({ name }) => name)).toEqual(['Demo']);
    await his.context.close();
  });
});
