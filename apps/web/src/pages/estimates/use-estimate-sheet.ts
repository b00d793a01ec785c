import type { EstimateRowOut } from '@gantry/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changesOf,
  type EstimateSheet,
  inverseOf,
  layOutEstimate,
  putRow,
  sumUp,
} from '../../features/costing/estimates/estimates.model.ts';
import type { EstimateHead, RowFields, useEstimateActs } from '../../features/costing/estimates/estimates.queries.ts';
import type { CellEdit, CellRefusal } from '../../ui/gantt/chart.ts';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';

type Step = { id: number; fields: RowFields };
const STEPS_KEPT = 200;

/** The rows of an open estimate with what a person does to them; undo and redo hold until the page is left. */
export function useEstimateSheet(
  estimate: EstimateHead | undefined,
  list: EstimateRowOut[] | undefined,
  acts: ReturnType<typeof useEstimateActs>,
) {
  const { t } = useTranslation();
  const [changes, setChanges] = useState(0);
  const undone = useRef<Step[][]>([]);
  const done = useRef<Step[][]>([]);
  const id = estimate?.id ?? 0;
  const digits = estimate?.digits ?? 2;
  const sheet = useMemo<EstimateSheet | null>(() => {
    done.current = [];
    undone.current = [];
    return list ? layOutEstimate([...list], digits) : null;
  }, [list, digits]);
  const changed = useCallback(() => setChanges((before) => before + 1), []);

  const apply = async (steps: readonly Step[]): Promise<{ back: Step[]; refused: { id: number; text: string }[] }> => {
    const back: Step[] = [];
    const refused: { id: number; text: string }[] = [];
    for (const step of steps) {
      const at = sheet?.rowOfId.get(step.id);
      if (!sheet || at === undefined) continue;
      try {
        const row = await acts.updateRow(id, step.id, step.fields);
        back.unshift({ id: step.id, fields: inverseOf(sheet.list[at], step.fields) });
        putRow(sheet, at, { ...row, checked: sheet.list[at].checked, expanded: sheet.list[at].expanded });
      } catch (error) {
        refused.push({ id: step.id, text: refusalText(error, t) });
      }
    }
    if (sheet) sumUp(sheet);
    changed();
    void acts.again(id);
    return { back, refused };
  };
  const turn = async (from: Step[][], to: Step[][]): Promise<void> => {
    const steps = from.pop();
    if (!steps) return showToast('info', t('estimate.nothing_to_undo'), { ms: 1000 });
    const { back, refused } = await apply(steps);
    if (back.length) to.push(back);
    if (refused.length) showToast('error', refused[0].text);
  };
  return {
    sheet,
    changes,
    async edit(edits: readonly CellEdit[]): Promise<CellRefusal[] | null> {
      if (!sheet) return null;
      const steps = [...changesOf(edits)].map(([row, fields]) => ({ id: sheet.list[row].id, fields }));
      const { back, refused } = await apply(steps);
      if (back.length) done.current = [...done.current.slice(1 - STEPS_KEPT), back];
      undone.current = [];
      return refused.map((one) => {
        const row = sheet.rowOfId.get(one.id) ?? 0;
        return { row, columnId: edits.find((edit) => edit.row === row)?.columnId ?? 'name', text: one.text };
      });
    },
    undo: () => turn(done.current, undone.current),
    redo: () => turn(undone.current, done.current),
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
