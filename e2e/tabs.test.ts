/** One session in two tabs, and in two browsers: who signs in or out, who is idle, who is thrown out, and a connection that is lost. */

import { api } from '@gantry/contract';
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAccount, PASSWORD } from './accounts.ts';
import { newPerson, openBrowser, type Person } from './browser.ts';
import { DEMO, newDataDir, type Product, startProduct } from './product.ts';
import { signInOnPage } from './visit.ts';

const TOKEN = 'authorization_token_gantry';
const MINUTE = 60_000;

const folder = newDataDir();
let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct(folder.dataDir, { GANTRY_IDLENESS_MINUTES: '30' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const tokenOf = (page: Page): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), TOKEN);
const inSpace = (page: Page): Promise<void> => page.getByRole('treegrid', { name: 'Structure' }).waitFor();

/** A second tab of the same browser. */
async function newTab({ context }: Person, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Signs in on the login page that stands there. */
async function enter(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(DEMO.login);
  await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /: profile, language, theme, sign-out$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** What the API says to the cookies of the browser. */
const statusOf = async (context: BrowserContext): Promise<number> => {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return (await fetch(`${product.url}${api.users.whoAmI.path}`, { headers: { cookie } })).status;
};

describe('two tabs of one browser', () => {
  test('come in together and go out together; theme and space are remembered, the token is not', async () => {
    const person = await newPerson(browser, product.url);
    const { page: one, context } = person;
    const two = await newTab(person, '/auth/login');
    await signInOnPage(one);
    await two.waitForURL('**/auth/select-space');
    await one.locator('[data-enter]').first().click();
    await inSpace(one);
    const { id } = await (await two.request.get(api.users.whoAmI.path)).json();
    expect(await tokenOf(two)).toHaveLength(43);
    expect(await two.evaluate((key) => localStorage.getItem(key), `last_used_space_id_${id}`)).toBe('1');
    const cookies = await context.cookies();
    const space = cookies.find(({ name }) => name === 'space_id');
    expect(space).toMatchObject({ value: '1', path: '/', secure: true, sameSite: 'None', httpOnly: false });
    // Chromium keeps no cookie longer than 400 days; a year is less.
    expect(Math.round(((space?.expires ?? 0) * 1000 - Date.now()) / (24 * 60 * MINUTE))).toBe(365);
    expect(cookies.find(({ name }) => name === 'gantry_sid')).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: -1 });
    await two.goto('/1/profile');
    await two.getByRole('heading', { name: 'You' }).waitFor();
    await two.evaluate(() => localStorage.setItem('DarkThemeActive', 'true'));
    await signOut(one);
    await one.waitForURL('**/auth/login');
    await two.waitForURL('**/auth/login');
    expect(await tokenOf(two)).toBeNull();
    expect(await two.evaluate(() => localStorage.getItem('DarkThemeActive'))).toBe('true');
    expect(await statusOf(context)).toBe(401);
    // A tab on a guest page follows the sign-in to the space that was used last.
    await enter(two);
    await one.waitForURL('**/1');
    await inSpace(one);
    await context.close();
  });

  test('never mix two people: a tab of the one starts anew when the other signs in', async () => {
    await newAccount(product.url, 'vera');
    const person = await newPerson(browser, product.url);
    const { page: one, context } = person;
    await signInOnPage(one);
    await one.goto('/1');
    await inSpace(one);
    const two = await newTab(person, '/1');
    await inSpace(two);
    // The sign-in of another person in the second tab, as a page that was left open there would do it.
    await two.evaluate(
      async ({ path, body, key }) => {
        const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
        const { token, user_id: userId } = await answer.json();
        localStorage.setItem(key, token);
        new BroadcastChannel('gantry').postMessage({ type: 'auth', token, userId });
      },
      { path: api.auth.login.path, body: { login: 'vera', password: PASSWORD }, key: TOKEN },
    );
    await one.getByRole('heading', { name: 'You do not have access to the selected space' }).waitFor();
    expect(await tokenOf(one)).toBe(await tokenOf(two));
    await context.close();
  });
});

