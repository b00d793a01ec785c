import { type ComparedEstimateRow, ESTIMATE_CHANGES, type EstimateChange } from '@gantry/contract';
import { Button, Checkbox, Group, Loader, Modal } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { amountOf, decimalShown, minorUnits } from './estimates.model.ts';
import { type Compared, type ComparedState, type EstimateHead, useCompared } from './estimates.queries.ts';
import classes from './compare.module.css';

export type ComparedStates = { from: ComparedState; to: ComparedState };

type Props = {
  spaceId: number;
  estimate: EstimateHead;
  /** Null: closed. */
  states: ComparedStates | null;
  mayEdit: boolean;
  onDecide(decision: 'accept' | 'reject', apart: number[]): Promise<void>;
  onClose(): void;
};

/** Two states of an estimate row by row; of the file that waits, it is decided here too. */
export function CompareDialog(props: Props) {
  const { t } = useTranslation();
  const { states, estimate, onClose } = props;
  const nameOf = (state: ComparedState): string =>
    typeof state === 'number' ? t('estimate.edition_no', { edition: state }) : t(`estimate.state_${state}`);
  const title =
    states && t('estimate.compared', { name: estimate.number || estimate.name, from: nameOf(states.from), to: nameOf(states.to) });
  return (
    <Modal opened={states !== null} onClose={onClose} title={title} size="min(1180px, 94vw)">
      {states && <ComparedRows {...props} states={states} />}
    </Modal>
  );
}

function ComparedRows({ spaceId, estimate, states, mayEdit, onDecide }: Props & { states: ComparedStates }) {
  const { t } = useTranslation();
  const [change, setChange] = useState<EstimateChange | null>(null);
  const [apart, setApart] = useState<ReadonlySet<number>>(new Set());
  const { data, error } = useCompared(spaceId, estimate.id, { ...states, ...(change ? { change } : {}) });
  if (error) return <p role="alert">{refusalText(error, t)}</p>;
  if (!data) return <Loader size="sm" role="status" aria-label={t('estimate.loading')} />;
  const decides = states.to === 'proposal' && mayEdit;
  const toggle = (id: number): void => {
    const next = new Set(apart);
    if (!next.delete(id)) next.add(id);
    setApart(next);
  };
  const money = (text: string): string => amountOf(minorUnits(text, data.digits), data.digits);
  const all = ESTIMATE_CHANGES.filter((one) => one !== 'kept').reduce((sum, one) => sum + data.counts[one], 0);
  return (
    <>
      <div className={classes.head}>
        <div role="group" aria-label={t('estimate.compare_filter')} className={classes.filters}>
          <Button
            size="compact-xs"
            variant={change === null ? 'filled' : 'default'}
            aria-pressed={change === null}
            onClick={() => setChange(null)}
          >
            {t('ui.named', { name: t('estimate.all_changes'), text: formatCount(all) })}
          </Button>
          {ESTIMATE_CHANGES.filter((one) => data.counts[one] > 0).map((one) => (
            <Button
              key={one}
              size="compact-xs"
              variant={change === one ? 'filled' : 'default'}
              aria-pressed={change === one}
              onClick={() => setChange(one)}
            >
              {t('ui.named', { name: t(`estimate.change_${one}`), text: formatCount(data.counts[one]) })}
            </Button>
          ))}
        </div>
        <p className={classes.total}>
          {t('ui.named', { name: t('estimate.total'), text: '' })} {money(data.total.before)} → <b>{money(data.total.after)}</b>{' '}
          {data.currency}
        </p>
      </div>
      {data.rows.length === 0 ? (
        <p>{t('estimate.nothing_differs')}</p>
      ) : (
        <Sheet data={data} money={money} apart={apart} onApart={decides ? toggle : null} />
      )}
      {data.next !== null && <p className={classes.quiet}>{t('estimate.more_rows_differ', { shown: formatCount(data.rows.length) })}</p>}
      {data.versions.length > 0 && (
        <ul className={classes.versions}>
          {data.versions.map(({ version_id, name, rows, lost, amount }) => (
            <li key={version_id}>
              <b>{name}</b>{' '}
              {t('estimate.version_money', {
                count: rows,
                before: money(amount.before),
                after: money(amount.after),
                currency: data.currency,
              })}
              {lost > 0 && <span className={classes.lost}> {t('cost_link.lost', { count: lost })}</span>}
            </li>
          ))}
        </ul>
      )}
      {decides && (
        <Group gap={6} mt={10} justify="flex-end">
          <Button variant="default" onClick={() => void onDecide('reject', [])}>
            {t('estimate.reject')}
          </Button>
          <Button disabled={estimate.proposal?.stale !== false} onClick={() => void onDecide('accept', [...apart])}>
            {t('estimate.accept')}
          </Button>
        </Group>
      )}
    </>
  );
}

