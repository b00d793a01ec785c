// The stage of hands.mjs: demo page, browser, and what the tests see of the chart.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

export const here = import.meta.dirname;
export const shots = process.argv[2];
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
/** The page of the running test. */
export let page;
const failures = [];
export const DAY = 1440;

/** Bar ends, row top and cell boxes in page pixels, from the chart's own model; tests then check what events say. */
export const place = (row) =>
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
export const cell = (row, id) =>
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
export const events = async (name) => (await page.evaluate(() => window.log)).filter(([each]) => each === name);
export const state = (code) => page.evaluate(code);

/** Runs one test on a fresh demo page. */
export async function test(name, query, work) {
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
export const drag = async (from, to, steps = 6) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
};

/** Closes the stage; returns the names of the tests that failed. */
export async function finish() {
  await browser.close();
  close();
  return failures;
}
