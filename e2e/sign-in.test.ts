/** From the address that `npm start` prints to the first screen, and out again. */

import { expect, test } from 'vitest';
import { newPerson } from './browser.ts';
import { browser, product } from './opened.ts';
import { DEMO } from './product.ts';

test('a wrong password is refused in words, the right one leads to the spaces and their structure', async () => {
  const { page, complaints } = await newPerson(browser, product.url);
  await page.goto('/');
  await page.waitForURL('**/auth/login**');
  await page.getByLabel('Login or email').fill(DEMO.login);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Login or password is not right').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/login'));
  await page.getByText('Demo', { exact: false }).first().waitFor();
  await page.reload();
  await page.getByText('Demo', { exact: false }).first().waitFor();
  expect(new URL(page.url()).pathname).not.toContain('login');
  // The refused password is answered with 401, which Chromium notes on the console.
  expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
});

test('a stranger is led to sign in, and an unknown path says so', async () => {
  const { page } = await newPerson(browser, product.url);
  await page.goto('/1/schedule/1');
  await page.waitForURL('**/auth/login?redirect=**');
  await page.goto('/no/such/path');
  await page.getByRole('heading').first().waitFor();
  expect(await page.getByRole('heading').first().textContent()).toBe('Page not found');
});
