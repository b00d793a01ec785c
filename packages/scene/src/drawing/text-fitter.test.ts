import { describe, expect, it } from 'vitest';
import { fitterOf } from './text-fitter.ts';

describe('a text fitter', () => {
  const asked: string[] = [];
  const fitter = fitterOf((char) => {
    asked.push(char);
    return char === 'i' ? 2 : char === '🏗' ? 14 : 6;
  }, 14);
  it('adds up the widths of characters, asking for each once', () => {
    expect(fitter.width('ivi', 'regular')).toBe(10);
    expect(fitter.width('ivi', 'regular')).toBe(10);
    expect(asked).toEqual(['i', 'v']);
  });
  it('takes a pair of surrogates as one character', () => {
    expect(fitter.width('Кран 🏗', 'regular')).toBe(6 * 5 + 14);
    expect(fitter.fit('🏗🏗🏗', 40, 'regular')).toBe('🏗🏗…');
  });
  it('cuts only what does not fit', () => {
    expect(fitter.fit('iiiiiiii', 16, 'regular')).toBe('iiiiiiii');
    expect(fitter.fit('iiiiiiii', 15, 'regular')).toBe('iiii…');
    expect(fitter.fit('vvv', 5, 'regular')).toBe('');
  });
});
