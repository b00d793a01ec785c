/**
 * Measures the day grid in Chromium: how long 10,000 pasted cells take to appear on the page itself and on the page of another person, and
 * how long a frame of scrolling takes while the version is calculated after them. The floor of scrolling is a version of nine works.
 */

import { api } from '@gantry/contract';
import type { Browser, Page } from 'playwright-core';
import { newPerson } from '../../e2e/browser.ts';
import type { makeVersion } from '../../e2e/caller.ts';
import { gridOf } from '../../e2e/grid.ts';
import { signInOnPage } from '../../e2e/visit.ts';
import { framesOf, openClocked } from '../frames.ts';
import { type GatedFigure, share } from '../gates.ts';

type Place = Pick<Awaited<ReturnType<typeof makeVersion>>, 'member' | 'spaceId' | 'versionId'>;

const [ROWS, DAYS] = [50, 200];
const PASTES = 5;
const FRAMES = 180;
/** Pixels. */
const NOTCH = 120;

export async function measurePage(url: string, large: Place, small: Place): Promise<GatedFigure[]> {
  const browser = await openClocked();
  try {
    const other = await openDays(browser, url, large);
    const page = await openDays(browser, url, large);
    await watchDrawing(page);
    const taken = { drawn: [] as number[], readable: [] as number[], elsewhere: [] as number[] };
    for (let at = 0; at < PASTES; at += 1) {
      const { drawn, readable, elsewhere } = await paste(page, other, 200 + 10 * at);
      taken.drawn.push(drawn);
      taken.readable.push(readable);
      taken.elsewhere.push(elsewhere);
    }
    const frames = await scroll(page);
    await other.context().close();
    const floor = await scroll(await openDays(browser, url, small));
    const cells = '10,000 cells pasted on the page';
    return [
      { name: `${cells} are drawn`, figure: share(taken.drawn, 0.5), unit: 'ms', gate: 100, floor: null },
      { name: `${cells} are there for a screen reader`, figure: share(taken.readable, 0.5), unit: 'ms', gate: 1000, floor: null },
      { name: `${cells} stand on another page`, figure: share(taken.elsewhere, 0.5), unit: 'ms', gate: 1500, floor: null },
      { name: 'a frame of scrolling the day grid, p95', figure: frames, unit: 'ms', gate: 20, floor },
    ];
  } finally {
    await browser.close();
  }
}

/** Opens the planned days of a version, a week before its data date. */
async function openDays(browser: Browser, url: string, { member, spaceId, versionId }: Place): Promise<Page> {
  await member.call(api.timetable.saveSettings, { params: { id: versionId }, body: { data_date: '2025-03-10T00:00' } });
  const { page } = await newPerson(browser, url);
  await signInOnPage(page);
  await page.goto(`/${spaceId}/schedule/${versionId}`);
  const days = page.getByRole('button', { name: 'Cells by days' });
  await days.waitFor();
  // Each person's choice is kept: the second page opens with it.
  if ((await days.getAttribute('aria-pressed')) !== 'true') await days.click();
  await gridOf(page).getByRole('columnheader', { name: 'Behind' }).waitFor({ state: 'attached' });
  await gridOf(page).getByRole('row').nth(1).waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page;
}

/** Notes when the canvas of a page first draws each text, in milliseconds since 1970. */
const watchDrawing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const drawn = new Map<string, number>();
    Object.assign(window, { drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function draw(text, ...place) {
      if (!drawn.has(text)) drawn.set(text, performance.timeOrigin + performance.now());
      fillText.call(this, text, ...place);
    };
  });

/** Pastes a block; returns the milliseconds until its first cell is drawn, until the accessibility tree has it, and until it has it on the other page. */
async function paste(page: Page, other: Page, value: number): Promise<{ drawn: number; readable: number; elsewhere: number }> {
  await gridOf(page).focus();
  await page.keyboard.press('Control+Home');
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowRight');
  const shown = Promise.all([whenShown(page, value), whenShown(other, value)]);
  const begun = await gridOf(page).evaluate(
    (grid, [rows, days, first]) => {
      const lines = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: days }, (_day, at) => first + ((row * 31 + at * 17) % 40) / 10),
      );
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', lines.map((line) => line.join('\t')).join('\n'));
      const now = performance.timeOrigin + performance.now();
      grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      return now;
    },
    [ROWS, DAYS, value] as const,
  );
  const [here, there] = await shown;
  const drawn = await page.evaluate((text) => (window as unknown as { drawn: Map<string, number> }).drawn.get(text), String(value));
  if (drawn === undefined) throw new Error(`${value} is in the tree and was not drawn`);
  return { drawn: drawn - begun, readable: here - begun, elsewhere: there - begun };
}

/** Returns when the accessibility tree shows a number in the first row: it follows the canvas where nothing is drawn for a moment. Milliseconds since 1970. */
const whenShown = (page: Page, value: number): Promise<number> =>
  gridOf(page).evaluate(
    (grid, wanted) =>
      new Promise<number>((done, fail) => {
        const begun = performance.now();
        const look = (): void => {
          const row = grid.querySelectorAll('[role=row]')[1];
          if ([...(row?.children ?? [])].some((cell) => Number(cell.textContent) === wanted))
            requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
          else if (performance.now() - begun > 60_000) fail(new Error(`${wanted} is not shown: ${row?.textContent}`));
          else requestAnimationFrame(look);
        };
        look();
      }),
    value,
  );

/** Turns the wheel over the grid; returns the p95 of the frames in milliseconds. */
async function scroll(page: Page): Promise<number> {
  const box = await gridOf(page).boundingBox();
  if (!box) throw new Error('there is no grid');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const frames = await framesOf(page, async () => {
    for (let at = 0; at < FRAMES; at += 1) {
      await page.mouse.wheel(at % 3 === 2 ? NOTCH : 0, at % 3 === 2 ? 0 : NOTCH);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  });
  return share(frames, 0.95);
}
