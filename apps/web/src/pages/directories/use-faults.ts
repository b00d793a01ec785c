import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { columnOfAttribute } from '../../features/catalog/directories/directories.columns.model.ts';
import type { InvalidValues } from '../../features/catalog/directories/directories.queries.ts';

/** What is wrong with cells of a directory in words: by row, then by column. */
export function useFaults(invalid: InvalidValues | undefined): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const { t } = useTranslation();
  return useMemo(() => {
    const found = new Map<number, Map<string, string>>();
    for (const { row_id, attribute_id, problem } of invalid?.values ?? []) {
      const of = found.get(row_id) ?? new Map<string, string>();
      const column = problem === 'measure' ? 'measure' : 'code';
      of.set(attribute_id === null ? column : columnOfAttribute(attribute_id), t(`directory_value.${problem}`));
      found.set(row_id, of);
    }
    return found;
  }, [invalid, t]);
}
