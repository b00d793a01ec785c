import { type Difference, DIFFERENCE_KINDS, type DifferenceKind, type DifferenceOrigin, type ValueQuestion } from '@gantry/contract';
import { entryOf, type Language, minuteAt, VERSION_TABLE_NAMES } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { perDatabase } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { readVersion, valuesOf } from '../edits/edits.service.ts';
import { lineageOfVersion } from '../versions/versions.copy.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import { fileOf, tableOf } from './compare.export.rules.ts';
import { rowsWanted } from './compare.rows.rules.ts';
import type { CompareInput, CompareOutcome, RawSide } from './compare.thread.ts';

export const compareThread = openThread<CompareInput, CompareOutcome>(new URL('./compare.thread.ts', import.meta.url));

type Filter = { version_ids: number[]; kinds?: DifferenceKind[]; origin: DifferenceOrigin; search: string };
export type ComparedVersion = { id: number; name: string; revision: number };

/** Rows of a version that its asker has read for something else, as far as they see it. */
type KnownRows = (versionId: number) => Promise<{ revision: number; rows: RawSide['rows'] }> | undefined;

/** The last comparisons, so that a filter does not compare anew; told by revisions, they never grow old. */
const KEPT = 4;
const keptOf = perDatabase(() => new Map<string, Promise<CompareOutcome>>());

/** Returns a filtered page of the differences between versions. */
export async function compareVersions(context: Context, scheduleId: number, filter: Filter & { offset: number; limit: number }) {
  const { versions, all } = await compareAll(context, scheduleId, filter.version_ids);
  const found = all.differences.filter(matching(filter));
  const counts = new Map<DifferenceKind, number>();
  const searched = filter.kinds ? all.differences.filter(matching({ ...filter, kinds: undefined })) : found;
  for (const { kind } of searched) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    versions,
    counts: DIFFERENCE_KINDS.flatMap((kind) => (counts.has(kind) ? [{ kind, count: entryOf(counts, kind) }] : [])),
    total: found.length,
    origins: originsOf(all.differences.filter(matching({ origin: 'all', search: filter.search }))),
    differences: found.slice(filter.offset, filter.offset + filter.limit),
  };
}

/** Rows of some versions as one tree, with their dates in each: what a chart draws. */
export async function compareRows(context: Context, scheduleId: number, filter: Filter & { all: boolean }, known?: KnownRows) {
  const { versions, all } = await compareAll(context, scheduleId, filter.version_ids, known);
  return { versions, ...rowsWanted(all.rows, filter) };
}

/** The comparison as a file for a spreadsheet. */
export async function exportComparison(
  context: Context,
  scheduleId: number,
  filter: Filter & { format: 'csv' | 'xlsx'; language: Language },
) {
  const { versions, all } = await compareAll(context, scheduleId, filter.version_ids);
  return fileOf(tableOf(all.differences.filter(matching(filter)), versions, textsOf(filter.language)), 'comparison', filter.format);
}

function originsOf(differences: readonly Difference[]): { causes: number; consequences: number } {
  const consequences = differences.reduce((sum, { consequence }) => sum + Number(consequence), 0);
  return { causes: differences.length - consequences, consequences };
}

function matching({ kinds, origin, search }: Pick<Filter, 'kinds' | 'origin' | 'search'>): (difference: Difference) => boolean {
  const wanted = kinds && new Set(kinds);
  const text = search.trim().toLowerCase();
  return ({ kind, item, object, consequence }) =>
    (!wanted || wanted.has(kind)) &&
    (origin === 'all' || consequence === (origin === 'consequences')) &&
    (!text || `${item?.code ?? ''} ${item?.name ?? ''} ${object}`.toLowerCase().includes(text));
}

async function compareAll(context: Context, scheduleId: number, ids: number[], known?: KnownRows) {
  const { versions, outcome } = await compareBy(context, scheduleId, ids, null, known);
  return { versions, all: outcome.whole as NonNullable<CompareOutcome['whole']> };
}

/** Compares versions in the thread: all that differs, or one measure by periods. */
export async function compareBy(
  context: Context,
  scheduleId: number,
  ids: number[],
  question: { values: ValueQuestion; withSame: boolean } | null,
  known?: KnownRows,
): Promise<{ versions: ComparedVersion[]; outcome: CompareOutcome }> {
  await getNode(context, scheduleId, 'schedule');
  if (new Set(ids).size < 2) fail('compare.too_few');
  const heads = [];
  const hidden: string[] = [];
  for (const id of new Set(ids)) {
    heads.push(await getVersion(context, id));
    hidden.push(
      await readVersion(
        context,
        id,
        async ({ mask }) => `${[...(mask?.hidden ?? [])].sort((a, b) => a - b).join(',')} ${mask?.money === false}`,
      ),
    );
  }
  const versions = heads.map(({ id, name, revision }) => ({ id, name, revision }));
  // The cached comparison is kept apart for readers with different hidden attributes.
  const key = `${context.spaceId}: ${hidden.join(' ')} ${versions.map(({ id, revision }) => `${id}@${revision}`).join(' ')} ${JSON.stringify(question)}`;
  const kept = keptOf(context);
  const before = kept.get(key);
  if (before) return { versions, outcome: await before };
  const sides: RawSide[] = [];
  for (const { id } of versions) sides.push(await readSide(context, id, known));
  const outcome = compareThread.run({ sides, ...question });
  kept.set(key, outcome);
  outcome.catch(() => kept.delete(key));
  for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
  return { versions, outcome: await outcome };
}

async function readSide(context: Context, versionId: number, known?: KnownRows): Promise<RawSide> {
  const read = await known?.(versionId);
  return readVersion(context, versionId, async ({ db, key, head, values }) => {
    const rows = read?.revision === head.revision ? read.rows : await valuesOf(values, VERSION_TABLE_NAMES);
    const dataDate = minuteAt(head.data_date ?? context.now().toISOString().slice(0, 16));
    return { versionId, lineage: await lineageOfVersion(db, key), dataDate, rows };
  });
}
