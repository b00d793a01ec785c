import type { ResourceLoadAnswer } from '@gantry/contract';
import type { Minute, Period } from '@gantry/domain';
import { recordsOf } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import {
  LOAD_TABLES,
  loadedVersion,
  type LoadedVersion,
  loadOfPlace,
  type LoadTables,
  ofWorks,
  worksOfPlace,
} from './resources.load.rules.ts';

/** A version as the thread knows it: `chain` says which content of it; its rows come where the thread asked for them. `only`: of these works. */
export type VersionOfLoad = {
  id: number;
  chain: string;
  only?: Int32Array;
  content?: { rows: Record<keyof LoadTables, unknown[][]>; dataDate: Minute };
};

export type LoadInput = { versions: VersionOfLoad[]; measure: 'units' | 'cost' } & (
  | { period: Period; from?: number; to?: number; over: number }
  | { key: string; from: number; to: number }
);

/** What was counted, or the versions whose rows are wanted first. */
export type LoadOutcome = { missing: number[] } | { load: ResourceLoadAnswer } | { works: ReturnType<typeof worksOfPlace> };

/** Versions that were asked for last, up to so many rows: a change of the period reads nothing again. */
const kept = new Map<string, LoadedVersion>();
const MOST_ROWS = 400_000;

serveThread<LoadInput, LoadOutcome>((input) => {
  const found = input.versions.map(find);
  const missing = input.versions.filter((_, at) => !found[at]).map(({ id }) => id);
  if (missing.length) return { missing };
  const versions = found.flatMap((one, at) => {
    const only = input.versions[at].only;
    return one === null ? [] : only ? ofWorks(one, new Set(only)) : one;
  });
  if ('key' in input) return { works: worksOfPlace(versions, input.key, input) };
  return { load: loadOfPlace(versions, input.period, input) };
});

function find({ id, chain, content }: VersionOfLoad): LoadedVersion | null {
  const name = `${id} ${chain}`;
  const known = kept.get(name) ?? (content ? read(id, content) : null);
  if (!known) return null;
  kept.delete(name);
  kept.set(name, known);
  let rows = 0;
  for (const [other, version] of [...kept].reverse()) {
    rows += version.items.size + version.plan.assignments.length;
    if (rows > MOST_ROWS && other !== name) kept.delete(other);
  }
  return known;
}

function read(id: number, { rows, dataDate }: NonNullable<VersionOfLoad['content']>): LoadedVersion {
  const tables = Object.fromEntries(LOAD_TABLES.map((table) => [table, recordsOf(table, rows[table])])) as LoadTables;
  return loadedVersion(id, tables, dataDate);
}
