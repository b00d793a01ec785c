import type { EstimateRowOut } from '@gantry/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changesOf, type EstimateSheet, layOutEstimate, putRow, sumUp } from '../../features/costing/estimates/estimates.model.ts';
import type { EstimateHead, RowFields, useEstimateActs } from '../../features/costing/estimates/estimates.queries.ts';
import type { CellEdit, CellRefusal } from '../../ui/gantt/chart.ts';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';

type Step = { id: number; fields: RowFields };

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
  const apply = async (steps: readonly Step[]): Promise<{ id: number; text: string }[]> => {
    const refused: { id: number; text: string }[] = [];
    const act = crypto.randomUUID();
    for (const step of steps) {
      try {
        put(await acts.updateRow(id, step.id, { ...step.fields, act }));
      } catch (error) {
        refused.push({ id: step.id, text: refusalText(error, t) });
      }
    }
    settle();
    return refused;
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
    async edit(edits: readonly CellEdit[]): Promise<CellRefusal[] | null> {
      if (!sheet) return null;
      const steps = [...changesOf(edits)].map(([row, fields]) => ({ id: sheet.list[row].id, fields }));
      const refused = await apply(steps);
      return refused.map((one) => {
        const row = sheet.rowOfId.get(one.id) ?? 0;
        return { row, columnId: edits.find((edit) => edit.row === row)?.columnId ?? 'name', text: one.text };
      });
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
