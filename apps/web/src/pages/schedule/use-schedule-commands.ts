import { findRows, nameOf, type ScheduleView } from '@gantry/plan-view';
import { parentOf } from '@gantry/scene';
import { type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridActions } from '../../features/planning/wbs/wbs.queries.ts';
import { type Command, useOfferOf } from '../../ui/commands.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';

type Hands = {
  gantt: RefObject<Gantt | null>;
  /** The rows of the plan; null until they are there. */
  view: ScheduleView | null;
  actions: GridActions;
  readOnly: boolean;
  mayCalculate: boolean;
  calculate(): void;
  open(id: number): void;
  find(): void;
  print(): void;
  changeByRule(): void;
  replace(): void;
  openReports(): void;
};

/** Offers the rows and commands of the open version to whoever searches. */
export function useScheduleCommands(hands: Hands): void {
  const { t } = useTranslation();
  const latest = useRef(hands);
  latest.current = hands;
  const { readOnly, mayCalculate } = hands;
  const offer = useMemo(() => {
    const now = (): Hands => latest.current;
    const command = (key: string, name: string, run: () => void, shortcut?: string): Command => ({
      key: `c-${key}`,
      name,
      run,
      ...(shortcut ? { shortcut } : {}),
    });
    return {
      commands: [
        ...(mayCalculate ? [command('calculate', t('timetable.calculate'), () => now().calculate(), 'F9')] : []),
        ...(readOnly
          ? []
          : [
              command('undo', t('edits.undo'), () => now().actions.undo(), 'Ctrl+Z'),
              command('redo', t('edits.redo'), () => now().actions.redo(), 'Ctrl+Y'),
              command('add', t('wbs.add'), () => now().actions.create({ parentId: null, afterId: undefined }), 'Insert'),
              command('bulk', t('bulk.title'), () => now().changeByRule()),
              command('replace', t('replacement.title'), () => now().replace()),
              command('values', t('values.refresh'), () => now().actions.refreshValues()),
            ]),
        command('find', t('find.title'), () => now().find(), 'Ctrl+F'),
        command('print', t('print.open'), () => now().print(), 'Ctrl+P'),
        command('reports', t('report_form.command'), () => now().openReports()),
        command('fit', t('schedule.fit'), () => now().gantt.current?.fit('schedule'), 'Alt+0'),
        command('unfold', t('wbs.unfold_all'), () => now().gantt.current?.foldAll(false)),
        command('fold', t('wbs.fold_all'), () => now().gantt.current?.foldAll(true)),
      ],
      find(text: string, most: number) {
        const { view } = now();
        if (!view) return [];
        return findRows(view.document, view, text, most).map(({ id, label }) => {
          const above = parentOf(view.rows, view.rowOfId.get(id) ?? 0);
          return {
            key: `r${id}`,
            name: label,
            where: above < 0 ? t('palette.row') : nameOf(view.document, view.rows.id[above]),
            go: () => now().open(id),
          };
        });
      },
    };
  }, [readOnly, mayCalculate, t]);
  useOfferOf(offer);
}
