import { MINUTES_PER_DAY } from '@gantry/domain';
import { expect, it } from 'vitest';
import { beginScene } from '../../drawing/scene.ts';
import { sceneToText } from '../../drawing/scene-to-text.ts';
import { drawnFrame, ORIGIN } from '../../testing/drawn-plan.ts';
import { GANTT_COLOURS } from '../colours.ts';
import { axisTop, drawHistogram } from './histogram.ts';

it('columns stand on the scale, what exceeds the limit in its own colour', () => {
  const frame = drawnFrame('t Walls 0-5', [], (model) => {
    model.histogram = {
      title: 'Crew',
      starts: Int32Array.from([0, 2, 4], (day) => ORIGIN + day * MINUTES_PER_DAY),
      values: Float32Array.from([4, 10, 0]),
      limits: Float32Array.from([6, 6, 6]),
      format: String,
    };
  });
  beginScene(frame.scene, 300, 122);
  drawHistogram(frame, 0, 122, ORIGIN, ORIGIN + 20 * MINUTES_PER_DAY);
  const lines = sceneToText(frame.scene, GANTT_COLOURS)
    .split('\n')
    .map((line) => line.trim());
  expect(lines.filter((line) => / histogram /.test(line))).toEqual(['rect histogram 100,78 19x40', 'rect histogram 120,58 19x60']);
  expect(lines.filter((line) => / histogram-over /.test(line))).toEqual(['rect histogram-over 120,18 19x40']);
});

it('steps that share a pixel show the highest', () => {
  const frame = drawnFrame('t Walls 0-5', [], (model, view) => {
    view.scale.pixelsPerDay = 0.5;
    model.histogram = {
      title: '',
      starts: Int32Array.from({ length: 8 }, (_, day) => ORIGIN + day * MINUTES_PER_DAY),
      values: Float32Array.from([1, 2, 8, 1, 1, 4, 1, 1]),
      limits: null,
      format: String,
    };
  });
  beginScene(frame.scene, 300, 122);
  drawHistogram(frame, 0, 122, ORIGIN, ORIGIN + 8 * MINUTES_PER_DAY);
  const heights = sceneToText(frame.scene, GANTT_COLOURS)
    .split('\n')
    .filter((line) => / histogram /.test(line))
    .map((line) => Number(line.split('x').pop()));
  expect(Math.max(...heights)).toBe(100);
  expect(heights.length).toBeLessThanOrEqual(5);
});

it('the axis ends at a round number', () => {
  expect([0, 3, 21, 24.5, 99, 101, 0.07].map(axisTop)).toEqual([1, 3, 24, 30, 100, 120, 0.08]);
});
