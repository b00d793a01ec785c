import type { CostCoverage } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { WorksBadge } from '../cost-links/works-badge.tsx';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import classes from './compliance-rules.module.css';

const SHOWN = 20;

/** What rules and estimates leave open: targets that the version has not, works without money, money without a volume. */
export function CoverageNotes({ coverage, ...place }: { spaceId: number; versionId: number; coverage: CostCoverage }) {
  const { t } = useTranslation();
  const { missing, missing_count, works_without_money, money_without_volume, digits } = coverage;
  const works = { works_without_money, money_without_volume };
  return (
    <section className={classes.set} aria-label={t('compliance.open_ends')}>
      {Object.entries(works).map(([key, named]) => (
        <WorksBadge key={key} {...place} label={t(`compliance.${key}`, { shown: formatCount(named.count) })} works={named} />
      ))}
      {missing_count > 0 && (
        <>
          <h2 className={classes.covered}>{t('compliance.missing', { count: missing_count, shown: formatCount(missing_count) })}</h2>
          <div className={classes.wrap}>
            <table className={classes.rules}>
              <thead>
                <tr>
                  <th scope="col">{t('compliance.target')}</th>
                  <th scope="col" data-number>
                    {t('compliance.hit_rows')}
                  </th>
                  <th scope="col" data-number>
                    {t('compliance.money')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {missing.slice(0, SHOWN).map(({ rule_id, target, rows, amount }) => (
                  <tr key={`${rule_id} ${target}`}>
                    <td>
                      <code>{target}</code>
                    </td>
                    <td data-number>{formatCount(rows)}</td>
                    <td data-number>{formatNumber(Number(amount), { decimals: digits })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {missing_count > SHOWN && <p className={classes.quiet}>{t('compliance.more_missing', { count: missing_count - SHOWN })}</p>}
        </>
      )}
    </section>
  );
}
