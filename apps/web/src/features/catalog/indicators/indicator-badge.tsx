import type { IndicatorRule } from '@gantry/domain';
import { useTranslation } from 'react-i18next';
import classes from './indicator-badge.module.css';

/** A rule of an indicator as rows show it: its colour and its text. */
export function IndicatorBadge({ rule, count }: { rule: IndicatorRule; count?: number | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={classes.badge}>
      <i data-tint={rule.tint} />
      {rule.text || t(`indicators.state_${rule.state}`)}
      {count !== undefined && <b>{count}</b>}
    </span>
  );
}
