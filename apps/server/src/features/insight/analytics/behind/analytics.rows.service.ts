import type { Figure, WorkCount } from '@gantry/contract';
import { recordsOf } from '@gantry/plan-view';
import { createHash } from 'node:crypto';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { readVersion } from '../../../planning/edits/edits.service.ts';
import { lineageOfVersion } from '../../../planning/versions/versions.copy.service.ts';
import { getVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { worksBehind } from '../facts/analytics.counts.rules.ts';
import { attributesIn } from '../facts/analytics.groups.rules.ts';
import { askOfVersion, isNarrowed, readBaseline, wayOfSchedule, worksAsked } from '../analytics.facts.service.ts';
import { analyticsThread } from '../analytics.packed.service.ts';
import { recordsOfTexts } from '../facts/analytics.tables.rules.ts';
import { promisedBy } from '../facts/analytics.conventions.rules.ts';
import { dataDateAt, withMoneyInSight } from '../analytics.place.service.ts';
import { dimensionOfFigure, isAboutMoney } from './analytics.rows.rules.ts';
import { seesAttributes } from './analytics.sight.service.ts';

type Page = { offset: number; limit: number };

/** The works behind a count of a version. */
export async function listWorksBehind(context: Context, versionId: number, { figure, offset, limit }: Page & { figure: WorkCount }) {
  const { wbs, head, lineage } = await readVersion(context, versionId, async (reader) => {
    const { values, key, head: at } = reader.whole();
    return { wbs: recordsOf('wbs', await values('wbs')), head: at, lineage: await lineageOfVersion(reader.db, key) };
  });
  const promise = await readBaseline(context, { versionId, lineage }, await wayOfSchedule(context, head.schedule_id), ['wbs']);
  const promised = promise ? promisedBy(wbs, { rows: recordsOfTexts('wbs', promise.rows.wbs), shared: promise.shared }).rows : wbs;
  const works = worksBehind(figure, promised, dataDateAt(context, head.data_date));
  const rows = works.slice(offset, offset + limit).map((row) => ({
    item_id: row.id,
    code: String(row['code']),
    name: String(row['name']),
  }));
  return { revision: head.revision, total: works.length, rows };
}

/** The works that make up a figure of a version; a caller without the right to the figure gets none. */
export async function listRowsBehind(context: Context, versionId: number, figure: Figure, { offset, limit }: Page) {
  const { schedule_id, revision } = await getVersion(context, versionId);
  const version = { version_id: versionId, schedule_id, revision, part_id: versionId, left_out: false };
  if (isAboutMoney(figure) && !(await withMoneyInSight(context, [version])).length) fail('analytics.no_such_question');
  const attributes = attributesIn(dimensionOfFigure(figure) ?? '');
  if (attributes.length && !(await seesAttributes(context, versionId, attributes))) fail('analytics.no_such_question');
  const only = isNarrowed(figure) ? ((await worksAsked(context, versionId, figure)) ?? fail('analytics.no_such_question')) : undefined;
  const way = await wayOfSchedule(context, schedule_id);
  // Of all that decides which rows those are, the revision is known when they are read.
  const works = only ? createHash('sha256').update(only).digest('hex') : '';
  const page = { name: JSON.stringify([context.spaceId, versionId, way.key, context.today, works, figure]), offset, limit };
  const kept = await analyticsThread.run({ page: { ...page, revision } });
  if (kept.page) return { revision, ...kept.page };
  const { outcome, revision: read } = await askOfVersion(
    context,
    versionId,
    { do: 'rows', figure, ...page, ...(only ? { only } : {}) },
    { attributes: attributes.length > 0, way },
  );
  return { revision: read, ...(outcome.page ?? fail('analytics.no_such_question')) };
}
