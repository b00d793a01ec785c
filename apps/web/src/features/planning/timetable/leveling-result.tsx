import type { LevelingPreview } from '@gantry/contract';
import { Table, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DATE_TIME_FORMAT, formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import classes from './leveling-dialog.module.css';

const MOST_SHOWN = 200;
const MOST_NAMES = 3;
const MINUTES_PER_HOUR = 60;
type Moved = LevelingPreview['moved'][number];

type Props = {
  preview: LevelingPreview;
  nameOf(itemId: number): string;
  resourceOf(id: number): string;
  onOpen(itemId: number): void;
};

/** What a leveling would do, in sums and row by row, each with what it waits for. */
export function LevelingResult({ preview, nameOf, resourceOf, onOpen }: Props) {
  const { t } = useTranslation();
  const time = (date: string | null) => formatLocal(date, DATE_TIME_FORMAT);
  const names = (ids: number[]) =>
    ids
      .slice(0, MOST_NAMES)
      .map((id) => t('edits.quoted', { text: nameOf(id) }))
      .join(', ') + (ids.length > MOST_NAMES ? ` +${formatCount(ids.length - MOST_NAMES)}` : '');
  const reason = ({ cause: { kind, resource_id, item_ids, until } }: Moved): string =>
    kind === 'relation'
      ? t('timetable.leveling_waits', { names: names(item_ids) })
      : t(item_ids.length ? `why.leveled_${kind}` : 'why.leveled_less', {
          resource: resourceOf(resource_id ?? 0),
          names: names(item_ids),
          until: time(until),
        });
  return (
    <>
      <dl className={classes.sums}>
        <dt>{t('timetable.finish')}</dt>
        <dd>
          {time(preview.finish_before)} → {time(preview.finish_after)}
        </dd>
        <dt>{t('timetable.leveling_moved')}</dt>
        <dd>{formatCount(preview.moved_count)}</dd>
        <dt>{t('timetable.leveling_over')}</dt>
        <dd>
          {formatCount(preview.over_before)} → {formatCount(preview.over_after)}
        </dd>
      </dl>
      {preview.oversized.length > 0 && <p>{t('timetable.leveling_oversized', { names: names(preview.oversized) })}</p>}
      {preview.moved.length === 0 ? (
        preview.over_after === 0 && <p>{t('timetable.leveling_nothing')}</p>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('timetable.leveling_moved')}>
          <Table verticalSpacing={4} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('timetable.leveling_row')}</Table.Th>
                <Table.Th>{t('timetable.leveling_from')}</Table.Th>
                <Table.Th>{t('timetable.leveling_to')}</Table.Th>
                <Table.Th>{t('timetable.leveling_delay')}</Table.Th>
                <Table.Th>{t('timetable.leveling_reason')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {preview.moved.slice(0, MOST_SHOWN).map((row) => (
                <Table.Tr key={row.item_id}>
                  <Table.Td>
                    <UnstyledButton className={classes.row} onClick={() => onOpen(row.item_id)}>
                      {nameOf(row.item_id)}
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td className={classes.date}>{time(row.from)}</Table.Td>
                  <Table.Td className={classes.date}>{time(row.to)}</Table.Td>
                  <Table.Td className={classes.date}>
                    {t('timetable.result_hours', { hours: formatNumber(row.minutes / MINUTES_PER_HOUR, { decimals: 1 }) })}
                  </Table.Td>
                  <Table.Td>{reason(row)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {preview.moved_count > MOST_SHOWN && <p>{t('timetable.more_issues', { count: preview.moved_count - MOST_SHOWN })}</p>}
        </div>
      )}
    </>
  );
}
