import type { IndicatorRollup } from '@gantry/contract';
import { Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IndicatorBadge } from '../../catalog/indicators/indicator-badge.tsx';
import { calculateBelow, type RollupPlace, useIndicatorRollup } from './indicator-values.queries.ts';
import classes from './indicator-rollup.module.css';

/** Counts of an indicator's rules below a place, in total and by child. */
export function IndicatorRollupPanel({ place, mayCalculate }: { place: RollupPlace; mayCalculate: boolean }) {
  const { t } = useTranslation();
  const { data } = useIndicatorRollup(place);
  if (!data?.indicators.length) return null;
  return (
    <section className={classes.panel} aria-label={t('indicators.below')}>
      <div className={classes.head}>
        <h3>{t('indicators.below')}</h3>
        {mayCalculate && (
          <IconButton
            icon={IconRefresh}
            size="sm"
            variant="subtle"
            label={t('indicators.count_again')}
            onClick={() => void calculateBelow(place).catch(() => undefined)}
          />
        )}
      </div>
      {data.indicators.map((indicator) => (
        <div key={indicator.id} className={classes.indicator}>
          <div className={classes.name}>{indicator.name}</div>
          {indicator.counted > 0 && <Share rules={indicator.rules} counts={indicator.counts} />}
          <div className={classes.rules}>
            {indicator.rules.map((rule, index) => (
              <IndicatorBadge key={index} rule={rule} count={indicator.counted > 0 ? indicator.counts.rules[index] : undefined} />
            ))}
          </div>
          {indicator.parts.length > 1 &&
            indicator.parts.map((part) => (
              <div key={`${part.kind} ${part.id}`} className={classes.part}>
                <span>{part.name}</span>
                <Share rules={indicator.rules} counts={part} />
              </div>
            ))}
          <div className={classes.note}>
            {t('indicators.counted_of', { counted: indicator.counted, versions: data.versions })}
            {indicator.outdated > 0 && ` · ${t('indicators.outdated', { count: indicator.outdated })}`}
          </div>
        </div>
      ))}
    </section>
  );
}

/** How rows are shared among the rules, as one bar. */
function Share({ rules, counts }: { rules: IndicatorRollup['rules']; counts: { rules: readonly number[]; none: number } }) {
  const { t } = useTranslation();
  const named = rules.map((rule, index) => ({
    tint: rule.tint as number | null,
    text: rule.text || t(`indicators.state_${rule.state}`),
    count: counts.rules[index] ?? 0,
  }));
  const parts = [...named, { tint: null, text: t('indicators.no_rule'), count: counts.none }].filter(({ count }) => count > 0);
  const all = parts
    .map(({ text, count }) => t('indicators.rows_of', { rule: text, rows: formatNumber(count, { decimals: 0 }) }))
    .join(', ');
  return (
    <div className={classes.share} role="img" aria-label={all}>
      {parts.map(({ tint, text, count }, index) => (
        <Tooltip key={index} label={t('indicators.rows_of', { rule: text, rows: formatNumber(count, { decimals: 0 }) })}>
          <i data-tint={tint ?? undefined} style={{ flexGrow: count }} />
        </Tooltip>
      ))}
    </div>
  );
}
