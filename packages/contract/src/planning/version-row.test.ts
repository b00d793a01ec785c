import { describe, expect, it } from 'vitest';
import { givenRowSchema, rowSchema } from './version-row.ts';

const given = givenRowSchema('wbs', ['name', 'code']).partial();

describe('texts of rows as a person gives them', () => {
  it.each(['Walls\u0000', 'Walls\nof the pier', 'Walls\tnorth', 'Walls \u202Eslaw', 'Walls \uD83D'])('refuses %j', (name) => {
    expect(given.safeParse({ name }).success).toBe(false);
    expect(given.safeParse({ code: name }).success).toBe(false);
  });

  it.each(['Стены — 10 м²', 'Mur d’enceinte', 'قواعد الجدار', '👷🏽‍♀️ crew', '<b>=1+1</b>'])('takes %j as it is', (name) => {
    expect(given.parse({ name })).toEqual({ name });
  });

  it('reads what a file brought, whatever it is', () => {
    expect(rowSchema('wbs').shape.name.safeParse('Walls\nof the pier').success).toBe(true);
  });
});
