import type { GanttColumn } from '@gantry/scene';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellEdit, CellRefusal, GanttEvents } from '../../../ui/gantt/chart.ts';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { GanttChart } from '../../../ui/gantt/gantt-chart.tsx';
import { ganttLabels } from '../../../ui/gantt/labels.ts';
import type { EstimateSheet } from './estimates.model.ts';

type Props = {
  name: string;
  sheet: EstimateSheet;
  columns: readonly GanttColumn[];
  hidden: Uint8Array | null;
  /** Changes in place since the rows were loaded. */
  changes: number;
  readOnly: boolean;
  gantt: RefObject<Gantt | null>;
  onWidth(column: string, width: number): void;
  onSelect(rows: number[]): void;
  onMenu: GanttEvents['contextMenu'];
  onTick(rows: number[], value: boolean): void;
  onFold(rows: readonly number[] | null, folded: boolean): void;
  onEdit(edits: readonly CellEdit[]): Promise<string | CellRefusal[]>;
  onUndo(): void;
  onRedo(): void;
};

/** The rows of an estimate in the product's tree grid. */
export function EstimateGrid(props: Props) {
  const { sheet, columns, hidden, gantt, changes, readOnly } = props;
  const { t, i18n } = useTranslation();
  const acting = useRef(props);
  acting.current = props;
  const labels = useMemo(() => ({ ...ganttLabels(i18n.language, t), name: props.name }), [i18n.language, t, props.name]);
  const events = useMemo<GanttEvents>(
    () => ({
      async edit(edits) {
        const ticks = edits.filter(({ columnId }) => columnId === 'checked');
        for (const value of [true, false]) {
          const rows = ticks.filter((one) => one.value === value).map(({ row }) => row);
          if (rows.length) acting.current.onTick(rows, value);
        }
        const rest = edits.filter(({ columnId }) => columnId !== 'checked');
        return rest.length ? acting.current.onEdit(rest) : null;
      },
      select: (rows) => acting.current.onSelect([...rows]),
      contextMenu: (at) => acting.current.onMenu?.(at),
      toggle: (rows, folded) => acting.current.onFold(rows, folded),
      columnResize: (column, width) => acting.current.onWidth(column, width),
      undo: () => acting.current.onUndo(),
      redo: () => acting.current.onRedo(),
    }),
    [],
  );
  // Values change in place, so an identical object may have new content.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => gantt.current?.patch(), [gantt, changes]);
  return (
    <GanttChart
      handle={gantt}
      rows={sheet.rows}
      columns={columns}
      labels={labels}
      hidden={hidden}
      events={events}
      readOnly={readOnly}
      panes="grid"
    />
  );
}
