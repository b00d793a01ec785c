import { conditionOf, looksLike, openMask, openRules, type RuleRow, type RuleWhen } from '@gantry/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyRules, leftOf, type RuleToApply } from './compliance-rules.rules.ts';

const row = (more: Partial<RuleRow>): RuleRow => ({
  code: '', name: '', unit: '', section: '', estimate: '', volume_code: '', number: '', kind: 'work', quantity: null, amount: null, ...more,
}); // prettier-ignore

describe('a mask', () => {
  test.each([
    ['06-01-*', '06-01-015-01', ['015-01']],
    ['*-*', '06-01', ['06', '01']],
    ['06-##', '06-1a', null],
    ['06-##', '06-17', []],
    ['в20*', 'B20 F100', [' F100']],
    ['*бетон*', 'Устройство  БЕТОННОЙ подготовки', ['Устройство ', 'НОЙ подготовки']],
    ['a|b*', 'bc', ['c']],
    ['!*demolition*', 'Concrete', []],
    ['06*|!*demolition*', '06 demolition', null],
    ['wall?', 'wall', null],
    ['1\\*2', '1*2', []],
    ['1\\*2', '1x2', null],
    ['ёлка', 'ЕЛКА', []],
    ['a-b', 'a–b', []],
    ['*x*x', '\u{1f9f1}xax', ['\u{1f9f1}', 'a']],
  ] as const)('%s of %s: %j', (mask, text, found) => expect(openMask(mask)?.test(text) ?? null).toEqual(found));

  test('is refused beyond its limits', () => {
    for (const text of ['', 'a||b', '!', 'x'.repeat(257), 'a|'.repeat(20) + 'a', '*a'.repeat(10)]) expect(openMask(text)).toBeNull();
  });

  test('without wildcards finds what looks the same', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zа-я0-9][a-zа-я0-9 .-]{0,20}[a-z0-9]$/), (text) => {
        expect(openMask(text)?.test(text.toUpperCase())).toEqual([]);
        expect(looksLike(text, ` ${text.toUpperCase()}`)).toBe(true);
      }),
    );
  });

  test('takes no more steps than its length and that of the text', () => {
    const began = performance.now();
    expect(openMask('*a'.repeat(9))?.test('a'.repeat(20_000) + 'b')).toBeNull();
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('rules', () => {
  const rows = [
    row({ code: '06-01-001', name: 'Wall', unit: '100 м2', number: '1', quantity: 2, amount: 500 }),
    row({ code: '06-01-002', name: 'Slab', unit: 'm3', number: '2', volume_code: 'B-1', quantity: 4, amount: 100, kind: 'material' }),
    row({ code: '08-01', name: 'Wall', unit: 'шт' }),
  ];
  const hits = (when: RuleWhen): number[] => {
    const [{ bits, hits: count }] = openRules(rows, [when]);
    const found = rows.map((_row, at) => at).filter((at) => (bits[0] >>> at) & 1);
    expect(count).toBe(found.length);
    return found;
  };
  test.each<[RuleWhen, number[]]>([
    [{}, [0, 1, 2]],
    [{ code: '06-*' }, [0, 1]],
    [{ code: '06-*', name: 'wall' }, [0]],
    [{ kinds: ['material'] }, [1]],
    [{ dimensions: ['area', 'pieces'] }, [0, 2]],
    [{ if: 'amount > 200' }, [0]],
    [{ if: 'price = 25' }, [1]],
    [{ if: 'amount +' }, []],
    [{ code: '|' }, []],
  ])('%j is for %j', (when, found) => expect(hits(when)).toEqual(found));

  test('fill their target with captures, the number and the volume code', () => {
    const [rule] = openRules(rows, [{ code: '*-*-*', name: 's*' }]);
    expect(rule.fill('W.{1}.{3}.{4}/{num}/{volume_code}', 1)).toBe('W.06.002.lab/2/B-1');
  });

  test('say whether a condition can be read', () => {
    expect(conditionOf('quantity * price > 100')).not.toBeNull();
    for (const text of ['quantity + 1', 'quantity >', 'secret = 1']) expect(conditionOf(text)).toBeNull();
  });

  test('find what a plain walk over rows and rules finds', () => {
    const texts = fc.constantFrom('06-01', '06-02', '08-1', 'Wall', 'wall 2', '');
    fc.assert(
      fc.property(
        fc.array(fc.record({ code: texts, name: texts }), { maxLength: 70 }),
        fc.array(
          fc.record({
            code: fc.constantFrom('06-*', '*1', '!08*', '', '06-02|w*', '08-1|06-*|!*2'),
            name: fc.constantFrom('w*', '', 'wall ?'),
          }),
          {
            maxLength: 6,
          },
        ),
        (some, rules) => {
          const all = some.map((one) => row(one));
          for (const [at, { bits }] of openRules(all, rules).entries())
            for (const [place, { code, name }] of all.entries()) {
              const fits = (mask: string, text: string) => mask === '' || openMask(mask)?.test(text) != null;
              expect(Boolean((bits[place >>> 5] >>> (place & 31)) & 1)).toBe(fits(rules[at].code, code) && fits(rules[at].name, name));
            }
        },
      ),
    );
  });
});

describe('rules for a phase of many works', () => {
  const rows = [row({ code: '1' }), row({ code: '2' })];
  const [open] = openRules(rows, [{}]);
  const rule: RuleToApply = {
    id: 1,
    to: { kind: 'work', attribute: '', value: 'Building' },
    take: { share: null, by: 'equal', parts: null, unit_factor: null },
    open,
  };
  const linksOf = (works: number) => {
    const below = Array.from({ length: works }, (_one, at) => at + 1);
    const whole = rows.map(() => ({ left: [[0, leftOf([])] as const], items: new Set<number>() }));
    return applyRules(whole, [rule], () => below).links.length;
  };

  test('make as many links as there may be, and are refused before they make more', () => {
    expect(linksOf(150_000)).toBe(300_000);
    expect(() => linksOf(150_001)).toThrow(
      expect.objectContaining({ code: 'compliance_rule.too_many_links', parameters: { most: 300_000 } }),
    );
  });
});
