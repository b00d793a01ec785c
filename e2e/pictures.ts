/** Pictures of the product for the README, made from the demo space: `npm run pictures`. They replace those of docs/pictures, or go to the folder that is named. */

import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { api } from '@gantry/contract';
import type { Browser, Page } from 'playwright-core';
import { newPerson, openBrowser } from './browser.ts';
import { signIn } from './caller.ts';
import { gridOf } from './grid.ts';
import { newDataDir, startProduct } from './product.ts';
import { signInOnPage } from './visit.ts';

const FOLDER = resolve(process.argv[2] ?? join(import.meta.dirname, '../docs/pictures'));
/** A README is read over a phone as well. */
const MOST_BYTES = 150_000;
const SIZE = { width: 1280, height: 720 };

mkdirSync(FOLDER, { recursive: true });
const data = newDataDir({ empty: true });
const product = await startProduct(data.dataDir);
const browser = await openBrowser();
try {
  await takePlan(browser, 'plan-light', false);
  await takePlan(browser, 'plan-dark', true);
  await takeDirectories(browser, 'directories-light');
} finally {
  await browser.close();
  await product.stop();
  data.remove();
}

/** The demo schedule with its chart. */
async function takePlan(from: Browser, name: string, dark: boolean): Promise<void> {
  const page = await enter(from, dark);
  const { spaceId, versionId } = await demoVersion();
  await page.goto(`/${spaceId}/schedule/${versionId}`);
  await gridOf(page).getByRole('row').nth(3).waitFor({ state: 'attached' });
  await page.locator('input[value=month] + label').click();
  await gridOf(page).focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await shoot(page, name);
}

/** The directories of the demo facility. */
async function takeDirectories(from: Browser, name: string): Promise<void> {
  const page = await enter(from, false);
  const { spaceId } = await demoVersion();
  await page.goto(`/${spaceId}/directories`);
  await page.getByRole('treegrid').getByRole('row').nth(3).waitFor({ state: 'attached' });
  await shoot(page, name);
}

async function enter(from: Browser, dark: boolean): Promise<Page> {
  const { page } = await newPerson(from, product.url, SIZE);
  await page.addInitScript((on) => localStorage.setItem('DarkThemeActive', String(on)), dark);
  await signInOnPage(page);
  return page;
}

async function demoVersion(): Promise<{ spaceId: number; versionId: number }> {
  const demo = await signIn(product.url);
  const { spaces } = await demo.call(api.users.spaces);
  const member = demo.inSpace(spaces[0].id);
  const { versions } = await member.call(api.eps.tree);
  return { spaceId: spaces[0].id, versionId: versions[0].id };
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const file = join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes; ${MOST_BYTES} are the limit: show less`);
}
