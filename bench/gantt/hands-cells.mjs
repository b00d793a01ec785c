// Hands on cells and rows: editing, copying, filling, folding, carrying.
import assert from 'node:assert/strict';
import path from 'node:path';
import { cell, drag, events, page, shots, state, test } from './hands-stage.mjs';

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
