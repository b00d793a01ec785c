/** A real Chromium and what every journey holds it to: no error on the console, no breach of the content policy. */

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** One person's browser: its own cookies and storage. */
export type Person = {
  page: Page;
  context: BrowserContext;
  /** Errors of the page and of the console so far. */
  complaints: string[];
};

/** Starts Chromium; `npm test` finds or installs it and names it in CHROMIUM. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'];
  if (!executablePath) throw new Error('CHROMIUM names no browser: run the journeys by `npm test -- e2e`.');
  // Chromium's own sandbox needs rights that a container's root does not have.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/** How much slower than this machine a page shall run: `GANTRY_SLOW=6 npm test -- e2e keyboard` finds journeys that count on luck. */
const SLOWER = Number(process.env['GANTRY_SLOW'] ?? 1);

function rememberTab(tab: string): void {
  try {
    localStorage.setItem('gantry.info-tab', localStorage.getItem('gantry.info-tab') ?? tab);
  } catch {
    // A page without an address has no storage.
  }
}

/** Opens a browser window of one person at the size that designs are judged at; the info panel opens on the tab that they used last. */
export async function newPerson(
  browser: Browser,
  url: string,
  options: { locale?: string; width?: number; height?: number; touch?: boolean; infoTab?: string | null } = {},
): Promise<Person> {
  const { locale = 'en-US', width = 1440, height = 900, touch = false, infoTab = 'node_info' } = options;
  const context = await browser.newContext({ baseURL: url, locale, viewport: { width, height }, hasTouch: touch, isMobile: touch });
  context.setDefaultTimeout(30_000 * SLOWER);
  if (infoTab !== null) await context.addInitScript(rememberTab, infoTab);
  const page = await context.newPage();
  if (SLOWER > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const { url: address } = message.location();
    // For a refused call, the text of the console lacks the address of the call.
    if (message.type() === 'error') complaints.push(`${message.text()}${address.includes('/api/') ? ` ${new URL(address).pathname}` : ''}`);
  });
  return { page, context, complaints };
}
