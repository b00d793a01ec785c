import type { AiPart, AiProposedNorm, AiProposedPart } from '@gantry/contract';
import type { Diff } from '@gantry/domain';
import { unitRatio } from '@gantry/engine';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { listDirectoriesFor, readDirectoryCatalog } from '../../../catalog/directory-relations/directory-relations.service.ts';
import { stemOfName } from '../ai.names.rules.ts';
import type { ProposedPart } from '../ai.propose.rules.ts';
import { askThread } from '../ai.reading.service.ts';

const KINDS = new Set(['work_types', 'norms']);

type Part = Pick<ProposedPart, 'name' | 'type' | 'volume' | 'unit' | 'norm'>;

/**
 * The norm of each part, of the directories that hold at a schedule: the one that parts like it carry, else the one that is called as the
 * part is; null where neither counts in the unit of the part's volume.
 */
export async function normsOf(context: Context, scheduleId: number, parts: readonly Part[]): Promise<(AiProposedNorm | null)[]> {
  const directories = [...(await listDirectoriesFor(context, scheduleId)).values()].filter(({ kind }) => KINDS.has(kind));
  if (!directories.length) return parts.map(() => null);
  const ids = new Set(directories.map(({ id }) => id));
  const { spaceId } = context;
  const stems = [...new Set(parts.map(({ name }) => stemOfName(name)).filter(Boolean))];
  const known = await askThread(context, { do: 'norms', spaceId, directoryIds: [...ids], stems });
  const named = new Map(known.map(({ stem, ...place }) => [stem, place]));
  return context.read(async (db) => {
    const found = parts.map(({ name, type, norm }) => {
      if (type.startsWith('milestone')) return null;
      if (norm && ids.has(norm.directory_id)) return { ...norm, by: 'examples' as const };
      const place = named.get(stemOfName(name));
      return place ? { ...place, crew: 1, rule: null, by: 'name' as const } : null;
    });
    const wanted = new Map<number, Set<number>>();
    for (const place of found) if (place) wanted.set(place.directory_id, (wanted.get(place.directory_id) ?? new Set()).add(place.row_id));
    const catalog = await readDirectoryCatalog(db, context.spaceId, wanted);
    return found.map((place, at): AiProposedNorm | null => {
      const row = place && catalog.row(place.directory_id, place.row_id);
      if (!row || row.part !== null) return null;
      const { volume, unit } = parts[at];
      const fits = volume === null ? place.by === 'examples' : unitRatio(unit, row.norm.unit) !== null;
      if (!fits) return null;
      const rule = place.rule ?? catalog.rules(place.directory_id, place.row_id)[0]?.durationRule ?? 'labour';
      const about = { code: row.code, name: row.name, unit: row.norm.unit, by: place.by };
      return {
        directory_id: place.directory_id,
        row_id: place.row_id,
        crew: place.crew,
        rule,
        ...about,
        labour_hours: 0,
        machine_hours: 0,
      };
    });
  });
}

/** Refuses parts with rows of directories that do not hold at their schedule. */
export async function refuseStrange(context: Context, scheduleId: number, parts: readonly Pick<AiPart, 'norm'>[]): Promise<void> {
  const wanted = parts.flatMap(({ norm }) => norm ?? []);
  if (!wanted.length) return;
  const directories = await listDirectoriesFor(context, scheduleId);
  for (const { directory_id: id } of wanted) if (!KINDS.has(directories.get(id)?.kind ?? '')) fail('version_directory.not_found', { id });
}

/** Parts with the minutes and hours that their norms came to in an edit that was tried. `itemIds`: the rows of the parts, in their order. */
export function withWork(parts: readonly AiProposedPart[], itemIds: readonly number[], diff: Diff): AiProposedPart[] {
  if (parts.every(({ norm }) => norm === null)) return [...parts];
  const rows = new Map((diff.wbs?.added ?? []).map((row) => [row.id, row]));
  const values = new Map(
    (diff.directoryValue?.added ?? []).flatMap((value) => (value.broughtById === null ? [[value.itemId, value] as const] : [])),
  );
  const counted = parts.map((part, at): AiProposedPart => {
    const [row, value] = [rows.get(itemIds[at]), values.get(itemIds[at])];
    if (!part.norm || !row || !value) return part;
    const norm = { ...part.norm, labour_hours: value.labourHours, machine_hours: value.machineHours };
    return { ...part, minutes: row.durationMinutes, norm };
  });
  const sum = counted.reduce((total, { minutes }) => total + minutes, 0);
  return counted.map((part) => ({ ...part, share: sum ? part.minutes / sum : 0 }));
}
