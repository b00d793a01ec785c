import type { ResourceMeasure } from '@gantry/domain';
import { useTranslation } from 'react-i18next';
import { formatNumber, moneyTitle } from '../../../lib/numbers.ts';
import { useDayTotals } from './day-values.queries.ts';
import classes from './day-values-panel.module.css';

const MEASURES = ['volume', 'labour', 'cost'] as const satisfies readonly ResourceMeasure[];
const COLUMNS = ['total', 'done', 'undistributed', 'deviation'] as const;

type Row = { versionId: number; itemId: number; revision: number };

const written = (value: number | null): string =>
  value === null ? '–' : formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** A row's totals by measure: total, done, not distributed over days, behind the plan. */
export function DayTotals(row: Row) {
  const { t } = useTranslation();
  return (
    <section className={classes.panel}>
      <table className={`${classes.table} ${classes.totals}`} aria-label={t('values.totals')}>
        <thead>
          <tr>
            <td />
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={classes.number}>
                {t(`values.cells_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MEASURES.map((measure) => (
            <MeasureTotals key={measure} {...row} measure={measure} />
          ))}
        </tbody>
      </table>
      <MixedUnits {...row} measure="volume" />
    </section>
  );
}

/** Why a work has no total volume where its materials have several units. */
function MixedUnits({ versionId, itemId, revision, measure }: Row & { measure: ResourceMeasure }) {
  const { t } = useTranslation();
  const totals = useDayTotals(versionId, itemId, revision, measure);
  return totals?.mixed_units ? <p className={classes.owed}>{t('values.mixed_units')}</p> : null;
}

function MeasureTotals({ versionId, itemId, revision, measure }: Row & { measure: (typeof MEASURES)[number] }) {
  const { t } = useTranslation();
  const totals = useDayTotals(versionId, itemId, revision, measure);
  const label = t(`values.measure_${measure}`);
  return (
    <tr>
      <th scope="row">{measure === 'cost' ? moneyTitle(label) : label}</th>
      {COLUMNS.map((column) => (
        <td key={column} className={classes.number} data-late={(column === 'deviation' && (totals?.deviation ?? 0) > 0) || undefined}>
          {totals && written(column === 'deviation' || column === 'undistributed' ? atLeastNone(totals[column]) : totals[column])}
        </td>
      ))}
    </tr>
  );
}

/** More than was to be done is not behind, and more than there is leaves nothing to lay out. */
const atLeastNone = (value: number | null): number | null => (value === null ? null : Math.max(0, value));

/** What of a measure is not laid out over days and what is behind; nothing where neither is. */
export function DaysOwed({ versionId, itemId, revision, measure }: Row & { measure: ResourceMeasure }) {
  const { t } = useTranslation();
  const totals = useDayTotals(versionId, itemId, revision, measure);
  const owed = (['undistributed', 'deviation'] as const).flatMap((id) => {
    const value = totals?.[id] ?? 0;
    return value > 0 ? [{ id, value }] : [];
  });
  if (!owed.length) return <MixedUnits {...{ versionId, itemId, revision, measure }} />;
  return (
    <p className={classes.owed}>
      {owed.map(({ id, value }) => (
        <span key={id} data-late={id === 'deviation' || undefined}>
          {t('ui.named', { name: t(`values.cells_${id}`), text: written(value) })}
        </span>
      ))}
    </p>
  );
}
