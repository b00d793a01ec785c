// Hands on the whole: zoom, columns, mirror, fingers, axe, contrast, a million rows.
import assert from 'node:assert/strict';
import path from 'node:path';
import { cell, drag, events, here, page, state, test } from './hands-stage.mjs';

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
