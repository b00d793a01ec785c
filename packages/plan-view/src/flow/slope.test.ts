import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slopedDurations, slopeFactor } from './slope.ts';

it('shares the work in proportion', () => {
  const works = [480, 480, 960].map((minutes, id) => ({ id, minutes }));
  expect(slopedDurations(works, 0.5).map(({ minutes }) => minutes)).toEqual([240, 240, 480]);
  expect(slopedDurations(works, 1 / 3).map(({ minutes }) => minutes)).toEqual([160, 160, 320]);
  expect(
    slopedDurations(
      [
        { id: 1, minutes: 1 },
        { id: 2, minutes: 1000 },
      ],
      0.01,
    ).map(({ minutes }) => minutes),
  ).toEqual([1, 9]);
});

it('loses no minute, whatever the works and the slope', () => {
  const works = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(works, fc.double({ min: 0.1, max: 10, noNaN: true }), (minutes, factor) => {
      const sloped = slopedDurations(
        minutes.map((one, id) => ({ id, minutes: one })),
        factor,
      );
      const whole = minutes.reduce((sum, one) => sum + one, 0);
      expect(sloped.reduce((sum, one) => sum + one.minutes, 0)).toBe(Math.max(minutes.length, Math.round(whole * factor)));
      expect(sloped.every((one) => one.minutes >= 1)).toBe(true);
    }),
  );
});

it('knows how much longer a line becomes', () => {
  const segment = (line: number, start: number, finish: number) => ({ id: start, line, place: 0, start, finish, clash: null });
  const flow = { segments: [segment(0, 0, 100), segment(1, 50, 60), segment(0, 100, 200)] };
  expect(slopeFactor(flow, 0, 300)).toBe(1.5);
  expect(slopeFactor(flow, 0, -50)).toBe(0.1);
});
