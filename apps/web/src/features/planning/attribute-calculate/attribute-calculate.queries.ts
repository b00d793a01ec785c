import { api } from '@gantry/contract';
import type { OwnAttributeType } from '@gantry/domain';
import { ROW_FORMULA_FIELDS } from '@gantry/engine';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

/** The place of a formula: a version, or a node (neither: the space). */
export type FormulaPlace = { versionId?: number; nodeId?: number };

const placeOf = ({ versionId, nodeId }: FormulaPlace) => ({
  ...(versionId === undefined ? {} : { version_id: versionId }),
  ...(nodeId === undefined ? {} : { node_id: nodeId }),
});

/** Names that formulas of a place may reference. */
export function useFormulaNames(place: FormulaPlace) {
  return useQuery({
    queryKey: ['formula-names', place],
    queryFn: ({ signal }) => call(api.attributeCalculate.names, { query: placeOf(place) }, { signal, quiet: true }),
    staleTime: 10_000,
  });
}

const FIELDS: ReadonlySet<string> = new Set(ROW_FORMULA_FIELDS.map(([name]) => name));

/** The names of the attributes of a place; of a version its own too, those of imported files among them. */
export function useAttributeTitles(place: FormulaPlace): readonly string[] {
  const { data } = useFormulaNames(place);
  return useMemo(() => (data?.names ?? []).filter(({ name }) => !FIELDS.has(name)).map(({ title }) => title), [data]);
}

/** The server's verdict on a formula; the former one stays until the next arrives. */
export function useFormulaVerdict(place: FormulaPlace, formula: string, type: OwnAttributeType, name: string, itemId: number | null) {
  return useQuery({
    queryKey: ['formula-verdict', place, formula, type, name, itemId],
    queryFn: ({ signal }) =>
      call(
        api.attributeCalculate.validate,
        { body: { formula, type, name, ...placeOf(place), ...(itemId === null ? {} : { row_id: itemId }) } },
        { signal, quiet: true },
      ),
    enabled: formula.trim() !== '',
    placeholderData: (before) => before,
  });
}

/** Rows of a version to try a formula on: the first ones that contain a text in name or code. */
export function useTrialRows(versionId: number | undefined) {
  return useQuery({
    queryKey: ['formula-rows', versionId],
    queryFn: ({ signal }) => call(api.wbs.list, { params: { id: versionId as number }, query: { limit: 500 } }, { signal, quiet: true }),
    enabled: versionId !== undefined,
  });
}
