/**
 * Pictures of the screens to look at: `npm run shots -w @gantry/e2e -- <folder> [part of a look's name]`, with CHROMIUM naming a browser.
 * In the folder's `gantt`: every kind of row of the chart in every theme, contrast, scale and zoom, without a server.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { newPerson, openBrowser } from './browser.ts';
import { newDataDir, startProduct } from './product.ts';
import { scheduleFile } from './schedule-file.ts';
import { signInOnPage, startUpload, structureRow, UPLOAD_WORDS } from './visit.ts';

type Look = { name: string; language: 'en' | 'ru'; dark: boolean; width: number; height: number };

const LOOKS: Look[] = [
  { name: 'light-1440', language: 'en', dark: false, width: 1440, height: 900 },
  { name: 'dark-1440', language: 'en', dark: true, width: 1440, height: 900 },
  { name: 'ru-1440', language: 'ru', dark: false, width: 1440, height: 900 },
  { name: 'ru-1024', language: 'ru', dark: false, width: 1024, height: 768 },
  { name: 'ru-dark-1920', language: 'ru', dark: true, width: 1920, height: 1080 },
];

const folder = resolve(process.argv[2] ?? 'shots');
const wanted = process.argv[3] ?? '';
mkdirSync(folder, { recursive: true });
const data = newDataDir();
const product = await startProduct(data.dataDir);
const browser = await openBrowser();
try {
  for (const look of LOOKS) if (look.name.includes(wanted)) await takeAll(look);
} finally {
  await browser.close();
  await product.stop();
  data.remove();
}
if ('gantt'.includes(wanted))
  spawnSync(process.execPath, [join(import.meta.dirname, '../bench/gantt/shoot.mjs'), join(folder, 'gantt')], { stdio: 'inherit' });

async function takeAll({ name, language, dark, width, height }: Look): Promise<void> {
  const words = UPLOAD_WORDS[language];
  const { page, context } = await newPerson(browser, product.url, { locale: language === 'ru' ? 'ru-RU' : 'en-US', width, height });
  await page.addInitScript((on) => localStorage.setItem('DarkThemeActive', String(on)), dark);
  const shot = async (screen: string): Promise<void> => {
    await settled(page);
    await page.screenshot({ path: join(folder, `${name}-${screen}.png`) });
  };
  await page.goto('/auth/login');
  await shot('01-login');
  await page.goto('/auth/register');
  await shot('02-register');
  await signInOnPage(page);
  await shot('03-select-space');
  await page.locator('[data-enter]').first().click();
  await structureRow(page, 'Construction schedule').first().click();
  await shot('04-structure');
  const dialog = await startUpload(page, 'Construction schedule', scheduleFile(), words);
  await dialog.getByRole('button', { name: words.open }).waitFor({ timeout: 90_000 });
  await shot('05-uploaded');
  const found = dialog.locator('button[class*=Anchor]');
  if ((await found.count()) > 0) {
    await found.first().click();
    await shot('06-findings');
    await page.keyboard.press('Escape');
  }
  await dialog.getByRole('button', { name: words.open }).click();
  await page.getByRole('treegrid').getByRole('row').nth(3).waitFor({ state: 'attached' });
  await shot('07-schedule');
  await page.keyboard.press('F9');
  await page.waitForTimeout(3000);
  await shot('08-schedule-calculated');
  for (const period of ['day', 'month', 'year']) {
    await page.locator(`input[value=${period}] + label`).click();
    await shot(`08-schedule-${period}`);
  }
  await page.locator('input[value=week] + label').click();
  if (name === 'light-1440') await takeChart(page, shot, (zoom) => join(folder, `${name}-08-schedule-${zoom * 100}-percent.png`));
  await page.getByRole('treegrid').focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown');
  await openPanel(page);
  await shot('09-schedule-row');
  await page.locator('#info-tab-task_relations').click();
  await shot('10-schedule-relations');
  await page.keyboard.press('Control+k');
  await shot('11-palette');
  await page.keyboard.press('Escape');
  const space = new URL(page.url()).pathname.split('/')[1];
  for (const [number, place] of ['home', 'profile', 'resources', 'no-such-screen'].entries()) {
    await page.goto(`/${space}/${place}`);
    await shot(`${12 + number}-${place}`);
  }
  await context.close();
}

/** Pictures of the chart in high contrast and with large letters. */
async function takeChart(page: Page, shot: (screen: string) => Promise<void>, fileOf: (zoom: number) => string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await shot('08-schedule-forced');
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
  await shot('08-schedule-contrast');
  await page.emulateMedia({ contrast: 'no-preference' });
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const zoom of [1.25, 2]) {
    const zoomed = await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
      deviceScaleFactor: zoom,
    });
    const large = await zoomed.newPage();
    await large.goto(page.url());
    await large.getByRole('treegrid').getByRole('row').nth(3).waitFor({ state: 'attached' });
    await settled(large);
    await large.screenshot({ path: fileOf(zoom) });
    await zoomed.close();
  }
}

async function openPanel(page: Page): Promise<void> {
  const tab = page.locator('#info-tab-node_info');
  if (!(await tab.isVisible())) await page.locator('aside button').first().click();
  await tab.click();
}

/** Waits until the page has loaded and animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(700);
}
