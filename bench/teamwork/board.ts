/**
 * A board of 10,000 cards on the page, in Chromium: from the click to the first cards, frames while a column is scrolled and a card is
 * dragged, elements in the document, and from the drop until the card stands there. Frames come as fast as they are done, so the time
 * between two is what one takes; the floor is the same on a board of nine cards.
 */

import { api } from '@gantry/contract';
import type { Page } from 'playwright-core';
import { newPerson } from '../../e2e/browser.ts';
import { makeVersion } from '../../e2e/caller.ts';
import { signInOnPage } from '../../e2e/visit.ts';
import { framesOf, openUnclocked } from '../frames.ts';
import { share, type GatedFigure } from '../gates.ts';
import { fillBoard } from './cards.ts';
import { openStage } from './stage.ts';

const SMALL = 9;
const OPENED = 5;
const FRAMES = 180;
/** Pixels. */
const NOTCH = 120;
const DRAGS = 12;
const MOVES = 30;

type Measured = { first: number; elements: number; scroll: number; drag: number; drop: number };

export async function measureBoard(cards: number): Promise<GatedFigure[]> {
  const stage = await openStage();
  const browser = await openUnclocked();
  try {
    const { member, spaceId, versionId } = await makeVersion(stage.person, 1);
    const { schedule_id: eps_id } = await member.call(api.versions.get, { params: { id: versionId } });
    const columns = [{ name: 'To do' }, { name: 'Doing' }, { name: 'Done', done: true }];
    for (const [name, count] of [
      ['Large', cards],
      ['Small', SMALL],
    ] as const) {
      const { id: boardId } = await member.call(api.kanban.create, { body: { eps_id, name, columns } });
      const columnIds = (await member.call(api.kanban.columns, { params: { id: boardId } })).columns.map(({ id }) => id);
      await fillBoard(stage, { spaceId, boardId, columnIds }, count);
    }
    const { page } = await newPerson(browser, stage.node.url, { width: 1440, height: 900 });
    await signInOnPage(page);
    const boards = `/${spaceId}/kanban-schedule/${eps_id}`;
    const small = await measure(page, boards, 'Small');
    const large = await measure(page, boards, 'Large');
    const figure = (name: string, of: keyof Measured, gate: number, unit: string): GatedFigure => ({
      name: `T5 ${name}, ${cards} cards`,
      figure: large[of],
      gate,
      floor: small[of],
      unit,
    });
    return [
      figure('first picture', 'first', 800, 'ms'),
      figure('elements in the document', 'elements', 1500, ''),
      figure('a frame of scrolling, p95', 'scroll', 16.7, 'ms'),
      // While something is dragged the browser clocks its frames itself, however fast they are done.
      figure('a frame of dragging, p95', 'drag', Math.max(16.7, small.drag * 1.1), 'ms'),
      figure('a drop, p95', 'drop', 150, 'ms'),
    ];
  } finally {
    await browser.close();
    await stage.close();
  }
}

const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, cards:`) });

async function measure(page: Page, boards: string, board: string): Promise<Measured> {
  const opened: number[] = [];
  await page.goto(boards);
  for (let at = 0; at < OPENED; at += 1) {
    if (at) await page.goBack();
    const button = page.getByRole('button', { name: new RegExp(`^${board}`) });
    await button.waitFor();
    opened.push(await untilSeen(page, () => button.click()));
  }
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  const scroll = share(await framesOf(page, () => scrollColumn(page)), 0.95);
  const drags: number[] = [];
  const drops: number[] = [];
  for (let at = 0; at < DRAGS; at += 1) {
    const [from, to] = at % 2 ? ['Doing', 'To do'] : ['To do', 'Doing'];
    drags.push(...(await framesOf(page, () => dragCard(page, from, to))));
    drops.push(await dropCard(page, to));
  }
  return { first: share(opened, 0.5), elements, scroll, drag: share(drags, 0.95), drop: share(drops, 0.95) };
}

/** Milliseconds from an act until a card has been drawn, by the clock of the page. */
async function untilSeen(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const begun = new Promise<number>((done) => addEventListener('click', () => done(performance.now()), { capture: true, once: true }));
    const seen = new Promise<number>((done) => {
      const look = (): void => {
        if (!document.querySelector('article')) requestAnimationFrame(look);
        // The frame after the one in which it is there has drawn it.
        else requestAnimationFrame(() => done(performance.now()));
      };
      void begun.then(() => requestAnimationFrame(look));
    });
    Object.assign(window, { taken: Promise.all([begun, seen]).then(([from, until]) => until - from) });
  });
  await act();
  return page.evaluate(() => (window as unknown as { taken: Promise<number> }).taken);
}

/** A notch of the wheel with every frame. */
const scrollColumn = (page: Page): Promise<void> =>
  page.evaluate(
    async ([frames, notch]) => {
      const card = document.querySelector('article');
      let list = card?.parentElement ?? null;
      while (list && !/auto|scroll/.test(getComputedStyle(list).overflowY)) list = list.parentElement;
      for (let at = 0; list && at < frames; at += 1) {
        list.scrollTop += notch;
        await new Promise(requestAnimationFrame);
      }
      if (list) list.scrollTop = 0;
      await new Promise(requestAnimationFrame);
    },
    [FRAMES, NOTCH] as const,
  );

async function dragCard(page: Page, from: string, until: string): Promise<void> {
  const card = await columnOf(page, from).getByRole('article').first().boundingBox();
  const target = await columnOf(page, until).boundingBox();
  if (!card || !target) throw new Error(`There is no card to drag from ${from} to ${until}`);
  await page.mouse.move(card.x + 40, card.y + 12);
  await page.mouse.down();
  // A hand is seen on its way: what jumps within a frame is no drag.
  for (let at = 1; at <= MOVES; at += 1) {
    const part = at / MOVES;
    const to = { x: target.x + target.width / 2, y: target.y + target.height / 2 };
    await page.mouse.move(card.x + 40 + (to.x - card.x - 40) * part, card.y + 12 + (to.y - card.y - 12) * part);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Lets the dragged card go, and waits until its new column counts it. */
async function dropCard(page: Page, to: string): Promise<number> {
  const label = async () => (await columnOf(page, to).getAttribute('aria-label')) ?? '';
  const before = await label();
  await page.evaluate((standing) => {
    const begun = new Promise<number>((done) => addEventListener('dragend', () => done(performance.now()), { capture: true, once: true }));
    const seen = new Promise<number>((done) => {
      const look = (): void => {
        const regions = [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
        if (regions.includes(standing)) requestAnimationFrame(look);
        else requestAnimationFrame(() => done(performance.now()));
      };
      look();
    });
    Object.assign(window, { taken: Promise.all([begun, seen]).then(([from, until]) => Math.max(0, until - from)) });
  }, before);
  await page.mouse.up();
  return page.evaluate(() => (window as unknown as { taken: Promise<number> }).taken);
}
