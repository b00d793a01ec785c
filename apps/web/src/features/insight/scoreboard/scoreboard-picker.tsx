import { SCOREBOARD_FIGURES, type ScoreboardColumn } from '@gantry/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { FIGURES, isInOrder, limitOf, typedLimit, usualColumn } from './scoreboard.model.ts';
import classes from './scoreboard.module.css';

/** Whether the limits of all columns stand in the order that their sides ask for. */
export const areInOrder = (columns: readonly ScoreboardColumn[]): boolean => columns.every(isInOrder);

type Props = {
  /** What the figures are chosen for. */
  title: string;
  columns: ScoreboardColumn[];
  onChange(columns: ScoreboardColumn[]): void;
};

/** Chooses figures and the limits of their lights. */
export function ColumnsPicker({ title, columns, onChange }: Props) {
  const { t } = useTranslation();
  const change = (column: ScoreboardColumn): void => onChange(columns.map((one) => (one.figure === column.figure ? column : one)));
  return (
    <>
      <table className={classes.limits}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('scoreboard.warn')}</th>
            <th scope="col">{t('scoreboard.error')}</th>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((figure) => {
            const column = columns.find((one) => one.figure === figure);
            const name = t(`scoreboard.figure_${figure}`);
            const order = (all: ScoreboardColumn[]) => FIGURES.flatMap((known) => all.find((one) => one.figure === known) ?? []);
            return (
              <tr key={figure}>
                <td>
                  <Checkbox
                    label={name}
                    checked={column !== undefined}
                    onChange={() => onChange(column ? columns.filter((one) => one !== column) : order([...columns, usualColumn(figure)]))}
                  />
                </td>
                {(['warn', 'error'] as const).map((limit) => (
                  <td key={limit}>
                    {column && SCOREBOARD_FIGURES[figure].worse !== null && (
                      <NumberField
                        size="xs"
                        aria-label={t('ui.named', { name, text: t(`scoreboard.${limit}`) })}
                        value={typedLimit(figure, column[limit])}
                        onChange={(value) => change({ ...column, [limit]: limitOf(figure, value) })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {!columns.every(isInOrder) && (
        <p className={classes.wrong} role="alert">
          {t('validation.lights_order')}
        </p>
      )}
    </>
  );
}
