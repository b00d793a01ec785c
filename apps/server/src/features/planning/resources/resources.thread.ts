import type { RowIndicator } from '@gantry/engine';
import { FORMULA_TABLES, recordsOf } from '@gantry/plan-view';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import {
  extentOf,
  LOAD_TABLES,
  loadedVersion,
  type LoadedVersion,
  type LoadInput,
  type LoadOutcome,
  loadOfPlace,
  type LoadTables,
  ofWorks,
  type TableOfLoad,
  type VersionOfLoad,
  worksMeeting,
  worksOfPlace,
} from './resources.load.rules.ts';

/** A kept version, with the works that meet each indicator asked for, by its rules. */
type Kept = { version: LoadedVersion | null; met: Map<string, ReadonlySet<number>> };

/** Versions that were asked for last, up to so many rows: a change of the period reads nothing again. */
const kept = new Map<string, Kept>();
const MOST_ROWS = 400_000;
/** Indicators whose works are kept of a version. */
const MOST_MET = 8;

serveThread<LoadInput, LoadOutcome>((input) => {
  const missing: { id: number; tables: TableOfLoad[] }[] = [];
  const versions: LoadedVersion[] = [];
  let isCrowded = false;
  for (const asked of input.versions) {
    const { version, met } = find(asked, input.indicator);
    isCrowded = dropOthers(`${asked.id} ${asked.chain}`) || isCrowded;
    if (version && met) versions.push(met === EVERY ? version : ofWorks(version, met));
    else missing.push({ id: asked.id, tables: [...new Set([...(version ? [] : LOAD_TABLES), ...(met ? [] : FORMULA_TABLES)])] });
  }
  if (missing.length || input.onlyKeep) return { missing, isCrowded, extent: input.onlyKeep ? extentOf(versions) : null };
  if ('key' in input) return { works: worksOfPlace(versions, input.key, input) };
  return { load: loadOfPlace(versions, input.period, input) };
});

const EVERY = Symbol('every work');
type Found = { version: LoadedVersion | null; met: ReadonlySet<number> | typeof EVERY | null };

/** The kept data of a version, completed by the tables of the question; null where tables are still missing. */
function find(asked: VersionOfLoad, indicator?: RowIndicator): Found {
  const { id, chain, content, judged } = asked;
  const name = `${id} ${chain}`;
  const known = kept.get(name) ?? { version: null, met: new Map<string, ReadonlySet<number>>() };
  kept.delete(name);
  kept.set(name, known);
  if (content && !known.version) known.version = read(id, content);
  if (judged === undefined) return { version: known.version, met: EVERY };
  if (!judged || !indicator) return { version: known.version, met: NONE };
  const rules = JSON.stringify(indicator);
  let met = known.met.get(rules) ?? null;
  if (!met && content && FORMULA_TABLES.every((table) => content.rows[table])) met = worksMeeting({ ...asked, content }, indicator);
  if (!met) return { version: known.version, met };
  known.met.delete(rules);
  known.met.set(rules, met);
  for (const [other] of known.met) if (known.met.size > MOST_MET) known.met.delete(other);
  return { version: known.version, met };
}

const NONE: ReadonlySet<number> = new Set();

/** Drops the versions that were asked for longest ago where there are too many rows; returns whether it did. */
function dropOthers(name: string): boolean {
  const before = kept.size;
  let rows = 0;
  for (const [other, { version }] of [...kept].reverse()) {
    rows += version ? version.items.size + version.plan.assignments.length : 0;
    if (rows > MOST_ROWS && other !== name) kept.delete(other);
  }
  return kept.size < before;
}

function read(id: number, { rows, dataDate, today }: NonNullable<VersionOfLoad['content']>): LoadedVersion | null {
  if (!LOAD_TABLES.every((table) => rows[table])) return null;
  const tables = Object.fromEntries(LOAD_TABLES.map((table) => [table, recordsOf(table, rows[table] ?? [])])) as LoadTables;
  return loadedVersion(id, tables, dataDate ?? today);
}
