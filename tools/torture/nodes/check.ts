import { type Diff, sameValue } from '@gantry/domain';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { nextChain } from '../../../apps/server/src/platform/postgres/revision-log.ts';
import type { Cluster } from './cluster.ts';
import type { Witness } from './witness.ts';

const decompress = promisify(zstdDecompress);

type Line = { revision: number; diff: Diff; chain: Buffer; packed: Buffer };
const MOST_NAMED = 5;

/** Reads the history of a version as it is stored. */
export async function readHistory(cluster: Pick<Cluster, 'sql'>, versionId: number): Promise<Line[]> {
  const rows = await cluster.sql<{ revision: number; diff: Buffer; chain: Buffer }>(
    'select revision::int as revision, diff, chain from version_edit where version_id = $1 order by revision',
    [versionId],
  );
  return Promise.all(
    rows.map(async ({ revision, diff, chain }) => ({
      revision,
      chain,
      packed: diff,
      diff: JSON.parse((await decompress(diff)).toString()),
    })),
  );
}

/** The names that a Diff has written to rows. */
const marksOf = ({ wbs }: Diff): string[] => [
  ...(wbs?.added ?? []).map(({ name }) => name),
  ...(wbs?.updated ?? []).flatMap(({ after }) => after.name ?? []),
];

/** Where each mark was written; a row that is added and one that is renamed say it alike. */
export function writtenAt(lines: readonly Line[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  for (const { revision, diff } of lines) for (const mark of marksOf(diff)) all.set(mark, [...(all.get(mark) ?? []), revision]);
  return all;
}

/** I1: each acknowledged edit once. I5: one that was not, once or never. */
export function checkOnce({ edits }: Witness, written: ReadonlyMap<string, number[]>): { lost: string[]; doubled: string[] } {
  const times = (mark: string) => written.get(mark)?.length ?? 0;
  return {
    lost: edits.filter(({ mark, acknowledged }) => acknowledged !== null && times(mark) === 0).map(({ mark }) => mark),
    doubled: edits.filter(({ mark }) => times(mark) > 1).map(({ mark }) => mark),
  };
}

/** I2: revisions without a gap, and a chain that says so. */
export function checkChain(lines: readonly Line[]): string[] {
  return lines.flatMap(({ revision, chain, packed }, at) => {
    if (at === 0) return [];
    const before = lines[at - 1];
    if (revision !== before.revision + 1) return [`revision ${revision} follows ${before.revision}`];
    return nextChain(before.chain, revision, packed).equals(chain) ? [] : [`the chain breaks at revision ${revision}`];
  });
}

/** I3: what was acknowledged before something else began stands before it. */
export function checkOrder({ edits }: Witness, written: ReadonlyMap<string, number[]>): string[] {
  const known = edits.flatMap(({ mark, begun, acknowledged }) => {
    const [revision] = written.get(mark) ?? [];
    return revision === undefined ? [] : [{ mark, begun, acknowledged, revision }];
  });
  const byAnswer = known
    .filter(({ acknowledged }) => acknowledged !== null)
    .sort((a, b) => Number(a.acknowledged) - Number(b.acknowledged));
  const broken: string[] = [];
  let at = 0;
  let newest = { revision: -1, mark: '' };
  for (const edit of known.toSorted((a, b) => a.begun - b.begun)) {
    for (; at < byAnswer.length && Number(byAnswer[at].acknowledged) < edit.begun; at += 1)
      if (byAnswer[at].revision > newest.revision) newest = byAnswer[at];
    if (edit.revision < newest.revision && broken.length < MOST_NAMED)
      broken.push(`${edit.mark} began after ${newest.mark} and stands before it`);
  }
  return broken;
}

/** I4: each Diff begins with what the one before it has left; and the last of all is what the rows say. */
export async function checkReplay(cluster: Pick<Cluster, 'sql'>, versionId: number, lines: readonly Line[]): Promise<string[]> {
  const broken: string[] = [];
  const rows = new Map<number, Record<string, unknown>>();
  const report = (text: string): void => void (broken.length < MOST_NAMED && broken.push(text));
  for (const { revision, diff } of lines) {
    for (const row of diff.wbs?.added ?? []) rows.set(row.id, { ...row });
    for (const { id, before, after } of diff.wbs?.updated ?? []) {
      const row = rows.get(id);
      if (!row) report(`revision ${revision} changes row ${id}, which is not there`);
      for (const [field, value] of Object.entries(before))
        if (row && !sameValue(row[field], value)) report(`revision ${revision} has lost an update of ${field} of row ${id}`);
      Object.assign(row ?? {}, after);
    }
    for (const { id } of diff.wbs?.removed ?? []) rows.delete(id);
  }
  const stored = await cluster.sql<{ id: number; name: string; duration: number }>(
    'select id::int as id, name, duration_minutes as duration from wbs_item where version_id = $1',
    [versionId],
  );
  if (stored.length !== rows.size) report(`${stored.length} rows are stored, the history makes ${rows.size}`);
  for (const { id, name, duration } of stored) {
    const row = rows.get(id);
    if (row?.['name'] !== name || row['durationMinutes'] !== duration) report(`row ${id} is not what the history makes of it`);
  }
  return broken;
}
