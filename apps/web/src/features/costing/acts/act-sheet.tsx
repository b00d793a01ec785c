import type { WorkActLine } from '@gantry/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import type { OpenAct } from './acts.queries.ts';
import classes from './acts.module.css';

const ROW_HEIGHT = 28;

/** The lines of an act: the whole row, before this act, in it. */
export function ActSheet({ act }: { act: OpenAct }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: act.lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  const items = list.getVirtualItems();
  const money = (text: string): string => formatNumber(Number(text), { decimals: act.digits });
  const above = items[0]?.start ?? 0;
  const below = list.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={classes.sheet} tabIndex={0} role="region" aria-label={t('act.lines')}>
      <table className={classes.lines} aria-rowcount={act.lines.length}>
        <thead>
          <tr>
            {['number', 'code', 'name', 'unit', 'whole_quantity', 'whole_amount', 'before_amount', 'now_quantity', 'now_amount'].map(
              (head, at) => (
                <th key={head} scope="col" data-number={at > 3 || undefined}>
                  {t(head === 'name' ? 'act.head_name' : `act.${head}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} aria-hidden="true" />}
          {items.map(({ index }) => (
            <Line key={index} line={act.lines[index]} money={money} />
          ))}
          {below > 0 && <tr style={{ height: below }} aria-hidden="true" />}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line, money }: { line: WorkActLine; money(text: string): string }) {
  const { t } = useTranslation();
  const { row_id, number, code, name, unit, whole, before, now, lost } = line;
  const back = now.amount.startsWith('-') || now.quantity.startsWith('-');
  // A limited cost is a percentage: it has no quantity.
  const quantity = (text: string): string =>
    row_id === 0 ? '' : formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 });
  return (
    <tr data-back={back || undefined}>
      <td>{number}</td>
      <td className={classes.code} title={code}>
        {code}
      </td>
      <td className={classes.name} title={name}>
        {name}
        {lost && <span className={classes.lost}> {t('act.lost')}</span>}
      </td>
      <td>{unit}</td>
      <td data-number>{quantity(whole.quantity)}</td>
      <td data-number>{money(whole.amount)}</td>
      <td data-number>{money(before.amount)}</td>
      <td data-number>{quantity(now.quantity)}</td>
      <td data-number>{money(now.amount)}</td>
    </tr>
  );
}
