import { CALCULATION_STATUS } from '@gantry/domain';
import { Button, Popover, UnstyledButton } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { useTimetable } from './timetable.queries.ts';
import classes from './timetable-badge.module.css';

type Props = {
  versionId: number;
  /** Whether the person may at all; who may not sees how it stands alone. */
  mayCalculate: boolean;
  canCalculate: boolean;
  busy: boolean;
  selectedCount: number;
  onCalculate(): void;
  onCalculateSelected(): void;
  onSettings(): void;
  onOpen(itemId: number): void;
  nameOf(itemId: number): string;
};

const STATUS_KEY = {
  [CALCULATION_STATUS.notCalculated]: 'not_calculated',
  [CALCULATION_STATUS.calculated]: 'calculated',
  [CALCULATION_STATUS.calculating]: 'calculating',
} as const;
const SHOWN_ISSUES = 100;
/** Issues whose rows belong together, one after the other. */
const CHAINS = new Set(['timetable.ring', 'timetable.out_of_sequence']);

/** Calculation status of a version with its log, and the button that calculates. */
export function TimetableBadge({
  versionId,
  mayCalculate,
  canCalculate,
  busy,
  selectedCount,
  onCalculate,
  onCalculateSelected,
  onSettings,
  onOpen,
  nameOf,
}: Props) {
  const { t } = useTranslation();
  const { data } = useTimetable(versionId);
  const [opened, setOpened] = useState(false);
  const close = (then: () => void): void => {
    setOpened(false);
    then();
  };
  const status = data?.status ?? CALCULATION_STATUS.notCalculated;
  const running = busy || status === CALCULATION_STATUS.calculating;
  const issues = (data?.issues ?? []).flatMap((issue) =>
    issue.items.length && !CHAINS.has(issue.code) ? issue.items.map((id) => ({ code: issue.code, items: [id] })) : [issue],
  );
  return (
    <div className={classes.badge}>
      <Popover width={360} position="bottom-end" withinPortal trapFocus opened={opened} onChange={setOpened}>
        <Popover.Target>
          <UnstyledButton
            className={classes.state}
            onClick={() => setOpened(!opened)}
            data-stale={status === CALCULATION_STATUS.notCalculated || undefined}
          >
            {t(`timetable.${running ? 'calculating' : STATUS_KEY[status]}`)}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={classes.acts}>
            <Button size="compact-sm" variant="default" onClick={() => close(onSettings)}>
              {t('timetable.settings')}
            </Button>
            {mayCalculate && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={!canCalculate || running || selectedCount === 0}
                onClick={() => close(onCalculateSelected)}
              >
                {t('timetable.calculate_selected', { count: selectedCount })}
              </Button>
            )}
          </div>
          <dl className={classes.log}>
            <dt>{t('timetable.data_date')}</dt>
            <dd>{formatLocal(data?.data_date)}</dd>
            <dt>{t('timetable.finish')}</dt>
            <dd>{formatLocal(data?.finish)}</dd>
            <dt>{t('timetable.critical_count')}</dt>
            <dd>{formatCount(data?.critical_count)}</dd>
            <dt>{t('timetable.calculated_at')}</dt>
            <dd>{formatInstant(data?.calculated_at) || t('timetable.never')}</dd>
          </dl>
          <ul className={classes.issues} aria-label={t('timetable.log')}>
            {issues.slice(0, SHOWN_ISSUES).map(({ code, items }, index) => (
              <li key={index}>
                <UnstyledButton onClick={() => items[0] !== undefined && onOpen(items[0])}>
                  {t(code)}: {items.map(nameOf).join(' → ')}
                </UnstyledButton>
              </li>
            ))}
            {!issues.length && <li>{t('timetable.no_issues')}</li>}
            {issues.length > SHOWN_ISSUES && <li>{t('timetable.more_issues', { count: issues.length - SHOWN_ISSUES })}</li>}
          </ul>
        </Popover.Dropdown>
      </Popover>
      {mayCalculate && (
        <Button
          size="compact-sm"
          leftSection={<IconCalculator size={16} stroke={1.5} />}
          loading={running}
          disabled={!canCalculate}
          onClick={onCalculate}
          title="F9"
        >
          {t('timetable.calculate')}
        </Button>
      )}
    </div>
  );
}
