/**
 * Pictures of the screens to look at: `npm run shots -w @gantry/e2e -- <folder> [part of a look] [part of a screen]`, with CHROMIUM naming
 * a browser. A look is a language, a theme and a width: `ru-dark-1024`. With SHOTS_OF naming a product that runs, that one is taken.
 * In the folder's `gantt`: every kind of row of the chart in every theme, contrast, scale and zoom, without a server.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { newPerson, openBrowser } from '../browser.ts';
import { newDataDir, startProduct } from '../product.ts';
import { fillForShots, type ShotPlaces } from './shots.data.ts';
import { PLACES, SCHEDULE_SHOTS, type Screen } from './shots.screens.ts';
import { signInOnPage } from '../visit.ts';

const LANGUAGES = { en: 'en-US', ru: 'ru-RU', fr: 'fr-FR' } as const;
const SIZES = [
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const;

const [folder, wantedLook, wantedScreen] = [resolve(process.argv[2] ?? 'shots'), process.argv[3] ?? '', process.argv[4] ?? ''];
mkdirSync(folder, { recursive: true });
const running = process.env['SHOTS_OF'];
const data = running ? null : newDataDir();
const product = data ? await startProduct(data.dataDir) : null;
const url = running ?? product?.url ?? '';
const browser = await openBrowser();
try {
  const places = await fillForShots(url, browser);
  for (const language of ['en', 'ru', 'fr'] as const)
    for (const dark of [false, true])
      for (const [width, height] of SIZES) {
        const look = `${language}-${dark ? 'dark' : 'light'}-${width}`;
        if (look.includes(wantedLook)) await takeAll(look, language, dark, width, height, places);
      }
} finally {
  await browser.close();
  await product?.stop();
  data?.remove();
}
if ('gantt'.includes(wantedLook) && !wantedScreen)
  spawnSync(process.execPath, [join(import.meta.dirname, '../../bench/gantt/shoot.mjs'), join(folder, 'gantt')], { stdio: 'inherit' });

/** The texts of a language by their keys. */
function textsOf(language: string): (key: string) => string {
  const from = join(import.meta.dirname, '../../packages/locales', language);
  const texts: Record<string, string> = Object.assign(
    {},
    ...readdirSync(from).map((name) => JSON.parse(readFileSync(join(from, name), 'utf8'))),
  );
  return (key) => texts[key] ?? key;
}

async function takeAll(look: string, language: keyof typeof LANGUAGES, dark: boolean, width: number, height: number, places: ShotPlaces) {
  const { page, context } = await newPerson(browser, url, { locale: LANGUAGES[language], width, height });
  context.setDefaultTimeout(8000);
  await page.addInitScript((on) => localStorage.setItem('DarkThemeActive', String(on)), dark);
  const wording = textsOf(language);
  const shot = async (name: string): Promise<void> => {
    if (!name.includes(wantedScreen)) return;
    await settled(page);
    await page.screenshot({ path: join(folder, `${name}.${look}.png`), animations: 'disabled' });
  };
  const take = async ({ name, open }: Screen): Promise<void> => {
    if (!name.includes(wantedScreen)) return;
    try {
      await open({ page, wording, places, shot });
      await shot(name);
    } catch (error) {
      console.error(`${look} ${name}: ${String(error).slice(0, 300)}`);
      await page.screenshot({ path: join(folder, `failed-${name}.${look}.png`) });
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  };
  await page.goto('/auth/login');
  await page.locator('input[autocomplete=username]').waitFor();
  await shot('login');
  await signInOnPage(page);
  for (const screen of PLACES) await take(screen);
  await page.goto(`/${places.space}/schedule/${places.version}`);
  await page.getByRole('treegrid').getByRole('row').nth(3).waitFor({ state: 'attached', timeout: 60_000 });
  for (const screen of SCHEDULE_SHOTS) await take(screen);
  await context.close();
}

/** Waits until the page has loaded and animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(400);
}
