// Hands on bars: moving, stretching, linking, selecting in the chart.
import assert from 'node:assert/strict';
import path from 'node:path';
import { DAY, cell, drag, events, page, place, shots, state, test } from './hands-stage.mjs';

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
