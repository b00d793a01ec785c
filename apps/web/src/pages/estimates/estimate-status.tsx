import { useTranslation } from 'react-i18next';
import { amountOf, countShown, type EstimateSheet, minorUnits } from '../../features/costing/estimates/estimates.model.ts';
import { formatCount } from '../../lib/numbers.ts';
import { StatusSlot } from '../../ui/shell-slots.tsx';
import classes from './estimates-page.module.css';

type Props = { sheet: EstimateSheet; hidden: Uint8Array | null; selected: number[]; total: string | null; currency: string };

/** Counts and sums of the rows of an open estimate, and of those that are selected. */
export function EstimateStatus({ sheet, hidden, selected, total, currency }: Props) {
  const { t } = useTranslation();
  const { digits, rows, list } = sheet;
  // A heading brings its rows along: each amount counts once.
  const within = new Set(selected);
  const top = selected.filter((row) => ![...within].some((other) => other < row && rows.end[other] > row));
  const sum = top.reduce((all, row) => all + sheet.current[row], 0);
  return (
    <StatusSlot>
      <div className={classes.status}>
        <span>{t('estimate.rows', { count: list.length, shown: formatCount(list.length) })}</span>
        {hidden && <span>{t('estimate.in_sight', { shown: formatCount(countShown(list, hidden)) })}</span>}
        {total !== null && (
          <span>{t('ui.named', { name: t('estimate.total'), text: `${amountOf(minorUnits(total, digits), digits)} ${currency}` })}</span>
        )}
        {selected.length > 1 && (
          <span>
            {t('ui.named', {
              name: t('estimate.sum_of_selection', { count: selected.length }),
              text: `${amountOf(sum, digits)} ${currency}`,
            })}
          </span>
        )}
      </div>
    </StatusSlot>
  );
}
