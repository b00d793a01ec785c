import { expect, test } from 'vitest';
import { type Chart, DIRTY } from '../chart.ts';
import { placeAt } from './scroller.ts';

test('a place at which the chart stands already asks for no paint and keeps what is under the pointer', () => {
  const chart = {
    model: { visible: { count: 20 } },
    view: { top: 0, left: 0, width: 500, height: 280, rowHeight: 28 },
    native: { top: 0, left: 0, width: 900, ratio: 1 },
    dom: { scroller: {}, sticky: document.createElement('div') },
    hover: { row: 3, link: -1 },
    dirty: 0,
  } as unknown as Chart;
  placeAt(chart, -7, -7);
  expect([chart.dirty, chart.hover.row]).toEqual([0, 3]);
  placeAt(chart, 7, 0);
  expect([chart.dirty & DIRTY.body, chart.view.top, chart.hover.row]).toEqual([DIRTY.body, 7, -1]);
});
