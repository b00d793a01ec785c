import type { LineColours } from '@gantry/contract';
import { formatMinute } from '@gantry/domain';
import { collatorOf, flowOf, layOutRows, numberAt, valueOf } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openWhole } from '../../planning/attribute-values/attribute-values.service.ts';
import { readVersion, type VersionReader } from '../../planning/edits/edits.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { listColours, putColours } from './cyclogram.repository.ts';

/** The name of an attribute of a version; one that is out of the caller's sight is none. */
async function nameOfAttribute({ rows, mask }: VersionReader, id: number): Promise<string> {
  const attribute = (await rows('attribute')).find((one) => one.id === id && !mask?.hidden.has(id));
  return attribute?.name ?? fail('attribute.not_found', { id });
}

/** Works of a version as lines over the places that an attribute names. */
export async function readCyclogram(context: Context, versionId: number, placeBy: number, lineBy: number | null) {
  const { schedule_id: scheduleId } = await getVersion(context, versionId);
  return readVersion(context, versionId, async (reader) => {
    await nameOfAttribute(reader, placeBy);
    const line = lineBy === null ? '' : await nameOfAttribute(reader, lineBy);
    const tints = await listColours(reader.db, { spaceId: context.spaceId, scheduleId, lineBy: line }, context.userId);
    const document = await openWhole(reader);
    // Places and lines stand in the order of names where their attribute has no list.
    const flow = flowOf({ ...layOutRows(document, () => false), document }, placeBy, lineBy, collatorOf('en'));
    const { wbs } = document.tables;
    return {
      revision: reader.head.revision,
      locations: flow.places.map((name) => ({ name })),
      lines: flow.lines.map((name) => ({ name, tint: tints.get(name) ?? null })),
      segments: flow.segments.map(({ id, line: of, place, start, finish }) => ({
        row_id: id,
        line: of,
        place,
        start: formatMinute(start),
        finish: formatMinute(finish),
        progress: numberAt(wbs, 'progress', wbs.slotOf.get(id) ?? -1),
        critical: valueOf(document, 'wbs', id, 'critical') === true,
      })),
      findings: flow.segments.flatMap(({ id, clash }) =>
        clash
          ? [{ kind: 'place_clash' as const, row_id: id, other_id: clash.with, from: formatMinute(clash.from), to: formatMinute(clash.to) }]
          : [],
      ),
    };
  });
}

/** Keeps colours of lines for the schedule of a version. */
export async function saveColours(
  context: Context,
  versionId: number,
  { attribute_id, colours, shared }: { attribute_id: number | null; colours: LineColours; shared: boolean },
): Promise<void> {
  if (shared && !context.can('plan.edit')) fail('preset.may_not_share');
  const { schedule_id: scheduleId } = await getVersion(context, versionId);
  const lineBy = attribute_id === null ? '' : await readVersion(context, versionId, (reader) => nameOfAttribute(reader, attribute_id));
  await context.write((tx) => putColours(tx, { spaceId: context.spaceId, scheduleId, lineBy }, shared ? null : context.userId, colours));
}
