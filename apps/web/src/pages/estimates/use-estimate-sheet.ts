import { api, type EstimateRowOut } from '@gantry/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changesOf, type EstimateSheet, layOutEstimate, putRow, sumUp } from '../../features/costing/estimates/estimates.model.ts';
import type { EstimateHead, RowFields, useEstimateActs } from '../../features/costing/estimates/estimates.queries.ts';
import type { CellEdit, CellRefusal } from '../../ui/gantt/chart.ts';
import { reasonText, refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';

/** Holds the rows of an open estimate and the acts on them; the server stores the undo log. */
export function useEstimateSheet(
  estimate: EstimateHead | undefined,
  list: EstimateRowOut[] | undefined,
  acts: ReturnType<typeof useEstimateActs>,
) {
  const { t } = useTranslation();
  const [changes, setChanges] = useState(0);
  const id = estimate?.id ?? 0;
  const digits = estimate?.digits ?? 2;
  const sheet = useMemo<EstimateSheet | null>(() => (list ? layOutEstimate([...list], digits) : null), [list, digits]);
  const changed = useCallback(() => setChanges((before) => before + 1), []);

  const put = (row: EstimateRowOut): void => {
    const at = sheet?.rowOfId.get(row.id);
    if (sheet && at !== undefined) putRow(sheet, at, { ...row, checked: sheet.list[at].checked, expanded: sheet.list[at].expanded });
  };
  const settle = (): void => {
    if (sheet) sumUp(sheet);
    changed();
    void acts.again(id);
  };
  const turn = async (redo: boolean): Promise<void> => {
    try {
      const { rows, kind } = await acts.undo(id, redo);
      for (const row of rows ?? []) put(row);
      settle();
      if (kind !== 'rows') showToast('info', t(`estimate.${redo ? 'redone' : 'undone'}_${kind}`));
    } catch (error) {
      showToast('info', refusalText(error, t), { ms: 2000 });
    }
  };
  return {
    sheet,
    changes,
    /** Changes cells as one act; those whose value no row can have are left out. */
    async edit(edits: readonly CellEdit[]): Promise<string | CellRefusal[]> {
      if (!sheet) return [];
      const refused: CellRefusal[] = [];
      const rows: (RowFields & { row_id: number })[] = [];
      for (const [row, fields] of changesOf(edits)) {
        const issue = api.estimates.updateRow.body.safeParse(fields).error?.issues[0];
        if (!issue) {
          rows.push({ ...fields, row_id: sheet.list[row].id });
          continue;
        }
        const columnId = issue.path.join('_').replace(/^parts_/, 'part_');
        refused.push({ row, columnId, text: reasonText({ code: issue.message, parameters: { field: columnId } }, t) });
      }
      if (!rows.length) return refused;
      try {
        for (const row of await acts.updateRows(id, rows)) put(row);
        return refused;
      } catch (error) {
        return refusalText(error, t);
      } finally {
        settle();
      }
    },
    undo: () => turn(false),
    redo: () => turn(true),
    tick(rows: number[], value: boolean): void {
      if (!sheet) return;
      for (const row of rows) putRow(sheet, row, { checked: value });
      changed();
      const ids = rows.map((row) => sheet.list[row].id);
      acts.setChecked(id, ids, value).catch((error: unknown) => showToast('error', refusalText(error, t)));
    },
    fold(rows: readonly number[] | null, folded: boolean): void {
      if (!sheet) return;
      for (const row of rows ?? sheet.list.keys()) putRow(sheet, row, { expanded: !folded });
      const ids = rows && rows.map((row) => sheet.list[row].id);
      acts.setExpanded(id, ids, !folded).catch((error: unknown) => showToast('error', refusalText(error, t)));
    },
  };
}
