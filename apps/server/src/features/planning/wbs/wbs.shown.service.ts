import type { WbsRow } from '@gantry/domain';
import { documentOfValues, layOutRows, type ReadRows, shownRow } from '@gantry/plan-view';
import type { VersionReader } from '../edits/edits.service.ts';

/** The rows of a version as its people see them, without what other tables say of them. */
export async function openRows({ values, head }: VersionReader): Promise<ReadRows> {
  const document = documentOfValues({ versionId: head.id, revision: head.revision }, { wbs: await values('wbs') });
  return { ...layOutRows(document, () => false), document, ticked: new Set() };
}

/** Some rows as people see them, by their ids; the tree is read only where a phase is among them. */
export async function shownRows(reader: VersionReader, ids: readonly number[]): Promise<Map<number, WbsRow>> {
  const rows = await reader.rows('wbs', ids);
  if (!rows.some(({ type }) => type === 'sum')) return new Map(rows.map((row) => [row.id, row]));
  const view = await openRows(reader);
  return new Map(
    rows.map((row) => {
      const at = view.rowOfId.get(row.id);
      return [row.id, at === undefined ? row : shownRow(view, at)];
    }),
  );
}
