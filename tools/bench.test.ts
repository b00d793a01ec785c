import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMissed } from '../bench/gates.ts';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const benches = Object.entries(scripts).filter(([name]) => name.startsWith('bench:'));

describe('a benchmark', () => {
  it.each(benches)('%s is there and can fail', (_, command) => {
    const file = join(root, command.split(' ')[1]);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toMatch(/holdToGates\(|process\.exitCode = 1|process\.exit\(/);
  });

  it('misses its gate above it, and where nothing could be measured', () => {
    const missed = (figure: number) => isMissed({ name: '', figure, unit: 'ms', gate: 10 });
    expect([missed(9), missed(10), missed(11), missed(NaN), missed(Infinity)]).toEqual([false, false, true, true, true]);
  });
});
