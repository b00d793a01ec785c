import type { CostCoverage } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { PARTS, settledShare, sharesOf } from './compliance-rules.model.ts';
import classes from './compliance-rules.module.css';

type Props = { coverage: CostCoverage; before: CostCoverage['parts'] };

/** How the money of estimates stands to works: a bar of its four parts, what each is, and what it was before the rules. */
export function CoverageBar({ coverage, before }: Props) {
  const { t } = useTranslation();
  const { parts, total, digits, currency } = coverage;
  const shares = sharesOf(parts);
  const money = (text: string): string => formatNumber(Number(text), { decimals: digits });
  return (
    <div className={classes.coverage}>
      <p className={classes.covered} role="status">
        {t('compliance.covered', {
          percent: formatNumber(settledShare(parts, total.amount), { decimals: 1 }),
          total: money(total.amount),
          currency,
          now: formatNumber(settledShare(before, total.amount), { decimals: 1 }),
        })}
      </p>
      <div className={classes.bar} aria-hidden="true">
        {PARTS.map((part) => shares[part] > 0 && <span key={part} data-part={part} style={{ flexGrow: shares[part] }} />)}
      </div>
      <dl className={classes.parts}>
        {PARTS.map((part) => (
          <div key={part} data-part={part}>
            <dt>{t(`compliance.part_${part}`)}</dt>
            <dd>
              {money(parts[part].amount)}{' '}
              <span className={classes.quiet}>
                {t('compliance.rows', { count: parts[part].rows, shown: formatCount(parts[part].rows) })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
