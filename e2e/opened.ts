/** The product and the browser of one file of journeys: started before its tests from a data folder of its own, stopped after them. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { newDataDir, type Product, startProduct } from './product.ts';

export const folder = newDataDir();
export let product: Product;
export let browser: Browser;

beforeAll(async () => {
  product = await startProduct(folder.dataDir);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  folder.remove();
});
