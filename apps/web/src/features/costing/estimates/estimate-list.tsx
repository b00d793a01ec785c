import type { Estimate } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { amountOf, minorUnits } from './estimates.model.ts';
import classes from './estimates.module.css';

type Props = {
  estimates: readonly Estimate[];
  chosen: number | null;
  progress: ReadonlyMap<number, number>;
  /** The part of each one's money that works of the version in sight carry, 0 to 1. */
  shares: ReadonlyMap<number, number>;
  onChoose(id: number): void;
};

/** Estimates with those below them, in the order of their numbers. */
export function inOrder(estimates: readonly Estimate[]): { estimate: Estimate; depth: number }[] {
  const known = new Set(estimates.map(({ id }) => id));
  const collator = new Intl.Collator(undefined, { numeric: true });
  const below = (parent: number | null, depth: number): { estimate: Estimate; depth: number }[] =>
    estimates
      .filter(({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : null) === parent)
      .toSorted((a, b) => collator.compare(a.number, b.number) || a.id - b.id)
      .flatMap((estimate) => [{ estimate, depth }, ...(depth < 64 ? below(estimate.id, depth + 1) : [])]);
  return below(null, 0);
}

/** The estimates of a project with their totals; arrows move, Enter opens. */
export function EstimateList({ estimates, chosen, progress, shares, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list} aria-label={t('estimate.list')}>
      {inOrder(estimates).map(({ estimate, depth }) => {
        const { id, number, name, counted, digits, currency, status, rows } = estimate;
        const percent = progress.get(id);
        const share = shares.get(id);
        const total = counted.current ?? counted.base;
        return (
          <li key={id}>
            <button
              type="button"
              className={classes.entry}
              style={{ paddingInlineStart: 12 + depth * 14 }}
              aria-current={id === chosen}
              data-status={status}
              onClick={() => onChoose(id)}
            >
              <span className={classes.entryName}>
                {number && <b>{number}</b>} <bdi>{name}</bdi>
              </span>
              <span className={classes.entryTotal}>
                {status === 'processing'
                  ? t('estimate.reading', { percent: formatCount(percent ?? 0) })
                  : status === 'failed'
                    ? t('estimate.failed')
                    : `${amountOf(minorUnits(total, digits), digits)} ${currency}`}
              </span>
              {status === 'ready' && (
                <span className={classes.entryRows}>{t('estimate.rows', { count: rows, shown: formatCount(rows) })}</span>
              )}
              {status === 'ready' && share !== undefined && (
                <span className={classes.entryRows}>
                  {t('estimate.linked_share', { percent: formatNumber(share * 100, { decimals: 1 }) })}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
