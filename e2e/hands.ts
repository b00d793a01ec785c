/** Input devices of a journey: the same steps by keyboard alone or by mouse. */

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { gridOf, painted, readRows, typeInto, walkTo } from './grid.ts';

const ROW_HEIGHT = 28;
/** Tab reaches everything of a screen in fewer stops than this. */
const MOST_STOPS = 160;

/** What a person does on a page. */
export type Hands = {
  kind: 'keyboard' | 'mouse';
  /** Goes to a button, tab, link or box and uses it. */
  use(what: Locator): Promise<void>;
  /** Opens a menu by its button and takes an entry. */
  take(button: Locator, entry: string | RegExp): Promise<void>;
  /** Chooses from the list of a field. */
  choose(field: Locator, option: string | RegExp): Promise<void>;
  /** Replaces the text of a field. */
  fill(field: Locator, text: string): Promise<void>;
  /** Makes the row the only one that is selected; with `to`, all from the first to that one. */
  select(name: string, to?: string): Promise<void>;
  /** Takes an entry of the menu of a row. */
  ofRow(name: string, entry: string): Promise<void>;
  /** Changes the text of a cell. */
  type(name: string, column: string, text: string): Promise<void>;
};

/** Whether a button stands in the toolbar whose button has the focus: arrows lead from one to the other. */
const inSameToolbar = (what: Locator): Promise<boolean> =>
  what.first().evaluate((element) => {
    const [here, there] = [document.activeElement, element].map((one) =>
      one instanceof HTMLButtonElement ? one.closest('[role="toolbar"]') : null,
    );
    return here !== null && here === there && element.hasAttribute('tabindex');
  });

/** Steps by keyboard alone. */
export function keyboardHands(page: Page): Hands {
  const { keyboard } = page;
  const reach = async (what: Locator): Promise<void> => {
    await what.first().waitFor();
    const there = () => what.first().evaluate((element) => element === document.activeElement);
    for (let stop = 0; !(await there()); stop += 1) {
      if (stop > MOST_STOPS) throw new Error(`Tab does not reach ${what.toString()}`);
      // The grid takes Tab as a step from cell to cell; its far edge is one press away.
      if (await gridOf(page).evaluateAll(([grid]) => grid !== undefined && grid === document.activeElement)) await keyboard.press('End');
      await keyboard.press((await inSameToolbar(what)) ? 'ArrowRight' : 'Tab');
    }
  };
  const listTo = async (entry: Locator): Promise<void> => {
    await entry.waitFor();
    const there = () =>
      entry.evaluate(
        (element) =>
          element === document.activeElement ||
          element.hasAttribute('data-combobox-selected') ||
          document.activeElement?.getAttribute('aria-activedescendant') === element.id,
      );
    for (let step = 0; !(await there()); step += 1) {
      if (step > 60) throw new Error(`the arrow does not reach ${entry.toString()}`);
      await keyboard.press('ArrowDown');
      await painted(page);
    }
    await keyboard.press('Enter');
  };
  const ofMenu = async (entry: string | RegExp): Promise<void> => {
    // An arrow pressed before the menu has the focus would go to the element that opened it.
    const hasFocus = () => page.getByRole('menu').evaluateAll(([menu]) => menu?.contains(document.activeElement));
    await expect.poll(hasFocus).toBe(true);
    await listTo(page.getByRole('menuitem', { name: entry }));
  };
  return {
    kind: 'keyboard',
    async use(what) {
      await reach(what);
      const box = await what.first().evaluate((element) => element instanceof HTMLInputElement);
      const tab = (await what.first().getAttribute('role')) === 'tab';
      await keyboard.press(box || tab ? 'Space' : 'Enter');
    },
    async take(button, entry) {
      await reach(button);
      await keyboard.press('Enter');
      await ofMenu(entry);
    },
    async choose(field, option) {
      await reach(field);
      await keyboard.press('Enter');
      if (!(await page.getByRole('option', { name: option }).first().isVisible())) await keyboard.press('ArrowDown');
      await listTo(page.getByRole('option', { name: option }).first());
    },
    async fill(field, text) {
      await reach(field);
      await keyboard.press('Control+A');
      await (text ? keyboard.type(text) : keyboard.press('Delete'));
    },
    async select(name, to) {
      await walkTo(page, name);
      if (to === undefined) return;
      const rows = await readRows(page);
      const at = (wanted: string) => rows.findIndex(({ cells }) => cells['Name'] === wanted);
      for (let step = at(name); step < at(to); step += 1) await keyboard.press('Shift+ArrowDown');
      await painted(page);
    },
    async ofRow(name, entry) {
      await walkTo(page, name);
      await keyboard.press('Shift+F10');
      await ofMenu(entry);
    },
    type: (name, column, text) => typeInto(page, name, column, text),
  };
}

/** Steps by mouse, with typing where text is needed. */
export function mouseHands(page: Page): Hands {
  const placeOf = async (name: string, column: string): Promise<{ x: number; y: number }> => {
    const rows = await readRows(page);
    const row = rows.findIndex(({ cells }) => cells['Name'] === name);
    if (row < 0) throw new Error(`no row ${name} in sight`);
    const box = await page.locator('.gantt-sticky').boundingBox();
    const head = await page
      .locator('.gantt-title', { hasText: new RegExp(`^${column}$`) })
      .first()
      .boundingBox();
    if (!box || !head) throw new Error(`no column ${column} in sight`);
    return { x: head.x + head.width - 12, y: box.y + row * ROW_HEIGHT + ROW_HEIGHT / 2 };
  };
  return {
    kind: 'mouse',
    use: (what) => what.first().click(),
    async take(button, entry) {
      await button.click();
      await page.getByRole('menuitem', { name: entry }).click();
    },
    async choose(field, option) {
      await field.first().click();
      await page.getByRole('option', { name: option }).first().click();
    },
    async fill(field, text) {
      await field.first().click();
      await field.first().fill(text);
    },
    async select(name, to) {
      const from = await placeOf(name, 'Name');
      await page.mouse.click(from.x, from.y);
      if (to === undefined) return;
      const until = await placeOf(to, 'Name');
      await page.keyboard.down('Shift');
      await page.mouse.click(until.x, until.y);
      await page.keyboard.up('Shift');
    },
    async ofRow(name, entry) {
      const { x, y } = await placeOf(name, 'Name');
      await page.mouse.click(x, y, { button: 'right' });
      await page.getByRole('menuitem', { name: entry }).click();
    },
    async type(name, column, text) {
      const { x, y } = await placeOf(name, column);
      await page.mouse.dblclick(x, y);
      await page.getByRole('textbox', { name: column }).waitFor();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
  };
}

/** Find leads to the row and closes again. */
export async function findRow(page: Page, hands: Hands, name: string): Promise<void> {
  if (hands.kind === 'keyboard') {
    await gridOf(page).focus();
    await page.keyboard.press('Control+F');
  } else
    await page
      .getByRole('toolbar', { name: 'Schedule tools' })
      .getByRole('button', { name: /^Find and replace/ })
      .click();
  const field = page.getByRole('textbox', { name: 'Find', exact: true });
  await field.waitFor();
  await hands.fill(field, name);
  const isShown = async (): Promise<boolean> => (await readRows(page)).some(({ cells }) => cells['Name'] === name);
  // A version that has only just opened may still put its rows in place: then one presses Enter again.
  await expect
    .poll(
      async () => {
        if (!(await isShown())) await field.press('Enter');
        return isShown();
      },
      { interval: 1000 },
    )
    .toBe(true);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
}
