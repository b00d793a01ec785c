import { documentOfValues, layOutRows, type ReadRows } from '@gantry/plan-view';
import type { VersionReader } from '../edits/edits.service.ts';

/** The rows of a version as its people see them, without what other tables say of them. */
export async function openRows({ values, head }: VersionReader): Promise<ReadRows> {
  const document = documentOfValues({ versionId: head.id, revision: head.revision }, { wbs: await values('wbs') });
  return { ...layOutRows(document, () => false), document, ticked: new Set() };
}

/** Versions that are kept, and for how long: pages of one follow each other, and its people ask together after an edit. */
const KEPT = { versions: 2, ms: 60_000 };

/** Opens rows, or answers those of a version that were opened a moment ago, for all who see the same of it. */
export function keepingRows(): (reader: VersionReader) => Promise<ReadRows> {
  const kept = new Map<string, ReadRows>();
  let timer: NodeJS.Timeout | undefined;
  return async (reader) => {
    const { key, head, mask } = reader;
    const hidden = [...(mask?.hidden ?? [])].sort((a, b) => a - b).join(',');
    const name = `${key.spaceId} ${head.id}@${head.revision} ${head.chain.toString('hex')} ${hidden} ${mask?.money === false}`;
    let rows = kept.get(name);
    kept.delete(name);
    // Before others are read one has to go.
    if (!rows) for (const old of [...kept.keys()].slice(0, kept.size - KEPT.versions + 1)) kept.delete(old);
    rows ??= await openRows(reader);
    kept.set(name, rows);
    clearTimeout(timer);
    timer = setTimeout(() => kept.clear(), KEPT.ms).unref();
    return rows;
  };
}
