// node hands.mjs [folder for pictures]: every gesture and key of the chart, by real input in Chromium; fails loudly.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const here = import.meta.dirname;
const shots = process.argv[2];
await build({
  entryPoints: [path.join(here, 'demo/demo.ts')],
  outfile: path.join(here, 'dist/demo.js'),
  bundle: true,
  format: 'iife',
  target: 'es2023',
  logLevel: 'error',
});
const { url, close } = await serve({ '/': fs.readFileSync(path.join(here, 'demo/index.html'), 'utf8') });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
let page;
const failures = [];
const DAY = 1440;

/** Bar ends, row top and cell boxes in page pixels, from the chart's own model; tests then check what events say. */
const place = (row) =>
  page.evaluate((r) => {
    const { view, model, frame } = window.gantt.chart;
    const x = (minute) => view.gridWidth - view.left + ((minute - view.scale.origin) * view.scale.pixelsPerDay) / 1440;
    const y = model.visible.indexOf[r] * view.rowHeight - view.top + 48;
    return {
      start: x(model.rows.start[r]),
      finish: x(model.rows.finish[r]),
      top: y,
      bar: y + frame.bar.top + frame.bar.height / 2,
      day: view.scale.pixelsPerDay,
    };
  }, row);
const cell = (row, id) =>
  page.evaluate(
    ([r, column]) => {
      const { view, model } = window.gantt.chart;
      const index = model.columns.findIndex((each) => each.id === column);
      return {
        x: model.columnLayout.left[index] + model.columnLayout.width[index] / 2 - (model.columns[index].frozen ? 0 : view.gridLeft),
        y: model.visible.indexOf[r] * view.rowHeight - view.top + 48 + 14,
      };
    },
    [row, id],
  );
const events = async (name) => (await page.evaluate(() => window.log)).filter(([each]) => each === name);
const state = (code) => page.evaluate(code);

async function test(name, query, work) {
  page = await browser.newPage({ viewport: { width: 1440, height: 820 }, hasTouch: name.includes('finger') });
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  try {
    await page.goto(`${url}/${query}`);
    await page.waitForTimeout(120);
    await page.evaluate(() => {
      const { view } = window.gantt.chart;
      window.gantt.scrollTo(0, ((window.plan.rows.start[5] - view.scale.origin) / 1440) * view.scale.pixelsPerDay - 120);
    });
    await work();
    assert.deepEqual(errors, []);
    console.log('ok  ', name);
  } catch (error) {
    failures.push(name);
    console.log('FAIL', name, String(error.message).slice(0, 600), errors);
    if (shots) await page.screenshot({ path: path.join(shots, `fail-${failures.length}.png`) });
  }
  await page.close();
}
const drag = async (from, to, steps = 6) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
};

