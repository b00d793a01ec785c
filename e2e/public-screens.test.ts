/** The screens before and beside the spaces: sign-in, registration, ways back into an account, refusals; what a stranger sees of them. */

import { api } from '@gantry/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWER, letters, newAccount, PASSWORD } from './accounts.ts';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson, openBrowser } from './browser.ts';
import { signIn } from './caller.ts';
import { keyboardHands } from './hands.ts';
import { DEMO, newDataDir, type Product, startProduct } from './product.ts';
import { signInOnPage } from './visit.ts';

const NEW_PASSWORD = 'a quieter harbour at night';
/** Chromium notes every refused call on its console. */
const REFUSED = /status of (401|403|404|409|422)/;

const folder = newDataDir();
let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct(folder.dataDir);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});

const trySignIn = async (page: Page, login: string, password: string): Promise<void> => {
  await page.goto('/auth/login');
  await page.locator('input[autocomplete=username]').fill(login);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.keyboard.press('Enter');
};

describe('registration', () => {
  test('by keyboard alone: every empty or wrong field says what it wants, then the person stands before the choice of a space', async () => {
    const { page, complaints, context } = await newPerson(browser, product.url, { width: 1024, height: 768 });
    const { use, fill } = keyboardHands(page);
    await page.goto('/auth/login');
    await use(page.getByRole('link', { name: 'Register' }));
    await page.waitForURL('**/auth/register');
    const send = page.getByRole('button', { name: 'Register' });
    await use(send);
    for (const wanted of ['first name', 'last name', 'email', 'login', 'security question', 'answer'])
      await page.getByText(`Enter ${wanted}`, { exact: true }).waitFor();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await fill(field('First name'), 'V'.repeat(33));
    await fill(field('Last name'), 'Orlova<');
    await fill(field('Email'), 'vera');
    await fill(field('Login'), 'demo');
    await fill(field('Password'), PASSWORD);
    await fill(field('Password again'), NEW_PASSWORD);
    await fill(field('Security question'), 'On which street did you grow up?');
    await fill(field('Answer'), ANSWER);
    await use(send);
    for (const text of [
      'The field exceeds the maximum line length - 32 characters',
      'The field contains prohibited characters',
      'Invalid email',
      'Password mismatch',
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await fill(field('First name'), 'Vera');
    await fill(field('Last name'), 'Orlova');
    await fill(field('Email'), 'vera@gantry.example');
    await fill(field('Password again'), PASSWORD);
    await use(send);
    await page.getByText('This login or email cannot be used').first().waitFor();
    await fill(field('Login'), 'vera');
    await use(send);
    await page.getByText('You have successfully registered').first().waitFor();
    await page.waitForURL('**/auth/select-space');
    await page.getByRole('heading', { name: 'No spaces yet' }).waitFor();
    await use(page.getByRole('button', { name: 'Create space' }));
    await page.getByRole('dialog', { name: 'New space' }).getByRole('textbox', { name: 'Space name' }).press('Enter');
    await page.getByText('Enter space name').waitFor();
    await page.keyboard.type('Harbour');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    expect(complaints.filter((line) => !REFUSED.test(line))).toEqual([]);
    await context.close();
  });
});

describe('a forgotten password', () => {
  test('is restored by the answer to the security question; a wrong answer is refused where it stands', async () => {
    await newAccount(product.url, 'boris');
    const { page, context } = await newPerson(browser, product.url);
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Answer the security question' }).click();
    await page.getByText('Enter login', { exact: true }).waitFor();
    await page.getByLabel('Login or email').fill('boris');
    await page.getByRole('button', { name: 'Answer the security question' }).click();
    const answer = page.getByLabel('On which street did you grow up?');
    const send = page.getByRole('button', { name: 'Set the password' });
    await answer.fill('Station street');
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
    await send.click();
    await page.getByText('Passwords did not similar').waitFor();
    await page.getByLabel('Password again', { exact: true }).fill(NEW_PASSWORD);
    await send.click();
    await page.getByText('The answer is not right').first().waitFor();
    expect(await answer.evaluate((element) => element === document.activeElement)).toBe(true);
    await answer.fill(`  ${ANSWER.toUpperCase()} `);
    await send.click();
    await page.getByText('Password reset successfully').first().waitFor();
    await page.waitForURL('**/auth/login');
    await trySignIn(page, 'boris', PASSWORD);
    await page.getByText('Login or password is not right').first().waitFor();
    await trySignIn(page, 'boris', NEW_PASSWORD);
    await page.waitForURL('**/auth/select-space');
    await context.close();
  });

  test('of an account that does not exist is asked a question too, and a letter is promised alike', async () => {
    const { page, context } = await newPerson(browser, product.url);
    await page.goto('/auth/restore');
    const before = letters(folder.dataDir).length;
    await page.getByLabel('Login or email').fill('nobody-at-all');
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText('A link to reset your password has been sent to your email.').first().waitFor();
    await page.getByRole('button', { name: 'Answer the security question' }).click();
    await page.getByRole('button', { name: 'Set the password' }).waitFor();
    expect(letters(folder.dataDir).length).toBe(before);
    await context.close();
  });

  test('is set anew by the link of a letter: once, in no history, and every session of the person ends', async () => {
    await newAccount(product.url, 'clara');
    const elsewhere = await newPerson(browser, product.url);
    await signInOnPage(elsewhere.page, { login: 'clara', password: PASSWORD });
    const { page, context } = await newPerson(browser, product.url);
    await page.goto('/auth/restore');
    await page.getByLabel('Login or email').fill('clara@gantry.example');
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText('A link to reset your password has been sent to your email.').first().waitFor();
    const linkIn = () => /\/auth\/reset-password#token=\S+/.exec(letters(folder.dataDir).at(-1) ?? '')?.[0] ?? '';
    await expect.poll(linkIn).not.toBe('');
    expect(letters(folder.dataDir).at(-1)).toContain('for 30 minutes');
    await page.goto(linkIn());
    await page.getByRole('heading', { name: 'New password' }).waitFor();
    await expect.poll(() => page.url()).not.toContain('token');
    const set = async (password: string): Promise<void> => {
      await page.locator('input[autocomplete=new-password]').first().fill(password);
      await page.getByLabel('Password again', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Set the password' }).click();
    };
    await set('clara12345678');
    await page.getByText('This password is easy to guess').first().waitFor();
    await set(NEW_PASSWORD);
    await page.getByText('Password reset successfully').first().waitFor();
    await page.waitForURL('**/auth/login');
    // The page that was open elsewhere is thrown out without being touched.
    await elsewhere.page.waitForURL('**/auth/login**');
    await page.goto(linkIn());
    await page.getByRole('heading', { name: 'New password' }).waitFor();
    await set('another quiet harbour');
    await page.getByRole('heading', { name: 'Error during password reset' }).waitFor();
    await page.getByRole('link', { name: 'Ask for another link' }).click();
    await page.waitForURL('**/auth/restore');
    await trySignIn(page, 'clara', NEW_PASSWORD);
    await page.waitForURL('**/auth/select-space');
    await elsewhere.context.close();
    await context.close();
  });
});

describe('an invitation', () => {
  test('leads from the letter through an account into the space, once', async () => {
    const demo = (await signIn(product.url)).inSpace(1);
    await demo.call(api.spaces.invite, { params: { id: 1 }, body: { login: 'ivan@gantry.example', role_id: 7 } });
    const linkIn = () => letters(folder.dataDir).flatMap((text) => /\/auth\/invitation#token=\S+/.exec(text)?.[0] ?? [])[0] ?? '';
    await expect.poll(linkIn).not.toBe('');
    const { page, context } = await newPerson(browser, product.url);
    await page.goto(linkIn());
    await page.getByText('Demo Planner invites you to the space “Demo”. Your role: Viewer.').waitFor();
    await expect.poll(() => page.url()).not.toContain('token');
    await expectNoBarriers(page);
    const field = (label: string) => page.getByLabel(label, { exact: true });
    expect(await field('Email').inputValue()).toBe('ivan@gantry.example');
    for (const [label, text] of Object.entries({
      'First name': 'Ivan',
      'Last name': 'Petrov',
      Login: 'ivan',
      Password: PASSWORD,
      'Password again': PASSWORD,
      'Security question': 'On which street did you grow up?',
      Answer: ANSWER,
    }))
      await field(label).fill(text);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('treegrid', { name: 'Structure' }).waitFor();
    await page.goto(linkIn());
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    await context.close();
  });
});

describe('a privacy policy', () => {
  test('stands before everything until it is accepted, once; who does not accept it signs out', async () => {
    const data = newDataDir();
    const strict = await startProduct(data.dataDir, { GANTRY_PRIVACY_POLICY: 'We keep your name, and what you plan.' });
    try {
      const { page, context } = await newPerson(browser, strict.url);
      const enter = async (): Promise<void> => {
        await page.locator('input[autocomplete=username]').fill(DEMO.login);
        await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
        await page.keyboard.press('Enter');
        await page.getByText('We keep your name, and what you plan.').waitFor();
      };
      await page.goto('/1/home');
      await page.waitForURL('**/auth/login?redirect=**');
      await enter();
      await expectNoBarriers(page);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL('**/auth/login**');
      await page.goto('/auth/login?redirect=/1/home');
      await enter();
      // No way round by an address.
      await page.goto('/1');
      await page.getByRole('button', { name: 'I accept' }).waitFor();
      await page.goto('/1/home');
      await page.getByRole('button', { name: 'I accept' }).click();
      await page.waitForURL('**/1/home');
      await page.goto('/1');
      await page.getByRole('treegrid', { name: 'Structure' }).waitFor();
      expect(await page.getByText('We keep your name').count()).toBe(0);
      await context.close();
    } finally {
      await strict.stop();
      data.remove();
    }
  });
});

describe('the error page', () => {
  test('reads by its message, and always names whom to turn to', async () => {
    const { page, context } = await newPerson(browser, product.url);
    const texts = {
      LicenseLimit: 'The user limit for the selected space has been exceeded',
      Forbidden: 'You do not have access to the selected space',
      LicenseNotFound: 'A license was not found to operate in the selected space',
      IPNotAllowed: 'Access not allowed from this IP address',
      SomethingElse: 'unknown error',
    };
    for (const [message, text] of Object.entries(texts)) {
      await page.goto(`/error?message=${message}`);
      await expect.poll(() => page.getByRole('heading').allTextContents()).toEqual([text]);
      await page.getByText('Contact your system administrator').waitFor();
    }
    await context.close();
  });

  test('left by its button forgets the space that led there, in the storage and in the cookie', async () => {
    const { page, context } = await newPerson(browser, product.url);
    await signInOnPage(page);
    await page.locator('[data-enter]').first().click();
    await page.getByRole('treegrid', { name: 'Structure' }).waitFor();
    const kept = async () => ({
      stored: await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('last_used_space_id_')).length),
      cookie: (await context.cookies()).some(({ name }) => name === 'space_id'),
    });
    expect(await kept()).toEqual({ stored: 1, cookie: true });
    await page.goto('/999999');
    await page.getByRole('heading', { name: 'You do not have access to the selected space' }).waitFor();
    await page.getByRole('button', { name: 'Choose a space' }).click();
    await page.waitForURL('**/auth/select-space');
    await expect.poll(kept).toEqual({ stored: 0, cookie: false });
    await context.close();
  });
});

describe('the guest layout', () => {
  test.each([
    ['ru', 'Вход в Gantry'],
    ['ru-RU', 'Вход в Gantry'],
    ['en-GB', 'Sign in to Gantry'],
    ['de-DE', 'Sign in to Gantry'],
  ])('speaks to a browser of %s: %s', async (locale, title) => {
    const { page, context } = await newPerson(browser, product.url, { locale });
    await page.goto('/auth/login');
    await expect.poll(() => page.getByRole('heading').allTextContents()).toEqual([title]);
    await context.close();
  });

  test('remembers the language and the theme that were chosen, and copies the phone number of the support', async () => {
    const { page, context } = await newPerson(browser, product.url);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/auth/idleness');
    await page.getByText('inactivity for more than 30 minute(s). Please sign in again to continue working.').waitFor();
    await page.getByTitle('Copy the phone number').click();
    await page.getByText('The phone number has been copied').first().waitFor();
    await keyboardHands(page).choose(page.getByRole('combobox', { name: 'Language' }), 'Русский');
    await page.getByRole('heading', { name: 'Сеанс завершён' }).waitFor();
    await page.getByRole('button', { name: 'Тёмная тема' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Сеанс завершён' }).waitFor();
    expect(
      await page.evaluate(() => [
        localStorage.getItem('last_used_localization'),
        localStorage.getItem('DarkThemeActive'),
        document.documentElement.dataset['mantineColorScheme'],
      ]),
    ).toEqual(['ru', 'true', 'dark']);
    await page.getByRole('link', { name: 'Войти' }).click();
    await page.waitForURL('**/auth/login');
    await context.close();
  });

  test('stands around the page of success without a session, and around what is not found', async () => {
    const { page, context } = await newPerson(browser, product.url, { width: 1920, height: 1080 });
    await page.goto('/auth/success');
    await page.getByRole('heading', { name: 'User is not authorized' }).waitFor();
    await page.goto('/no/such/path');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('banner').getByRole('combobox', { name: 'Language' }).waitFor();
    await page.getByRole('link', { name: 'Choose a space' }).click();
    await page.waitForURL('**/auth/login?redirect=**');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/auth/select-space');
    await context.close();
  });

  test('appears only when the state of the installation is known; a server that is away is said, and tried again by hand', async () => {
    const { page, context } = await newPerson(browser, product.url);
    let answer: (() => void) | undefined;
    await page.route('**/api/v1/system-state', (route) => new Promise((done) => (answer = () => done(route.continue()))));
    await page.goto('/auth/login');
    await expect.poll(() => answer !== undefined).toBe(true);
    expect(await page.getByRole('heading').count()).toBe(0);
    answer?.();
    await page.getByRole('heading', { name: 'Sign in to Gantry' }).waitFor();
    await page.unroute('**/api/v1/system-state');
    await page.route('**/api/v1/system-state', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
    await page.unroute('**/api/v1/system-state');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sign in to Gantry' }).waitFor();
    await context.close();
  });
});

describe('after the sign-in', () => {
  test('a person comes back to the page that they asked for', async () => {
    const { page, context } = await newPerson(browser, product.url);
    await page.goto('/1/home?x=1');
    await page.waitForURL('**/auth/login?redirect=**');
    await page.locator('input[autocomplete=username]').fill(DEMO.login);
    await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Changed last' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/1/home');
    await context.close();
  });

  test('nobody is led off the site, nor round in a circle', async () => {
    const { page, context } = await newPerson(browser, product.url);
    const left: string[] = [];
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== product.url) left.push(request.url());
    });
    for (const path of [
      '//evil.example',
      'https://evil.example/1',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/auth/login',
    ]) {
      await page.goto(`/auth/login?redirect=${encodeURIComponent(path)}`);
      await page.locator('input[autocomplete=username]').fill(DEMO.login);
      await page.locator('input[autocomplete=current-password]').fill(DEMO.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Choose a space' }).waitFor();
      await page.evaluate(() => localStorage.clear());
      await context.clearCookies();
    }
    expect(left).toEqual([]);
    await context.close();
  });
});
