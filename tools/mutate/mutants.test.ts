import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated, sampleOf } from './mutants.ts';

const all = (source: string, file = 'x.ts') => mutantsOf(source, file).map((mutant) => mutated(source, mutant));

describe('mutants', () => {
  it('of operators, conditions, numbers, truths and statements', () => {
    expect(all('const a = b < 1 && c;')).toEqual(['const a = b <= 1 && c;', 'const a = b < 2 && c;', 'const a = b < 1 || c;']);
    expect(all('if (a) b();')).toEqual(['if (!(a)) b();', 'if (a) ;']);
    expect(all('let t = !x ? true : y;')).toEqual(['let t = !(!x) ? true : y;', 'let t = x ? true : y;', 'let t = !x ? false : y;']);
    expect(all('const m = Math.max(a, b);')).toEqual(['const m = Math.min(a, b);']);
  });

  it('of elements: attributes that are behaviour', () => {
    expect(all('const e = <B onClick={f} className="x" />;', 'x.tsx')).toEqual(['const e = <B  className="x" />;']);
    expect(all('const e = <B gap={4} rows={a ? 1 : 2} />;', 'x.tsx')).toHaveLength(3);
  });

  it('of values alone: types and imports are left', () => {
    expect(all("import a from 'b';\ntype T = 1 | 2;\nconst x: 1 | 2 = f as 3;")).toEqual([]);
  });

  it('are sampled by a seed, in their order', () => {
    const list = Array.from({ length: 100 }, (_, at) => at);
    const some = sampleOf(list, 10, 7);
    expect(some).toHaveLength(10);
    expect(some).toEqual(some.toSorted((a, b) => a - b));
    expect(sampleOf(list, 10, 7)).toEqual(some);
    expect(sampleOf(list, 10, 8)).not.toEqual(some);
  });
});
