/** Signing in through a real OpenID provider: from the sign-in page to the page that was asked for. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, openBrowser } from './browser.ts';
import { DEMO, newDataDir, type Product, startProduct } from './product.ts';
import { signInOnPage } from './visit.ts';

const SECURITY = 'Password and sessions';
const folder = newDataDir();
let provider: Worker;
let product: Product;
let browser: Browser;

/** The provider must know the address of the product before it starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  const api = `http://127.0.0.1:${port}/api/v1/auth`;
  provider = new Worker(new URL('../apps/server/src/testing/servers/openid-provider.thread.ts', import.meta.url), {
    workerData: {
      client: { id: 'gantry', secret: 'a secret of the journey', redirectUris: [`${api}/openidconnect`, `${api}/adfs/callback`] },
      people: [
        { sub: 'planner', email: 'demo@gantry.example', email_verified: true },
        { sub: 'second' },
        { sub: 'stranger', email: 'stranger@gantry.example', email_verified: true },
      ],
    },
  });
  const [issuer] = (await once(provider, 'message')) as [string];
  const client = (prefix: string) => ({
    [`${prefix}_ISSUER`]: issuer,
    [`${prefix}_CLIENT_ID`]: 'gantry',
    [`${prefix}_CLIENT_SECRET`]: 'a secret of the journey',
    [`${prefix}_LINK_BY_EMAIL`]: 'on',
  });
  const environment = {
    PORT: String(port),
    GANTRY_PUBLIC_URL: `http://127.0.0.1:${port}`,
    GANTRY_EGRESS_ALLOWED: issuer,
    ...client('OIDC'),
    ...client('ADFS'),
  };
  product = await startProduct(folder.dataDir, environment);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await provider?.terminate();
  folder.remove();
});

/** Chooses a way on the sign-in page, and at the provider who one is. */
async function choose(page: Page, way: string, person: string): Promise<void> {
  await page.getByRole('link', { name: way }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  await page.getByRole('link', { name: person }).click();
}

test('somebody who signs in by a password ties their account to the provider, which opens it from then on', async () => {
  const { page, complaints } = await newPerson(browser, product.url);
  await signInOnPage(page);
  await page.goto('/1/profile');
  await page.getByRole('tab', { name: SECURITY }).click();
  await page.getByText('Your account is opened by its password alone.').waitFor();
  await page.getByRole('button', { name: 'Connect OpenID' }).click();
  // The page behind the dialog has a field of that name as well.
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Present password').fill(DEMO.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'second' }).click();
  await page.waitForURL('**/1/profile');
  await page.getByRole('tab', { name: SECURITY }).click();
  await page.getByRole('cell', { name: 'OpenID' }).waitFor();
  const other = await newPerson(browser, product.url);
  await other.page.goto('/auth/login?redirect=/1/home');
  await choose(other.page, 'Sign in with OpenID', 'second');
  await other.page.waitForURL('**/1/home');
  expect([...complaints, ...other.complaints]).toEqual([]);
});

test.each(['Sign in with OpenID', 'Sign in with the company directory'])('"%s" lands on the page that was asked for', async (way) => {
  const { page, complaints } = await newPerson(browser, product.url);
  await page.goto('/1/calendars');
  await page.waitForURL('**/auth/login?redirect=**');
  await choose(page, way, 'planner');
  await page.waitForURL('**/1/calendars');
  await page.getByRole('heading', { name: 'Calendars' }).first().waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Calendars' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/1/calendars');
  expect(complaints).toEqual([]);
});

test('whom the provider knows and Gantry does not reads why, and begins again from there', async () => {
  const { page, complaints } = await newPerson(browser, product.url);
  await page.goto('/auth/login');
  await choose(page, 'Sign in with OpenID', 'stranger');
  await page.waitForURL('**/error?message=sign_in.unknown_account');
  await page.getByRole('heading', { name: 'There is no account here for the person that you signed in as' }).waitFor();
  await page.getByText('Contact your system administrator').waitFor();
  await page.getByRole('button', { name: 'Choose a space' }).waitFor();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('link', { name: 'Sign in with OpenID' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('authorization_token_gantry'))).toBeNull();
  expect(complaints).toEqual([]);
});

test('a sign-in that was begun elsewhere is refused in words', async () => {
  const { page } = await newPerson(browser, product.url);
  await page.goto('/api/v1/auth/openidconnect?code=somebody-elses&state=somebody-elses');
  await page.waitForURL('**/error?message=sign_in.state_mismatch');
  await page.getByText('This sign-in was not begun in this browser').waitFor();
  expect(await page.context().cookies()).toEqual([]);
});
