import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../../platform/context.ts';
import type { CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { type Behind, broughtUp, type Counted, isNarrowed, oldest, upToDate, type WantedFacts } from '../analytics.facts.service.ts';
import { inParts } from '../analytics.packed.service.ts';
import { listFacts, listFactSizes, noteAsked } from '../analytics.repository.ts';

/** Bytes of lines of groups that are read at a time. */
const BYTES_AT_ONCE = 4 * 2 ** 20;

/** What was counted of some versions by a dimension, part after part: `take` gets each, and other calls come in between. */
export async function eachUpToDate(
  context: Context,
  versions: readonly CountedVersion[],
  wanted: WantedFacts & { dimension: string },
  take: (kept: readonly Counted[]) => void,
  bytes = BYTES_AT_ONCE,
): Promise<Behind> {
  if (isNarrowed(wanted)) {
    const { kept, state } = await upToDate(context, versions, wanted);
    take(kept);
    return state;
  }
  const { spaceId } = context;
  const ids = versions.map(({ version_id }) => version_id);
  const read = async () =>
    new Map((await context.read((db) => listFactSizes(db, spaceId, ids, wanted))).map((one) => [one.version_id, one]));
  const { facts, ...behind } = await broughtUp(context, versions, wanted.dimension, read);
  const unasked = [...facts.values()].flatMap((one) => (one.unasked ? [one.version_id] : []));
  if (unasked.length) await context.write((tx) => noteAsked(tx, spaceId, unasked, wanted.dimension));
  const byId = new Map(versions.map((version) => [version.version_id, version]));
  for (const part of inParts([...facts.values()], bytes)) {
    const kept = await context.read((db) => listFacts(db, spaceId, part, wanted));
    take(
      kept.flatMap((one) => {
        const version = byId.get(one.version_id);
        return version ? [{ ...one, version }] : [];
      }),
    );
    await setImmediate();
  }
  return { versions: versions.length, ...behind, computed_at: oldest([...facts.values()]) };
}