describe('idleness', () => {
  test('ends the session after the minutes of the installation, in every tab; what is done in one tab keeps all alive', async () => {
    const person = await newPerson(browser, product.url);
    const { page: one, context } = person;
    await context.clock.install();
    await signInOnPage(one);
    await one.goto('/1');
    await inSpace(one);
    const two = await newTab(person, '/1');
    await inSpace(two);
    await context.clock.fastForward(20 * MINUTE);
    await one.mouse.move(300, 300);
    await one.keyboard.press('Shift');
    await context.clock.fastForward(20 * MINUTE);
    // Forty minutes without a hand on the second tab.
    for (const page of [one, two]) {
      expect(await tokenOf(page)).not.toBeNull();
      expect(new URL(page.url()).pathname).toBe('/1');
    }
    await context.clock.fastForward(10 * MINUTE + 2000);
    for (const page of [one, two]) {
      await page.waitForURL('**/auth/idleness');
      await page
        .getByText(
          'Your session has been terminated due to inactivity for more than 30 minute(s). Please sign in again to continue working.',
        )
        .waitFor();
      expect(await tokenOf(page)).toBeNull();
    }
    await expect.poll(() => statusOf(context)).toBe(401);
    await context.close();
  });

  test('is told to the other tabs at most once a second', async () => {
    const person = await newPerson(browser, product.url);
    const { page: one, context } = person;
    await one.clock.install();
    await signInOnPage(one);
    await one.goto('/1');
    await inSpace(one);
    const two = await newTab(person, '/auth/login');
    await two.waitForURL('**/1');
    await two.evaluate(() => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      new BroadcastChannel('gantry').addEventListener('message', ({ data }) => heard.push(data.type));
    });
    await one.clock.pauseAt(await one.evaluate(() => Date.now() + 10_000));
    for (let move = 0; move < 20; move += 1) await one.mouse.move(200 + move, 200);
    await one.clock.runFor(999);
    await one.mouse.move(100, 100);
    await one.clock.runFor(1);
    await one.mouse.move(110, 100);
    const heard = () => two.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    await expect.poll(heard).toEqual(['idleness-updated', 'idleness-updated']);
    await context.close();
  });
});

describe('a session that is ended elsewhere', () => {
  test('throws its open pages out at once, and the sign-in leads back to where they were', async () => {
    const here = await newPerson(browser, product.url);
    const there = await newPerson(browser, product.url);
    for (const { page } of [here, there]) await signInOnPage(page);
    await there.page.goto('/1/home');
    await there.page.getByRole('heading', { name: 'Changed last' }).waitFor();
    await there.page.getByText('Connected', { exact: true }).waitFor();
    await here.page.goto('/1/profile');
    await here.page.getByRole('tab', { name: 'Password and sessions' }).click();
    await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await here.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await there.page.waitForURL('**/auth/login?redirect=**');
    expect(await tokenOf(there.page)).toBeNull();
    await enter(there.page);
    await there.page.waitForURL('**/1/home');
    await here.page.getByRole('table', { name: 'Where you are signed in' }).getByText('this one').waitFor();
    await there.context.close();
    await here.context.close();
  });
});

describe('the connection', () => {
  test('lost is said and counted; given up it leads to the countdown, whose end leads back and connects again', async () => {
    const { page, context } = await newPerson(browser, product.url);
    const open = new Set<WebSocketRoute>();
    let down = false;
    await page.routeWebSocket('**/api/v1/events/stream', (socket) => {
      if (down) return void socket.close();
      open.add(socket);
      socket.connectToServer();
    });
    await page.clock.install();
    await signInOnPage(page);
    await page.locator('[data-enter]').first().click();
    await inSpace(page);
    await page.getByText('Connected', { exact: true }).waitFor();
    down = true;
    for (const socket of open) await socket.close();
    await page.getByText('Connection lost... Trying to reconnect 1...').waitFor();
    for (let second = 0; second < 90 && !page.url().endsWith('/disconnect'); second += 1) await page.clock.runFor(1000);
    await page.waitForURL('**/disconnect');
    await page.getByRole('heading', { name: 'The connection to the server was lost' }).waitFor();
    const button = page.getByRole('main').getByRole('button');
    const seconds = async (): Promise<number> => Number(/(\d+) s$/.exec((await button.textContent()) ?? '')?.[1] ?? 0);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
    const before = await seconds();
    expect(before).toBeGreaterThan(7);
    expect(await button.isDisabled()).toBe(true);
    await page.clock.runFor(3000);
    await expect.poll(seconds).toBe(before - 3);
    // Kept over a reload, from where it goes on. The page needs time that runs to begin.
    await page.clock.resume();
    await page.reload();
    expect(Number(await page.evaluate(() => localStorage.getItem('disconnect_counter')))).toBeLessThanOrEqual(before - 3);
    await button.waitFor();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
    const after = await seconds();
    expect(after).toBeLessThanOrEqual(before - 3);
    expect(after).toBeGreaterThan(1);
    await page.clock.runFor((after - 1) * 1000);
    expect(await button.isDisabled()).toBe(true);
    await page.clock.runFor(1000);
    await expect.poll(() => button.textContent()).toBe('Restore the connection');
    expect(await button.isEnabled()).toBe(true);
    down = false;
    await page.clock.resume();
    await button.click();
    await page.waitForURL('**/1');
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('disconnect_counter'))).toBeNull();
    await context.close();
  });

  test('page opened by its address has nowhere to go back to: its button leads to the last used space or to the choice of one', async () => {
    const { page, context } = await newPerson(browser, product.url);
    await page.clock.install();
    await page.goto('/disconnect');
    await page.getByRole('button', { name: 'Restore the connection in 10 s' }).waitFor();
    await page.clock.fastForward(10_000);
    for (let second = 0; second < 10; second += 1) await page.clock.runFor(1000);
    await page.getByRole('button', { name: 'Restore the connection', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/auth/login');
    await context.close();
  });
});
