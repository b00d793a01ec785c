import type { Flow } from '@gantry/plan-view';
import { useTranslation } from 'react-i18next';
import { shortDate } from '../../ui/gantt/labels.ts';
import classes from './cyclogram-page.module.css';

type Props = { flow: Flow; nameOfWork(id: number): string; onOpen(id: number): void };

const MOST_ROWS = 500;

/** The works of the chart in order of start. */
export function FlowTable({ flow, nameOfWork, onOpen }: Props) {
  const { t } = useTranslation();
  const shown = flow.segments.slice(0, MOST_ROWS);
  return (
    <div className={classes.tableRoom} tabIndex={0} role="region" aria-label={t('cyclogram.table')}>
      <table className={classes.table}>
        <thead>
          <tr>
            {(['work', 'line', flow.axis ? 'stretch' : 'place', 'start', 'finish', 'clash'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`cyclogram.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, line, place, start, finish, clash }) => (
            <tr key={id}>
              <th scope="row">
                <button type="button" className={classes.open} onClick={() => onOpen(id)}>
                  {nameOfWork(id)}
                </button>
              </th>
              <td>{flow.lines[line]}</td>
              <td>{flow.places[place]}</td>
              <td>{shortDate(start)}</td>
              <td>{shortDate(finish)}</td>
              <td>{clash && t('cyclogram.clash_with', { name: nameOfWork(clash.with), to: shortDate(clash.to) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < flow.segments.length && (
        <p className={classes.more}>{t('cyclogram.only_first', { shown: shown.length, works: flow.segments.length })}</p>
      )}
    </div>
  );
}
