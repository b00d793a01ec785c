import { normalForm } from './masks.ts';

/** Likeness of two names by pairs of letters, 0 to 1. */
export function likeness(left: string, right: string): number {
  const [a, b] = [normalForm(left), normalForm(right)];
  if (a === b) return 1;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < a.length; at += 1) pairs.set(a.slice(at, at + 2), (pairs.get(a.slice(at, at + 2)) ?? 0) + 1);
  let common = 0;
  for (let at = 0; at + 1 < b.length; at += 1) {
    const left = pairs.get(b.slice(at, at + 2)) ?? 0;
    if (left > 0) common += 1;
    pairs.set(b.slice(at, at + 2), left - 1);
  }
  const all = a.length + b.length - 2;
  return all > 0 ? (2 * common) / all : 0;
}