const ROW_HEIGHT = 30;
/** With the name before and after, one below the other. */
const RENAMED_HEIGHT = 46;
/** Rows that continue others by what they are alike in, which a person may see otherwise. */
const isPaired = ({ change }: ComparedEstimateRow): boolean => change === 'doubtful' || change === 'changed';

const isRenamed = ({ name: { before, after } }: ComparedEstimateRow): boolean => before !== null && after !== null && before !== after;

type SheetProps = { data: Compared; money(text: string): string; apart: ReadonlySet<number>; onApart: ((id: number) => void) | null };

function Sheet({ data, money, apart, onApart }: SheetProps) {
  const { t } = useTranslation();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const list = useVirtualizer({
    count: data.rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (isRenamed(data.rows[index]) ? RENAMED_HEIGHT : ROW_HEIGHT),
    overscan: 20,
  });
  const items = list.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = list.getTotalSize() - (items.at(-1)?.end ?? 0);
  const heads = ['change', 'number', 'code', 'row_name', 'quantity', 'before', 'after', 'difference', ...(onApart ? ['apart'] : [])];
  return (
    <div ref={setScroller} className={classes.sheet} tabIndex={0} role="region" aria-label={t('estimate.compared_rows')}>
      <table aria-rowcount={data.rows.length}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                data-name={head === 'row_name' || undefined}
                data-number={['quantity', 'before', 'after', 'difference'].includes(head) || undefined}
              >
                {t(`estimate.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} aria-hidden="true" />}
          {items.map(({ index }) => {
            const row = data.rows[index];
            return (
              <tr key={row.row_id} data-change={row.change} data-renamed={isRenamed(row) || undefined}>
                <td>
                  <span className={classes.change}>{t(`estimate.row_change_${row.change}`)}</span>
                </td>
                <td>{row.number}</td>
                <td className={classes.code} title={row.code}>
                  {row.code}
                </td>
                <td className={classes.name}>
                  <Changed {...row.name} />
                </td>
                <td data-number>
                  <Changed before={quantity(row.quantity.before)} after={quantity(row.quantity.after)} /> {row.unit}
                </td>
                <td data-number>{row.amount.before === null ? '–' : money(row.amount.before)}</td>
                <td data-number>{row.amount.after === null ? '–' : money(row.amount.after)}</td>
                <td data-number data-less={row.difference.startsWith('-') || undefined}>
                  {money(row.difference)}
                </td>
                {onApart && (
                  <td>
                    {isPaired(row) && (
                      <Checkbox
                        size="xs"
                        checked={apart.has(row.row_id)}
                        aria-label={t('estimate.is_another', { name: row.name.after ?? '' })}
                        onChange={() => onApart(row.row_id)}
                      />
                    )}
                  </td>
                )}
              </tr>
            );
          })}
          {below > 0 && <tr style={{ height: below }} aria-hidden="true" />}
        </tbody>
      </table>
    </div>
  );
}

/** A text, with what it was before where it was another one. */
const quantity = (text: string | null): string | null => text && decimalShown(text);

function Changed({ before, after }: { before: string | null; after: string | null }) {
  if (before === null || after === null || before === after) return <bdi title={after ?? before ?? ''}>{after ?? before}</bdi>;
  return (
    <span title={`${before} → ${after}`}>
      <del>{before}</del> <bdi>{after}</bdi>
    </span>
  );
}
