import { normalForm } from './masks.ts';

/** Likeness of two names by pairs of letters, 0 to 1. */
export const likeness = (left: string, right: string): number => likenessTo(left)(right);

/** Likeness of names to one of them, by pairs of letters, 0 to 1. */
export function likenessTo(name: string): (other: string) => number {
  const a = normalForm(name);
  const pairs = new Map<number, number>();
  for (let at = 0; at + 1 < a.length; at += 1) pairs.set(pairAt(a, at), (pairs.get(pairAt(a, at)) ?? 0) + 1);
  return (other) => {
    const b = normalForm(other);
    if (a === b) return 1;
    const taken = new Map<number, number>();
    let common = 0;
    for (let at = 0; at + 1 < b.length; at += 1) {
      const pair = pairAt(b, at);
      const count = pairs.get(pair);
      if (count === undefined) continue;
      const before = taken.get(pair) ?? 0;
      if (before < count) common += 1;
      taken.set(pair, before + 1);
    }
    const all = a.length + b.length - 2;
    return all > 0 ? (2 * common) / all : 0;
  };
}

const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 0x1_00_00 + text.charCodeAt(at + 1);
