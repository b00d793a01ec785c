import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { calculationText, isPartial, validityText } from './eps.validity.model.ts';

/** The keys of texts stand for them. */
const t = ((key: string, values: Record<string, string> = {}) => [key, ...Object.values(values)].join(' ')) as unknown as TFunction;
const version = (calculation_status: 0 | 1 | 2, left_out: string[] = []) => {
  const isValid = calculation_status === 1 && !left_out.length;
  return { calculation_status, validity: isValid ? (1 as const) : (0 as const), left_out };
};

describe('whether the dates of a version hold', () => {
  it('a version that is calculated with nothing left out is valid, and called calculated', () => {
    expect(validityText(version(1), t)).toBe('timetable.validity_1');
    expect(calculationText(version(1), t)).toBe('versions.calculation_1');
  });

  it('one that is calculated with something left out is not valid, and names what', () => {
    const ring = version(1, ['timetable.ring', 'timetable.link_gone']);
    expect(isPartial(ring)).toBe(true);
    expect(validityText(ring, t)).toBe('ui.named timetable.validity_0 timetable.ring, timetable.link_gone');
    expect(calculationText(ring, t)).toBe('timetable.validity_0');
  });

  it('one that is not calculated as it stands says so alone, whatever was left out before', () => {
    const old = version(0, ['timetable.ring']);
    expect(isPartial(old)).toBe(false);
    expect(validityText(old, t)).toBe('ui.named timetable.validity_0 versions.calculation_0');
    expect(calculationText(version(2), t)).toBe('versions.calculation_2');
  });
});
