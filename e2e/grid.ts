/** The grid of a schedule as assistive technology reads it, and what hands do to it. */

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const ROW_HEIGHT = 28;

/** A row as the accessibility tree has it; cells by the title of their column. */
export type GridRow = { level: number; expanded: boolean | null; description: string; cells: Record<string, string> };

/** What the tree grid of an open version is called; those of directories are called as they are. */
const SCHEDULE = 'Rows of the schedule';

/** The tree grid of the open version, or of what is open under another name. */
export const gridOf = (page: Page, called = SCHEDULE): Locator => page.getByRole('treegrid', { name: called, exact: true });

/** The rows in sight. */
export function readRows(page: Page, called = SCHEDULE): Promise<GridRow[]> {
  return gridOf(page, called).evaluate((grid) => {
    const [head, ...rows] = [...grid.querySelectorAll('[role=row]')];
    const titles = [...head.children].map((cell) => cell.textContent ?? '');
    return rows.map((row) => ({
      level: Number(row.getAttribute('aria-level')),
      expanded: row.hasAttribute('aria-expanded') ? row.getAttribute('aria-expanded') === 'true' : null,
      description: row.getAttribute('aria-description') ?? '',
      cells: Object.fromEntries([...row.children].map((cell, index) => [titles[index], cell.textContent ?? ''])),
    }));
  });
}

/** The text of a cell, undefined while the row is not in sight. */
export async function cellOf(page: Page, name: string, column: string): Promise<string | undefined> {
  return (await readRows(page)).find(({ cells }) => cells['Name'] === name)?.cells[column];
}

/** Waits until a cell says this. */
export async function expectCell(page: Page, name: string, column: string, text: string | RegExp): Promise<void> {
  const read = () => cellOf(page, name, column);
  const options = { message: `${column} of ${name}` };
  if (text instanceof RegExp) await expect.poll(read, options).toMatch(text);
  else await expect.poll(read, options).toBe(text);
}

/** Waits until the rows in sight have these names, indented by two spaces a level. */
export async function expectTree(page: Page, tree: string[]): Promise<void> {
  const shown = async (): Promise<string[]> => (await readRows(page)).map(({ level, cells }) => '  '.repeat(level - 1) + cells['Name']);
  await expect.poll(shown).toEqual(tree);
}

/** The focused cell: the active descendant of the grid. */
export function focusedCell(page: Page, called = SCHEDULE): Promise<{ name: string; column: string; text: string } | null> {
  return gridOf(page, called).evaluate((grid) => {
    const cell = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    if (!cell) return null;
    const titles = [...grid.querySelectorAll('[role=columnheader]')].map((title) => title.textContent ?? '');
    const at = [...(cell.parentElement as Element).children];
    return {
      name: at[titles.indexOf('Name')].textContent ?? '',
      column: titles[at.indexOf(cell)],
      text: cell.textContent ?? '',
    };
  });
}

/** Waits for the next paint: a busy machine takes keys faster than it shows them. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Walks with the arrow keys to a cell: from where the focus is when both are in sight, else from the top. */
export async function walkTo(page: Page, name: string, column = 'Name', called = SCHEDULE): Promise<void> {
  const { keyboard } = page;
  if (!(await gridOf(page, called).evaluate((grid) => grid === document.activeElement))) await gridOf(page, called).focus();
  // An earlier action may still move the focus.
  await painted(page);
  const names = (await readRows(page, called)).map(({ cells }) => cells['Name']);
  const at = names.indexOf((await focusedCell(page, called))?.name ?? '');
  const to = names.indexOf(name);
  const once = (place: number) => place >= 0 && names.indexOf(names[place], place + 1) < 0;
  if (once(at) && once(to)) {
    for (let step = at; step !== to; step += Math.sign(to - at)) await keyboard.press(to > at ? 'ArrowDown' : 'ArrowUp');
  } else await keyboard.press('Control+Home');
  await painted(page);
  for (let step = 0; (await focusedCell(page, called))?.name !== name; step += 1) {
    if (step > 200) throw new Error(`no row ${name} on the way down`);
    await keyboard.press('ArrowDown');
    await painted(page);
  }
  await keyboard.press('Home');
  await painted(page);
  for (let step = 0; (await focusedCell(page, called))?.column !== column; step += 1) {
    if (step > 30) throw new Error(`no column ${column} on the way right`);
    await keyboard.press('ArrowRight');
    await painted(page);
  }
}

/** Edits a cell with the keyboard: moves there, F2, text, Enter. */
export async function typeInto(page: Page, name: string, column: string, text: string, called = SCHEDULE): Promise<void> {
  await walkTo(page, name, column, called);
  await page.keyboard.press('F2');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await painted(page);
}

/** A bar under the mouse: its ends and its middle line in the window's pixels. */
export type Bar = { start: number; finish: number; y: number };

/** Finds the bar of a row as a hand does: by the cursor that the chart shows under the mouse. All rows must be in sight. */
export async function findBar(page: Page, name: string): Promise<Bar> {
  const place = (await readRows(page)).findIndex(({ cells }) => cells['Name'] === name);
  if (place < 0) throw new Error(`no row ${name} in sight`);
  const surface = page.locator('.gantt-sticky');
  const box = await surface.boundingBox();
  if (!box) throw new Error('no chart');
  const y = box.y + place * ROW_HEIGHT + ROW_HEIGHT / 2;
  const cursorAt = async (x: number): Promise<string> => {
    await page.mouse.move(x, y);
    return surface.evaluate((element) => element.style.cursor);
  };
  const onBar = new Set(['grab', 'ew-resize', 'col-resize']);
  // Only the chart, which begins near the middle of the window, has anything to grab.
  let inside = box.x + box.width * 0.4;
  while (inside < box.x + box.width && (await cursorAt(inside)) !== 'grab') inside += 5;
  if (inside >= box.x + box.width) throw new Error(`no bar in the row of ${name}`);
  let start = inside;
  while (onBar.has(await cursorAt(start - 1))) start -= 1;
  let finish = inside;
  while (onBar.has(await cursorAt(finish + 1))) finish += 1;
  return { start, finish, y };
}

/** Presses at one place, moves in small steps to another, and keeps holding. */
export async function hold(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
}
