import type { ReplacementLine } from '@gantry/contract';
import { Table, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber, moneyTitle } from '../../../lib/numbers.ts';
import { reasonText } from '../../../ui/text/refusal-text.ts';
import type { ReplacementPreview } from './replacements.queries.ts';
import classes from './replacements-dialog.module.css';

type Props = {
  preview: ReplacementPreview;
  minutesPerDay: number;
  onOpen(itemId: number): void;
};

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 })}`;

/** What a rule would change: in sums, and row by row before and after. */
export function ReplacementResult({ preview, minutesPerDay, onOpen }: Props) {
  const { t } = useTranslation();
  const { total, rows, hours, cost, refused, notes, ignored } = preview;
  const days = (minutes: number): string => formatNumber(minutes / minutesPerDay, { decimals: 1 });
  const pair = (before: number, after: number, of: (value: number) => string): string =>
    before === after ? of(before) : `${of(before)} → ${of(after)}`;
  const plain = (value: number): string => formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 2 });
  const texts = ({ before, after }: ReplacementLine): string => `${before || '–'} → ${after || '–'}`;
  return (
    <>
      <dl className={classes.sums} aria-live="polite">
        <div>
          <dt>{t('replacement.works')}</dt>
          <dd>{formatCount(total)}</dd>
        </div>
        <div>
          <dt>{t('replacement.hours')}</dt>
          <dd>{signed(hours)}</dd>
        </div>
        {cost !== null && (
          <div>
            <dt>{moneyTitle(t('replacement.cost'))}</dt>
            <dd>{signed(cost)}</dd>
          </div>
        )}
      </dl>
      {notes.map(({ code, parameters }) => (
        <p key={code} className={classes.note}>
          {t(code, parameters)}
        </p>
      ))}
      {ignored.length > 0 && <p className={classes.note}>{t('filter.ignored', { count: ignored.length })}</p>}
      {refused.length > 0 && (
        <p className={classes.note}>
          {t('replacement.refused', {
            count: refused.length,
            name: refused[0].name,
            reason: reasonText(refused[0], t),
          })}
        </p>
      )}
      {total === 0 ? (
        <p>{t('replacement.nothing')}</p>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('replacement.preview')}>
          <Table verticalSpacing={4} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('replacement.row')}</Table.Th>
                <Table.Th>{t('replacement.change')}</Table.Th>
                <Table.Th className={classes.number}>{t('replacement.left_days')}</Table.Th>
                <Table.Th className={classes.number}>{t('replacement.hours_of_row')}</Table.Th>
                {cost !== null && <Table.Th className={classes.number}>{moneyTitle(t('replacement.cost_of_row'))}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((line) => (
                <Table.Tr key={line.row_id}>
                  <Table.Td>
                    <UnstyledButton className={classes.row} onClick={() => onOpen(line.row_id)}>
                      {`${line.code} ${line.name}`.trim()}
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td>{texts(line)}</Table.Td>
                  <Table.Td className={classes.number}>{pair(line.remaining_before, line.remaining_after, days)}</Table.Td>
                  <Table.Td className={classes.number}>{pair(line.hours_before, line.hours_after, plain)}</Table.Td>
                  {line.cost_before !== null && line.cost_after !== null && (
                    <Table.Td className={classes.number}>{pair(line.cost_before, line.cost_after, plain)}</Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {total > rows.length && <p>{t('replacement.more', { shown: rows.length, total })}</p>}
        </div>
      )}
    </>
  );
}
