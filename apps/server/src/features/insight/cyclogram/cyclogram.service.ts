import type { api, Input, LineColours } from '@gantry/contract';
import { formatMinute, optionsOfAttribute } from '@gantry/domain';
import { collatorOf, flowOf, layOutRows, numberAt, timeLocationOf, valueOf } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { openWhole } from '../../planning/attribute-values/attribute-values.service.ts';
import { readVersion, type VersionReader } from '../../planning/edits/edits.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { listColours, putColours } from './cyclogram.repository.ts';

/** An attribute of a version; one that is out of the caller's sight is none. */
async function getAttribute({ rows, mask }: VersionReader, id: number) {
  return (await rows('attribute')).find((one) => one.id === id && !mask?.hidden.has(id)) ?? fail('attribute.not_found', { id });
}

const STATION = { '1000': 1000, '100': 100, '0': null } as const;
type Question = Input<typeof api.cyclogram.read>['query'];

/** Works of a version as lines over the places that an attribute names, or over distance from its values. */
export async function readCyclogram(
  context: Context,
  versionId: number,
  placeBy: number,
  { by, axis: kind, to, block, station }: Question,
) {
  const { schedule_id: scheduleId } = await getVersion(context, versionId);
  return readVersion(context, versionId, async (reader) => {
    const from = await getAttribute(reader, placeBy);
    for (const id of [to, block]) if (id !== undefined) await getAttribute(reader, id);
    const line = by === undefined ? '' : (await getAttribute(reader, by)).name;
    const lineBy = by ?? null;
    const tints = await listColours(reader.db, { spaceId: context.spaceId, scheduleId, lineBy: line }, context.userId);
    const document = await openWhole(reader);
    // Places and lines stand in the order of names where their attribute has no list.
    const view = { ...layOutRows(document, () => false), document };
    const chainage = { station: STATION[station], unit: optionsOfAttribute(from.options).unit ?? '' };
    const flow =
      kind === 'distance'
        ? timeLocationOf(view, { from: placeBy, to: to ?? null, block: block ?? null, chainage }, lineBy)
        : flowOf(view, placeBy, lineBy, collatorOf('en'));
    const { wbs } = document.tables;
    return {
      revision: reader.head.revision,
      axis: flow.axis && { low: flow.axis.low, high: flow.axis.high, left_out: { ...flow.axis.left, bad: [...flow.axis.left.bad] } },
      locations: flow.places.map((name, place) => ({ name, ...flow.axis?.stretches[place] })),
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
  const lineBy =
    attribute_id === null ? '' : await readVersion(context, versionId, async (reader) => (await getAttribute(reader, attribute_id)).name);
  await context.write((tx) => putColours(tx, { spaceId: context.spaceId, scheduleId, lineBy }, shared ? null : context.userId, colours));
}
