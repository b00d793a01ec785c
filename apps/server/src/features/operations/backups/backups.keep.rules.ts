import type { BackupKeep } from '@gantry/contract';

type Kept = { id: number; at: Date; state: 'making' | 'made' | 'proven' | 'broken' };

const DAY_MS = 86_400_000;
const SLOTS: [keyof BackupKeep, (at: Date) => string | number][] = [
  ['daily', (at) => Math.floor(at.getTime() / DAY_MS)],
  ['weekly', (at) => Math.floor((at.getTime() / DAY_MS - 4) / 7)],
  ['monthly', (at) => at.toISOString().slice(0, 7)],
];

/** Which backups of a job may go. The newest that was proven always stays; a broken one keeps no place of a good one. */
export function outlived(backups: readonly Kept[], keep: BackupKeep): number[] {
  const newest = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const good = newest.filter(({ state }) => state === 'made' || state === 'proven');
  const kept = new Set(good.slice(0, keep.last).map(({ id }) => id));
  for (const [slot, of] of SLOTS) {
    const firsts = new Map<string | number, number>();
    for (const { id, at } of good) if (!firsts.has(of(at))) firsts.set(of(at), id);
    for (const id of [...firsts.values()].slice(0, keep[slot])) kept.add(id);
  }
  const proven = good.find(({ state }) => state === 'proven');
  if (proven) kept.add(proven.id);
  const lastBroken = newest.slice(0, 1).filter(({ state }) => state === 'broken');
  for (const { id } of lastBroken) kept.add(id);
  return newest.filter(({ id, state }) => state !== 'making' && !kept.has(id)).map(({ id }) => id);
}
