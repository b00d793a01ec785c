import { NO_DATE } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../testing/histogram.ts';
import { picture } from '../testing/picture.ts';
import { propertyRun } from '../testing/property-cases.ts';
import { compileCalendar } from '../time/calendar.ts';
import { clearProfile, emptyProfile, lastConflict, occupy } from './profile.ts';
import type { UsageProfile } from './profile.ts';
import { CALENDARS, MONDAY } from './testing/drawn-plan.ts';

/** Uses drawn as `from-to x amount`. */
function profileOf(...uses: string[]): UsageProfile {
  const profile = emptyProfile();
  for (const use of uses) {
    const [, from, to, amount] = /^(\d+)-(\d+) x (-?[\d.]+)$/.exec(use)!;
    occupy(profile, Number(from), Number(to), Number(amount));
  }
  return profile;
}

/** What is used at a moment, read from the steps one by one. */
function levelAt({ at, level, count }: UsageProfile, moment: number): number {
  let step = 0;
  while (step + 1 < count && at[step + 1] <= moment) step++;
  return level[step];
}

/** The use from 0 on, a column a minute. */
function drawn(profile: UsageProfile, until: number): string {
  const levels = Array.from({ length: until }, (_, minute) => levelAt(profile, minute));
  return columnsOf(
    levels,
    levels.map((_, minute) => String(minute % 10)),
    1,
  );
}

describe('steps of use', () => {
  test('one stretch', () =>
    expect(picture(drawn(profileOf('2-5 x 1'), 7))).toBe(
      picture(`
            # # #
        . . 1 1 1 . .
        0 1 2 3 4 5 6
      `),
    ));

  test('one over the other adds up', () =>
    expect(picture(drawn(profileOf('1-6 x 1', '3-8 x 2'), 9))).toBe(
      picture(`
              # # #
              # # # # #
          # # # # # # #
        . 1 1 3 3 3 2 2 .
        0 1 2 3 4 5 6 7 8
      `),
    ));

  test('one inside the other', () =>
    expect(picture(drawn(profileOf('0-7 x 1', '2-4 x 1'), 8))).toBe(
      picture(`
            # #
        # # # # # # #
        1 1 2 2 1 1 1 .
        0 1 2 3 4 5 6 7
      `),
    ));

  test('one behind the other does not overlap', () =>
    expect(picture(drawn(profileOf('0-3 x 2', '3-6 x 1'), 7))).toBe(
      picture(`
        # # #
        # # # # # #
        2 2 2 1 1 1 .
        0 1 2 3 4 5 6
      `),
    ));

  test('a stretch of no length, or one that ends before it begins, is none', () => {
    const profile = profileOf('4-4 x 5', '6-5 x 5');
    expect([profile.count, levelAt(profile, 4), levelAt(profile, 5)]).toEqual([1, 0, 0]);
  });

  test('taking away what was added leaves nothing used', () =>
    expect(picture(drawn(profileOf('1-6 x 2', '1-6 x -2'), 7))).toBe(
      picture(`
        . . . . . . .
        0 1 2 3 4 5 6
      `),
    ));

  test('cleared it is as new', () => {
    const profile = profileOf('1-6 x 2', '3-9 x 1');
    clearProfile(profile);
    expect([profile.count, levelAt(profile, 4)]).toEqual([1, 0]);
  });

  test('it grows beyond the room it began with', () => {
    const profile = emptyProfile();
    for (let i = 199; i >= 0; i--) occupy(profile, i * 10, i * 10 + 5, i + 1);
    expect([profile.count, levelAt(profile, 1994), levelAt(profile, 1995), levelAt(profile, 0)]).toEqual([401, 200, 0, 1]);
  });
});

describe('the end of the last step that leaves too little room', () => {
  const two = profileOf('2-4 x 1', '6-8 x 2');
  test.each([
    ['all of it free', 0, 2, 0, NO_DATE],
    ['up to the first use', 0, 3, 0, 4],
    ['inside a use', 2, 3, 0, 4],
    ['from inside a use', 3, 6, 0, 4],
    ['over both: the later', 0, 9, 0, 8],
    ['beside the first, into the second', 0, 7, 1, 8],
    ['beside both', 0, 9, 2, NO_DATE],
    ['between them', 4, 6, 0, NO_DATE],
    ['behind both', 8, 99, 0, NO_DATE],
    ['no room at all', 4, 5, -1, 6],
  ])('%s: from %i to %i with room for %i', (_name, from, to, room, expected) =>
    expect(lastConflict(two, from, to, room, null)).toBe(expected),
  );

  test('use while the calendar rests does not count', () => {
    const fiveDays = compileCalendar(CALENDARS[0]);
    const night = emptyProfile();
    occupy(night, MONDAY + 17 * 60, MONDAY + 1440 + 9 * 60, 1);
    expect(lastConflict(night, MONDAY + 9 * 60, MONDAY + 1440 + 17 * 60, 0, fiveDays)).toBe(NO_DATE);
    expect(lastConflict(night, MONDAY + 9 * 60, MONDAY + 1440 + 17 * 60, 0, null)).toBe(MONDAY + 1440 + 9 * 60);
    occupy(night, MONDAY + 17 * 60 - 1, MONDAY + 17 * 60, 1);
    expect(lastConflict(night, MONDAY + 9 * 60, MONDAY + 1440 + 17 * 60, 0, fiveDays)).toBe(MONDAY + 17 * 60);
  });

  test('the steps are those of an array of minutes, and so are the conflicts', () => {
    const use = fc.tuple(fc.nat(60), fc.nat(60), fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(fc.array(use, { maxLength: 40 }), fc.nat(60), fc.integer({ min: 1, max: 30 }), fc.nat(6), (uses, from, length, room) => {
        const profile = emptyProfile();
        const minutes = Array(130).fill(0);
        for (const [start, span, amount] of uses) {
          occupy(profile, start, start + span, amount);
          for (let at = start; at < start + span; at++) minutes[at] += amount;
        }
        for (const [at, level] of minutes.entries()) expect(levelAt(profile, at)).toBe(level);
        const conflict = lastConflict(profile, from, from + length, room, null);
        const isFree = minutes.slice(from, from + length).every((level) => level <= room);
        expect(conflict === NO_DATE).toBe(isFree);
        if (isFree) return;
        // Whatever starts before the end of that step still needs a part of it; whatever is left behind it in the stretch is free.
        expect(conflict).toBeGreaterThan(from);
        expect(minutes[conflict - 1]).toBeGreaterThan(room);
        expect(minutes.slice(conflict, from + length).every((level) => level <= room)).toBe(true);
      }),
      propertyRun('usage profiles'),
    );
  });
});
