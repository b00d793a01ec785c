import type { DirectoryRelation, DirectoryRelationRow } from '@gantry/contract';
import { useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { GanttEvents } from '../../../ui/gantt/chart.ts';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { GanttChart } from '../../../ui/gantt/gantt-chart.tsx';
import { ganttLabels } from '../../../ui/gantt/labels.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { layOutPairs, pairChanges, pairColumns } from './directory-relations.model.ts';
import type { RelationCommands } from './directory-relations.queries.ts';

type Props = {
  relation: DirectoryRelation;
  list: readonly DirectoryRelationRow[];
  /** Codes (else names) of coefficients by id. */
  coefficients: ReadonlyMap<number, string>;
  commands: RelationCommands;
  readOnly: boolean;
  gantt: RefObject<Gantt | null>;
  onSelect(ids: number[]): void;
  /** A table that was pasted. */
  onPaste(text: string): void;
};

/** The rows of a relation in the product's grid. */
export function RelationGrid(props: Props) {
  const { relation, list, coefficients, gantt } = props;
  const { t, i18n } = useTranslation();
  const acting = useRef(props);
  acting.current = props;
  const rows = useMemo(() => layOutPairs(list), [list]);
  const labels = useMemo(() => ({ ...ganttLabels(i18n.language, t), name: relation.name }), [i18n.language, t, relation.name]);
  const columns = useMemo(
    () =>
      pairColumns(
        () => acting.current.list,
        { from: relation.from.name, to: relation.to.name },
        coefficients,
        (key) => t(key),
      ),
    [relation.from.name, relation.to.name, coefficients, t],
  );
  const events = useMemo<GanttEvents>(
    () => ({
      async edit(edits) {
        const { list: now, commands, relation: of } = acting.current;
        const { changes, refused } = pairChanges(edits, now, acting.current.coefficients, (key) => t(key));
        if (changes.length === 0) return refused;
        try {
          await commands.updateRows(of.id, changes);
          return refused;
        } catch (error) {
          return refusalText(error, t);
        }
      },
      remove: (chosen) =>
        void acting.current.commands
          .removeRows(
            acting.current.relation.id,
            chosen.map((row) => acting.current.list[row].id),
          )
          .catch(() => undefined),
      appendRows: (lines) => acting.current.onPaste(lines.map((line) => line.join('\t')).join('\n')),
      pasteRows: (_row, text) => acting.current.onPaste(text),
      select: (chosen) => acting.current.onSelect(Array.from(chosen, (row) => acting.current.list[row]?.id).filter(Boolean)),
    }),
    [t],
  );
  return <GanttChart handle={gantt} rows={rows} columns={columns} labels={labels} events={events} readOnly={props.readOnly} panes="grid" />;
}
