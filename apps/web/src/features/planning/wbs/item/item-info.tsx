import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_TIME_FORMAT, formatLocal } from '../../../../lib/dates.ts';
import { formatNumber } from '../../../../lib/numbers.ts';
import { useItem } from '../wbs.queries.ts';
import { SectionTitle } from '../../../../ui/text/text.tsx';
import classes from './item-info.module.css';

const DATES = ['early_start', 'early_finish', 'late_start', 'late_finish'] as const;
const FLOATS = ['total_float_minutes', 'free_float_minutes'] as const;

type Values = Record<string, unknown>;
const dateOf = (row: Values | null | undefined, name: string): string =>
  formatLocal((row?.[name] as string | null) ?? null, DATE_TIME_FORMAT);

/** What is known of a row: its fields, attributes, and our dates beside those of the file it came from. */
export function ItemInfo({
  versionId,
  itemId,
  revision,
  minutesPerDay,
  calendarName,
  dates,
  onWhy,
}: {
  versionId: number;
  itemId: number;
  revision: number;
  minutesPerDay: number;
  calendarName: string;
  /** What can be set of a task. */
  dates: ReactNode;
  /** Opens the chain of what sets the start. */
  onWhy(): void;
}) {
  const { t } = useTranslation();
  const { data } = useItem(versionId, itemId, revision);
  if (!data) return null;
  const { item, attributes, imported } = data as { item: Values; attributes: { name: string; value: unknown }[]; imported: Values | null };
  const days = (value: unknown) =>
    typeof value === 'number' ? formatNumber(value / minutesPerDay, { decimals: value % minutesPerDay ? 2 : 0 }) : '';
  const summary = item['type'] === 'sum';
  const facts: [string, string][] = [
    ['column.code', String(item['code'])],
    ['column.name', String(item['name'])],
    ['column.type', t(`item_type.${String(item['type'])}`)],
    ['column.status', summary ? '' : t(`status.${String(item['status'])}`)],
    ['column.calendar', summary ? calendarName : ''],
    ['column.durationMinutes', summary ? '' : days(item['duration_minutes'])],
    ['column.start', dateOf(item, 'start')],
    ['column.finish', dateOf(item, 'finish')],
    ['column.actualStart', summary ? dateOf(item, 'actual_start') : ''],
    ['column.actualFinish', summary ? dateOf(item, 'actual_finish') : ''],
    ['column.progress', `${Math.round(Number(item['progress']) * 100)} %`],
  ];
  return (
    <div className={classes.panel}>
      <dl className={classes.list}>
        {facts
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <Fact key={key} name={t(key)} value={value} />
          ))}
      </dl>
      {!summary && dates}
      <SectionTitle order={3} size="panel">
        {t('wbs.dates')}
      </SectionTitle>
      <table className={classes.table}>
        <thead>
          <tr>
            <th />
            <th>{t('wbs.ours')}</th>
            {imported && <th>{t('wbs.of_file')}</th>}
          </tr>
        </thead>
        <tbody>
          {[
            ...DATES.map((name) => ({ name, write: dateOf })),
            ...FLOATS.map((name) => ({ name, write: (row: Values | null, key: string) => days(row?.[key]) })),
          ].map(({ name, write }) => {
            const [ours, theirs] = [write(item, name), write(imported, name)];
            return (
              <tr key={name}>
                <td>{t(`wbs.${name}`)}</td>
                <td>{ours || '–'}</td>
                {imported && <td className={ours && theirs && ours !== theirs ? classes.differs : ''}>{theirs || '–'}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {!summary && (
        <Button size="compact-xs" variant="default" mt={8} onClick={onWhy}>
          {t('why.title')}
        </Button>
      )}
      {attributes.length > 0 && (
        <>
          <SectionTitle order={3} size="panel">
            {t('wbs.attributes')}
          </SectionTitle>
          <dl className={classes.list}>
            {attributes.map(({ name, value }, index) => (
              <Fact key={index} name={name} value={attributeText(value)} />
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

const attributeText = (value: unknown): string =>
  typeof value === 'number' ? formatNumber(value) : typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
