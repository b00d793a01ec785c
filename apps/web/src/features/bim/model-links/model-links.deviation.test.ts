import { expect, test } from 'vitest';
import { daysOf, deviationScene } from './model-links.deviation.model.ts';

test('elements take the colour of their band, those without a deviation are faint', () => {
  const of = (entity: number, days: number) => ({ model_id: 1, entity, days });
  const deviations = [of(1, -3), of(2, 0), of(3, 1), of(4, 7), of(5, 8), of(6, 30), of(7, 31)];
  const { styles, counts } = deviationScene(deviations, new Map([[1, [1, 2, 3, 4, 5, 6, 7, 8]]]));
  expect(counts).toEqual({ ahead: 1, on_time: 1, week: 2, month: 2, more: 1 });
  const colours = [1, 2, 4, 6, 7].map((entity) => styles.get(1)?.get(entity)?.colour);
  expect(new Set(colours).size).toBe(5);
  expect(styles.get(1)?.get(8)).toMatchObject({ colour: null, opacity: 0.12 });
  expect([daysOf(deviations, new Map([[1, new Set([1, 5])]])), daysOf(deviations, new Map([[1, new Set([8])]]))]).toEqual([8, null]);
});
