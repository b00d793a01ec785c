import { type CalculationStatus, leftOutOf, validityOf } from '@gantry/domain';
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { ValidityBadge } from '../../structure/eps/validity-badge.tsx';
import classes from './timetable-badge.module.css';
import { groupIssues, type IssueGroup } from './timetable.model.ts';
import { saveSettings, useTimetable } from './timetable.queries.ts';

type Props = {
  versionId: number;
  mayCalculate: boolean;
  canCalculate: boolean;
  /** Whether the data date may be set here. */
  readOnly: boolean;
  selectedCount: number;
  onCalculateSelected(): void;
  onSettings(): void;
  onLeveling(): void;
  onOpen(itemId: number): void;
  nameOf(itemId: number): string;
};

/** The menu beside the button that calculates: data date, options, and the log of the last calculation. */
export function TimetableMenu({
  versionId,
  mayCalculate,
  canCalculate,
  readOnly,
  selectedCount,
  onCalculateSelected,
  onSettings,
  onLeveling,
  onOpen,
  nameOf,
}: Props) {
  const { t } = useTranslation();
  const { data } = useTimetable(versionId);
  const groups = groupIssues(data?.issues ?? []);
  const dataDate = data?.settings.data_date ?? null;
  return (
    <>
      <div className={classes.acts}>
        <Button size="compact-sm" variant="default" onClick={onSettings}>
          {t('timetable.settings')}
        </Button>
        {!readOnly && (
          <Button size="compact-sm" variant="default" disabled={!canCalculate} onClick={onLeveling}>
            {t('timetable.leveling_open')}
          </Button>
        )}
        {mayCalculate && (
          <Button size="compact-sm" variant="default" disabled={!canCalculate || selectedCount === 0} onClick={onCalculateSelected}>
            {t('timetable.calculate_selected', { count: selectedCount })}
          </Button>
        )}
      </div>
      {readOnly ? null : (
        <DateField
          withTime
          required
          inside
          size="xs"
          label={t('timetable.data_date')}
          value={dataDate}
          onChange={(date) => {
            if (date && date !== dataDate) void saveSettings(versionId, { data_date: date }).catch(() => undefined);
          }}
        />
      )}
      <dl className={classes.log}>
        {readOnly && (
          <>
            <dt>{t('timetable.data_date')}</dt>
            <dd>{formatLocal(dataDate)}</dd>
          </>
        )}
        <dt>{t('timetable.validity')}</dt>
        <dd>{data && <ValidityBadge version={calculatedOf(data)} />}</dd>
        <dt>{t('timetable.finish')}</dt>
        <dd>{formatLocal(data?.finish)}</dd>
        <dt>{t('timetable.critical_count')}</dt>
        <dd>{formatCount(data?.critical_count)}</dd>
        <dt>{t('timetable.calculated_at')}</dt>
        <dd>{formatInstant(data?.calculated_at) || t('timetable.never')}</dd>
      </dl>
      <ul className={classes.issues} aria-label={t('timetable.log')}>
        {groups.map((group) => (
          <IssueLines key={group.code} group={group} onOpen={onOpen} nameOf={nameOf} />
        ))}
        {!groups.length && <li>{t('timetable.no_issues')}</li>}
      </ul>
    </>
  );
}

/** What lists show of the calculation. */
function calculatedOf({ status, issues }: { status: CalculationStatus; issues: readonly { code: string }[] }) {
  const remarks = issues.map(({ code }) => code);
  return { calculation_status: status, validity: validityOf(status, remarks), left_out: leftOutOf(remarks) };
}

const SHOWN_LINES = 100;
/** A kind with no more rows than this stands open. */
const FEW = 5;

/** The remarks of one kind under their count; a click on one goes to its row. */
function IssueLines({ group, onOpen, nameOf }: { group: IssueGroup } & Pick<Props, 'onOpen' | 'nameOf'>) {
  const { t } = useTranslation();
  const { code, lines, count } = group;
  const [opened, setOpened] = useState(lines.length <= FEW);
  const shown = lines.slice(0, SHOWN_LINES);
  return (
    <li>
      <UnstyledButton className={classes.kind} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <span>{t(code)}</span>
        <span>{formatCount(count)}</span>
      </UnstyledButton>
      {opened && (
        <ul>
          {shown.map((items, index) => (
            <li key={index}>
              <UnstyledButton disabled={!items.length} onClick={() => onOpen(items[0])}>
                {items.map(nameOf).join(' → ')}
              </UnstyledButton>
            </li>
          ))}
          {count > shown.length && <li>{t('timetable.more_issues', { count: count - shown.length })}</li>}
        </ul>
      )}
    </li>
  );
}
