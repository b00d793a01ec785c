/** Every address answers with its screen; in every theme and language, narrow, and without barriers. */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectNoBarriers } from './accessibility/barriers.ts';
import { newPerson, type Person } from './browser.ts';
import { signIn } from './caller.ts';
import { browser, product } from './opened.ts';
import { LOST_PATHS, PUBLIC_SCREENS, type Screen, SPACE_SCREENS } from './routes.ts';
import { signInOnPage } from './visit.ts';

/** A key of a text that was shown because its text is missing. */
const RAW_KEY =
  /(?<![\w./@-])(?:eps|versions?|schedules?|wbs|column|timetable|relations?|shell|ui|auth|users?|spaces?|home|profile|palette|edits?|job|import|status|limit|period|gantt)\.[a-z_]+[\w.]*/;

/** What `{space}` and the other places stand for. */
let places: Record<string, number> = {};

beforeAll(async () => {
  const demo = await signIn(product.url);
  const { spaces } = await demo.call(api.users.spaces);
  const { nodes, versions } = await demo.inSpace(spaces[0].id).call(api.eps.tree);
  const idOf = (kind: string): number => nodes.find((node) => node.kind === kind)?.id ?? 0;
  places = { space: spaces[0].id, version: versions[0].id, schedule: idOf('schedule'), project: idOf('project') };
});

const address = (path: string): string => path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(places[name]));

describe('at 1024 px, the narrowest window', () => {
  let stranger: Person;
  let person: Person;

  beforeAll(async () => {
    stranger = await newPerson(browser, product.url, { infoTab: null, width: 1024, height: 768 });
    person = await newPerson(browser, product.url, { infoTab: null, width: 1024, height: 768 });
    await signInOnPage(person.page);
  });

  test.each(PUBLIC_SCREENS)('$path for a stranger', async (screen) => {
    await expectScreen(stranger, screen);
  });
  test.each(SPACE_SCREENS)('$path in a space', async (screen) => {
    await expectScreen(person, screen);
  });

  test.each(['/', '/structure'])('%s leads to the choice of a space, a stranger to the sign-in first', async (path) => {
    await person.page.goto(path);
    await person.page.waitForURL('**/auth/select-space');
    await stranger.page.goto(path);
    await stranger.page.waitForURL('**/auth/login?redirect=**');
    expect([...person.complaints, ...stranger.complaints]).toEqual([]);
  });

  test('/auth/success leads on into the space that was used last', async () => {
    await person.page.goto('/auth/success');
    await person.page.waitForURL(`**/${places['space']}`);
    expect(person.complaints).toEqual([]);
  });

  test.each(LOST_PATHS)('%s is not found, and the page says so', async (path) => {
    const { page } = person;
    await page.goto(address(path));
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectNoBarriers(page);
  });

  test('somebody else’s space is refused in words', async () => {
    await person.page.goto('/999999');
    await person.page.getByRole('heading', { name: 'You do not have access to the selected space' }).waitFor();
    await expectNoBarriers(person.page);
  });
});

describe.each([
  { dark: true, locale: 'en-US' },
  { dark: false, locale: 'ru-RU' },
  { dark: true, locale: 'ru-RU' },
  { dark: false, locale: 'fr-FR' },
])('locale $locale, dark theme: $dark', ({ dark, locale }) => {
  const language = locale.slice(0, 2);
  const spoken = { en: /\b(the|of|a|and|to|in|is)\b/i, ru: /[а-яё]{3}/i, fr: /\p{L}{3}/u }[language] as RegExp;

  test('the screens that are there speak the language, keep the theme and have no barriers in the dark', async () => {
    const person = await newPerson(browser, product.url, { infoTab: null, locale, width: 1440, height: 900 });
    const { page, context } = person;
    await page.addInitScript((on) => localStorage.setItem('DarkThemeActive', String(on)), dark);
    const here = [...PUBLIC_SCREENS, ...SPACE_SCREENS];
    for (const { path } of here) {
      if (path === '/auth/select-space') await signInOnPage(page);
      else await page.goto(address(path));
      await atRest(page);
      const seen = await page.evaluate(() => ({
        theme: document.documentElement.dataset['mantineColorScheme'],
        language: document.documentElement.lang.slice(0, 2),
        text: document.body.innerText,
      }));
      expect({ path, theme: seen.theme, language: seen.language }).toEqual({ path, theme: dark ? 'dark' : 'light', language });
      expect(seen.text, path).not.toMatch(RAW_KEY);
      expect(seen.text, path).toMatch(spoken);
      // Names and roles are those of the light theme; contrast is not, and is the same in every language.
      if (dark && language === 'ru') await expectNoBarriers(page);
    }
    expect(person.complaints).toEqual([]);
    await context.close();
  });
});

/** The screen shows itself; it fits the window and has no barriers. */
async function expectScreen(person: Person, { path, sign }: Screen): Promise<void> {
  const { page, complaints } = person;
  complaints.length = 0;
  await page.goto(address(path));
  await page.getByRole(sign.role, { name: sign.name, exact: true }).waitFor({ state: 'attached' });
  await atRest(page);
  const headings = await page.getByRole('heading').allTextContents();
  expect(headings).not.toContain('Page not found');
  expect(headings).not.toContain('This page could not be shown');
  const { wide, window } = await page.evaluate(() => ({
    wide: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
    window: innerWidth,
  }));
  expect(wide, 'no scrolling sideways').toBeLessThanOrEqual(window);
  expect(await page.evaluate(() => document.body.innerText)).not.toMatch(RAW_KEY);
  await expectNoBarriers(page);
  expect(complaints).toEqual([]);
}

/** Until the page has its data and shows it. */
async function atRest(page: Page): Promise<void> {
  await page.getByRole('heading').or(page.getByRole('treegrid')).first().waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(250);
}