await test('drags a bar by whole days and shows it meanwhile', '?zoom=20', async () => {
  const before = await state(() => window.plan.rows.start[5]);
  const bar = await place(5);
  const from = { x: bar.start + (bar.finish - bar.start) * 0.3, y: bar.bar - 3 };
  await drag(from, { x: from.x + 20 * 4 + 3, y: from.y });
  assert.equal(await state(() => window.gantt.chart.model.rows.start[5]), before + 4 * DAY);
  assert.match(await page.textContent('.gantt-tip'), /\+4/);
  if (shots) await page.screenshot({ path: path.join(shots, 'drag.png') });
  await page.mouse.up();
  assert.deepEqual((await events('moveBars'))[0], ['moveBars', [5], 4 * DAY]);
});
await test('Escape lets go of a bar', '?zoom=20', async () => {
  const before = await state(() => window.plan.rows.start[5]);
  const bar = await place(5);
  await drag({ x: bar.start + 40, y: bar.bar - 3 }, { x: bar.start + 160, y: bar.bar });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.equal(await state(() => window.gantt.chart.model.rows.start[5]), before);
  assert.equal((await events('moveBars')).length, 0);
});
await test('stretches the finish', '?zoom=20', async () => {
  const bar = await place(5);
  const before = await state(() => window.plan.rows.finish[5]);
  await drag({ x: bar.finish - 2, y: bar.bar }, { x: bar.finish - 2 + 60, y: bar.bar });
  await page.mouse.up();
  assert.deepEqual((await events('stretchBar'))[0], ['stretchBar', 5, 'finish', before + 3 * DAY]);
});
await test('sets progress by its mark', '?zoom=20', async () => {
  await state(() => {
    window.plan.rows.progress[5] = 0.5;
    window.gantt.patch();
  });
  const bar = await place(5);
  const middle = (bar.start + bar.finish) / 2;
  await drag({ x: middle, y: bar.bar + 4 }, { x: bar.start + (bar.finish - bar.start) * 0.75, y: bar.bar + 4 });
  await page.mouse.up();
  assert.deepEqual((await events('setProgress'))[0], ['setProgress', 5, 0.75]);
});
await test('links by the ends chosen, warns of a circle', '?zoom=12', async () => {
  const from = await place(5);
  const to = await place(9);
  const aim = async (x, y) => {
    await page.mouse.move(from.start + 30, from.bar);
    await drag({ x: from.finish + 11, y: from.bar }, { x, y });
    await page.waitForTimeout(30);
  };
  await aim(to.start + 3, to.bar);
  assert.equal(await page.textContent('.gantt-tip'), 'Связь ОН');
  if (shots) await page.screenshot({ path: path.join(shots, 'link.png') });
  await page.mouse.up();
  await aim(to.finish - 3, to.bar);
  await page.mouse.up();
  assert.deepEqual(await events('createLink'), [
    ['createLink', 5, 9, 'fs'],
    ['createLink', 5, 9, 'ff'],
  ]);
  const back = await place(4);
  await aim(back.start + 3, back.bar);
  assert.equal(await page.textContent('.gantt-tip'), 'Образует кольцо');
  await page.mouse.up();
  assert.equal((await events('createLink')).length, 2);
});
await test('a frame over the chart selects bars', '?zoom=12', async () => {
  const first = await place(4);
  const last = await place(8);
  await drag({ x: first.start - 10, y: first.top + 2 }, { x: last.finish, y: last.top + 20 });
  await page.mouse.up();
  assert.deepEqual(await state(() => window.gantt.selected()), [4, 5, 6, 7, 8]);
});
await test('selects with Ctrl and Shift, by keys too', '', async () => {
  const click = async (row, modifiers = []) => {
    const at = await cell(row, 'name');
    for (const key of modifiers) await page.keyboard.down(key);
    await page.mouse.click(at.x, at.y);
    for (const key of modifiers) await page.keyboard.up(key);
  };
  await click(4);
  await click(8, ['Shift']);
  assert.deepEqual(await state(() => window.gantt.selected()), [4, 5, 6, 7, 8]);
  await click(11, ['Control']);
  assert.deepEqual(await state(() => window.gantt.selected()), [4, 5, 6, 7, 8, 11]);
  await click(10);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  assert.deepEqual(await state(() => window.gantt.selected()), [10, 11, 12]);
  await page.keyboard.press('Control+Home');
  assert.equal(await state(() => window.gantt.chart.model.focusRow), 0);
  await page.keyboard.press('Control+A');
  assert.equal((await state(() => window.gantt.selected())).length, await state(() => window.plan.rows.count));
});
await test('folds by click, keys and all at once', '', async () => {
  const rows = () => state(() => window.gantt.chart.model.visible.count);
  const all = await rows();
  const at = await state(() => ({ x: 44 + 8 + 14 + 7, y: 48 + 2 * 28 + 14 }));
  await page.mouse.click(at.x, at.y);
  const folded = await rows();
  assert.ok(folded < all, 'row 3 folded');
  await page.mouse.click(200, at.y);
  await page.keyboard.press('+');
  assert.equal(await rows(), all);
  await page.keyboard.press('-');
  assert.equal(await rows(), folded);
  await page.keyboard.press('Control+-');
  assert.equal(await rows(), 1);
  await page.keyboard.press('Control++');
  assert.equal(await rows(), all);
});
await test('edits by typing, refuses at the cell, moves on', '', async () => {
  const at = await cell(5, 'start');
  await page.mouse.click(at.x, at.y);
  await page.keyboard.type('31.02.2026');
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('.gantt-refusal'), 'Введите дату в виде ДД.ММ.ГГГГ');
  if (shots) await page.screenshot({ path: path.join(shots, 'refusal.png') });
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5 апр 26'.replaceAll(' ', '.'));
  await page.keyboard.press('Enter');
  const [, edits] = (await events('edit'))[0];
  assert.equal(edits[0].value, await state(() => (Date.UTC(2026, 3, 5) - Date.UTC(1990, 0, 1)) / 60000));
  assert.equal(await state(() => window.gantt.chart.model.focusRow), 6);
  await page.keyboard.press('F2');
  await page.keyboard.press('Escape');
  assert.equal((await events('edit')).length, 1);
  const length = await cell(6, 'duration');
  await page.mouse.dblclick(length.x, length.y);
  await page.keyboard.type('1,5н');
  await page.keyboard.press('Tab');
  assert.equal((await events('edit'))[1][1][0].value, 3600);
  assert.match(await page.textContent('.gantt-live'), /, Длит., дн: 7,5д$/);
  assert.equal(await state(() => window.gantt.chart.model.columns[window.gantt.chart.model.focusColumn].id), 'start');
});
await test('the server refuses: shown at the cell', '', async () => {
  const at = await cell(5, 'name');
  await page.mouse.click(at.x, at.y);
  await page.keyboard.type('x'.repeat(70));
  await page.keyboard.press('Enter');
  assert.equal(await page.textContent('.gantt-refusal'), 'Не больше 60 знаков');
});
await test('copies a range and pastes it', '', async () => {
  const a = await cell(5, 'duration');
  const b = await cell(6, 'start');
  await drag(a, b);
  await page.mouse.up();
  const text = await state(() => {
    const data = new DataTransfer();
    document
      .querySelector('.gantt-mirror')
      .dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return data.getData('text/plain');
  });
  assert.equal(text.split('\n').length, 2);
  assert.equal(text.split('\n')[0].split('\t').length, 2);
  const target = await cell(9, 'duration');
  await page.mouse.click(target.x, target.y);
  await page.evaluate((value) => {
    const data = new DataTransfer();
    data.setData('text/plain', value);
    document
      .querySelector('.gantt-mirror')
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  const [, edits] = (await events('edit'))[0];
  assert.deepEqual(
    edits.map((edit) => [edit.row, edit.columnId]),
    [
      [9, 'duration'],
      [9, 'start'],
      [10, 'duration'],
      [10, 'start'],
    ],
  );
});
await test('fills down by the handle', '', async () => {
  const at = await cell(5, 'progress');
  await page.evaluate(() => window.gantt.focusCell(5, 'progress'));
  const corner = await page.evaluate(() => {
    const { view, model } = window.gantt.chart;
    const index = 6;
    return {
      x: model.columnLayout.left[index] + model.columnLayout.width[index] - view.gridLeft - 5,
      y: (model.visible.indexOf[5] + 1) * 28 - view.top + 48 - 4,
    };
  });
  assert.ok(at);
  await drag(corner, { x: corner.x, y: corner.y + 3 * 28 });
  await page.mouse.up();
  const [, edits] = (await events('edit'))[0];
  assert.deepEqual(
    edits.map((edit) => edit.row),
    [6, 7, 8],
  );
});
await test('carries rows', '', async () => {
  const from = await cell(4, 'name');
  const to = await cell(10, 'name');
  await page.mouse.click(from.x, from.y);
  await drag(from, { x: to.x, y: to.y + 12 });
  if (shots) await page.screenshot({ path: path.join(shots, 'carry.png') });
  await page.mouse.up();
  assert.deepEqual((await events('moveRows'))[0], ['moveRows', [4], 10, 'after']);
});
await test('indents, inserts, deletes, undoes by keys', '', async () => {
  const at = await cell(4, 'name');
  await page.mouse.click(at.x, at.y);
  for (const key of ['Alt+Shift+ArrowRight', 'Alt+Shift+ArrowLeft', 'Insert', 'Delete', 'Control+Z', 'Control+Shift+Z'])
    await page.keyboard.press(key);
  const names = (await page.evaluate(() => window.log)).map(([name]) => name).filter((name) => name !== 'select');
  assert.deepEqual(names, ['indent', 'outdent', 'insert', 'remove', 'undo', 'redo']);
});
await test('moves and links bars by keys, tells the cut text', '?zoom=9', async () => {
  const at = await cell(5, 'name');
  await page.mouse.move(at.x, at.y);
  await page.waitForTimeout(600);
  assert.equal(await page.textContent('.gantt-tip'), 'Бетонирование фундаментной плиты');
  await page.mouse.click(at.x, at.y);
  assert.equal(await page.locator('.gantt-tip').count(), 0);
  await page.keyboard.press('Control+Shift+ArrowRight');
  assert.deepEqual((await events('moveBars'))[0], ['moveBars', [5], DAY]);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await page.textContent('.gantt-live'), 'Выбрано: 3');
  await page.keyboard.press('Control+F2');
  assert.deepEqual(await events('createLink'), [
    ['createLink', 5, 6, 'fs'],
    ['createLink', 6, 7, 'fs'],
  ]);
});
await test('zooms at the pointer', '?zoom=9', async () => {
  const under = () =>
    state(() => {
      const { view } = window.gantt.chart;
      return view.scale.origin + ((view.left + 1000 - view.gridWidth) * 1440) / view.scale.pixelsPerDay;
    });
  await page.mouse.move(1000, 400);
  const before = await under();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -240);
  await page.waitForTimeout(50);
  await page.keyboard.up('Control');
  assert.ok((await state(() => window.gantt.chart.view.scale.pixelsPerDay)) > 12);
  assert.ok(Math.abs((await under()) - before) < 1440 / 12);
});
await test('moves the splitter, resizes a column, calls the menu', '', async () => {
  await drag({ x: 560, y: 300 }, { x: 700, y: 300 });
  await page.mouse.up();
  assert.equal((await events('splitterMove'))[0][1], 700);
  await drag({ x: 44 + 290, y: 20 }, { x: 44 + 340, y: 20 });
  await page.mouse.up();
  assert.deepEqual((await events('columnResize'))[0], ['columnResize', 'name', 340]);
  await page.mouse.click(200, 200, { button: 'right' });
  assert.equal((await events('contextMenu'))[0][1].columnId, 'name');
});
await test('the mirror tells rows, levels, folding, focus', '', async () => {
  const at = await cell(2, 'name');
  await page.mouse.click(at.x, at.y);
  await page.waitForTimeout(250);
  const read = await state(() => {
    const mirror = document.querySelector('[role=treegrid]');
    const active = document.getElementById(mirror.getAttribute('aria-activedescendant'));
    const row = active.parentElement;
    return {
      count: mirror.getAttribute('aria-rowcount'),
      text: active.textContent,
      level: row.getAttribute('aria-level'),
      expanded: row.getAttribute('aria-expanded'),
      selected: row.getAttribute('aria-selected'),
      rows: mirror.childElementCount,
    };
  });
  assert.equal(read.text, 'Подготовительный период');
  assert.equal(read.level, '2');
  assert.equal(read.expanded, 'true');
  assert.equal(read.selected, 'true');
  assert.ok(read.rows < 60);
});
await test('a finger pans, two pinch, a tap selects, a long press asks for the menu', '?zoom=9', async () => {
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send('touchStart', [[200, 48 + 4 * 28 + 14]]);
  await send('touchEnd', []);
  await page.waitForTimeout(60);
  assert.deepEqual(await state(() => window.gantt.selected()), [4]);
  await send('touchStart', [
    [900, 400],
    [1000, 400],
  ]);
  await send('touchMove', [
    [850, 400],
    [1050, 400],
  ]);
  await send('touchEnd', []);
  assert.ok((await state(() => window.gantt.chart.view.scale.pixelsPerDay)) > 15);
  await send('touchStart', [[900, 500]]);
  for (let y = 480; y >= 300; y -= 20) await send('touchMove', [[900, y]]);
  await send('touchEnd', []);
  await page.waitForTimeout(200);
  assert.ok((await state(() => window.gantt.chart.view.top)) > 60);
  assert.deepEqual(await state(() => window.gantt.selected()), [4], 'panning selects nothing');
  await send('touchStart', [[200, 300]]);
  await page.waitForTimeout(650);
  await send('touchEnd', []);
  assert.equal((await events('contextMenu')).length, 1);
});
await test('a held bar asks what it does to the network and shows the late answer', '?zoom=20&preview', async () => {
  const before = await state(() => [...window.plan.rows.start.slice(5, 9)]);
  const shown = () => state(() => [...window.gantt.chart.model.rows.start.slice(5, 9)]);
  const bar = await place(5);
  const from = { x: bar.start + (bar.finish - bar.start) * 0.3, y: bar.bar - 3 };
  await drag(from, { x: from.x + 20 * 4 + 3, y: from.y });
  await page.waitForFunction((wanted) => window.gantt.chart.model.rows.start[8] === wanted, before[3] + 4 * DAY, { timeout: 2000 });
  assert.deepEqual(
    await shown(),
    before.map((each) => each + 4 * DAY),
  );
  const asked = await events('preview');
  assert.ok(asked.length >= 2);
  assert.deepEqual(asked.at(-1), ['preview', [5], 4 * DAY, 'move']);
  if (shots) await page.screenshot({ path: path.join(shots, 'preview.png') });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.deepEqual(await shown(), before, 'let go, everything is where it was');
});
await test('a bar under the pointer lights its relations', '?zoom=12', async () => {
  const accent = () =>
    state(() => {
      const { overlay } = window.gantt.chart.scenes;
      return overlay.zones
        .slice(0, overlay.zoneCount)
        .reduce((sum, zone) => sum + zone.buckets.filter((each) => each.layer === 10 && each.length > 0).length, 0);
    });
  const bar = await place(5);
  await page.mouse.move(bar.start - 40, bar.bar);
  await page.waitForTimeout(60);
  const off = await accent();
  await page.mouse.move(bar.start + 20, bar.bar);
  await page.waitForTimeout(60);
  assert.ok((await accent()) > off);
});
await test('links by keys alone: successor, type, refusal told', '', async () => {
  const at = await cell(5, 'name');
  await page.mouse.click(at.x, at.y);
  await page.keyboard.press('Control+F2');
  await page.keyboard.press('ArrowUp');
  assert.match(await page.textContent('.gantt-live'), /Образует кольцо/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await events('createLink'), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.match(await page.textContent('.gantt-live'), /→ .*: Связь/);
  if (shots) await page.screenshot({ path: path.join(shots, 'link-keys.png') });
  await page.keyboard.press('Enter');
  const made = await events('createLink');
  assert.deepEqual([made.length, made[0][1], made[0][2]], [1, 5, 7]);
  assert.notEqual(made[0][3], 'fs');
  await page.keyboard.press('ArrowDown');
  assert.equal(await state(() => window.gantt.chart.model.focusRow), 6, 'arrows move the focus again');
});
await test('ranges, filling, columns and the splitter by keys', '', async () => {
  const at = await cell(5, 'progress');
  await page.evaluate(() => window.gantt.focusCell(5, 'duration'));
  assert.ok(at);
  await page.locator('.gantt-mirror').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  assert.deepEqual(await state(() => window.gantt.chart.cellRange), { rowFrom: 5, rowTo: 6, columnFrom: 2, columnTo: 3 });
  await page.keyboard.press('Control+D');
  assert.deepEqual(
    (await events('edit'))[0][1].map((each) => [each.row, each.columnId]),
    [
      [6, 'duration'],
      [6, 'start'],
    ],
  );
  await page.keyboard.press('Control+Alt+ArrowRight');
  assert.deepEqual((await events('columnResize'))[0], ['columnResize', 'duration', 94]);
  await page.keyboard.press('Control+Alt+S');
  assert.deepEqual((await events('headerClick'))[0], ['headerClick', 'duration']);
  await page.getByRole('separator').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal((await events('splitterMove'))[0][1], 584);
});
await test('axe finds nothing serious', '?zoom=9&histogram', async () => {
  await page.getByRole('treegrid').focus();
  await page.waitForTimeout(400);
  await page.addScriptTag({ path: path.join(here, '../../node_modules/axe-core/axe.min.js') });
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(
    bad.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
    [],
  );
});
await test('motion is never needed, forced colours and contrast are followed', '', async () => {
  const colour = () => state(() => window.gantt.chart.theme.colours[window.gantt.chart.theme.colours.length > 0 ? 5 : 0]);
  const before = await colour();
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
  await page.waitForTimeout(60);
  assert.notEqual(await colour(), before);
  assert.equal(await state(() => document.getAnimations().length), 0);
});
await test('a million rows: top, bottom and small steps are exact', '', async () => {
  const seen = await state(() => {
    const { gantt } = window;
    const { chart } = gantt;
    const many = 1_000_000;
    const old = chart.model.rows;
    const wide = (array) => {
      const made = new array.constructor(many);
      for (let i = 0; i < many; i++) made[i] = array[i % array.length];
      return made;
    };
    const rows = { ...old, count: many };
    for (const [name, column] of Object.entries(old)) if (ArrayBuffer.isView(column)) rows[name] = wide(column);
    rows.level.fill(0);
    for (let i = 0; i < many; i++) {
      rows.end[i] = i + 1;
      rows.id[i] = i + 1;
    }
    gantt.set({ rows, links: null, barLabels: [], columns: [{ id: 'n', title: 'n', width: 200, tree: true, text: (row) => String(row) }] });
    gantt.scrollTo(1e12, 0);
    const last = chart.frame.last;
    gantt.scrollTo(chart.view.top - 56, 0);
    const before = chart.frame.last;
    gantt.goTo(765_432);
    return { last, before, height: chart.dom.scroller.scrollHeight, found: chart.frame.first <= 765_432 && chart.frame.last >= 765_432 };
  });
  assert.equal(seen.last, 999_999);
  assert.equal(seen.before, 999_998);
  assert.ok(seen.height <= 15_000_100);
  assert.ok(seen.found);
  const top = () => state(() => window.gantt.chart.view.top);
  const start = await top();
  await page.mouse.move(900, 400);
  await page.mouse.wheel(0, 100);
  await page.waitForTimeout(200);
  assert.ok(Math.abs((await top()) - start - 100) < 1, `a wheel step moves ${(await top()) - start} pixels`);
});
await browser.close();
close();
if (failures.length > 0) process.exit(1);
