import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../lib/person-name.ts';
import { useMembers } from '../../features/access/spaces/spaces.queries.ts';
import type { CellSource } from '../../features/catalog/directories/directories.columns.model.ts';
import type { DirectoryDocument } from '../../features/catalog/directories/directories.document.model.ts';
import { useDirectories, useDonorRows } from '../../features/catalog/directories/directories.queries.ts';
import { useMeasures } from '../../features/catalog/measures/measures.queries.ts';

/** What cells of a directory are written with: words, people, units, and rows of the directories that give it values. */
export function useCellSource(
  spaceId: number,
  nodeId: number,
  document: DirectoryDocument | null,
): { source: CellSource; people: { value: number; label: string }[] } {
  const { t } = useTranslation();
  const members = useMembers(spaceId);
  const measures = useMeasures(spaceId);
  const { data: seen } = useDirectories(spaceId, nodeId);
  const givers = [...new Set((document?.columns ?? []).flatMap(({ donor }) => donor?.directory_id ?? []))];
  const donors = useDonorRows(spaceId, nodeId, givers);
  const people = useMemo(() => (members ?? []).map((person) => ({ value: person.id, label: personName(person) })), [members]);
  const source = useMemo(
    () => ({
      t: (key: string) => t(key),
      people,
      measures: (measures ?? []).map(({ id, sign }) => ({ value: id, label: sign })),
      donorNames: new Map((seen?.directories ?? []).map(({ id, name }) => [id, name])),
      donors,
    }),
    [t, people, measures, seen, donors],
  );
  return { source, people };
}
