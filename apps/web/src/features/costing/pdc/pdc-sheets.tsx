import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLocal, formatPeriod } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import type { OpenPdc, PdcCompared } from './pdc.queries.ts';
import classes from './pdc.module.css';

/** Lines are shown up to here: a contract is read by its sums, and its rows are those of the estimate. */
const SHOWN = 500;
const money = (text: string | null): string =>
  text === null ? '–' : formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 });

/** The rows of a contract: what they are estimated at and what they cost by it. */
export function PdcLines({ pdc }: { pdc: OpenPdc }) {
  const { t } = useTranslation();
  const heads = ['number', 'code', 'row_name', 'unit', 'quantity', 'estimated', 'amount'].map((head) => t(`pdc.${head}`));
  return (
    <RecordTable label={t('pdc.lines')} heads={heads} numbers={[4, 5, 6]}>
      {pdc.lines.slice(0, SHOWN).map(({ row_id, number, code, name, unit, quantity, estimated, amount }) => (
        <tr key={row_id}>
          <td data-tight>{number}</td>
          <td className={classes.code} title={code}>
            {code}
          </td>
          <td className={classes.name} title={name}>
            {name}
          </td>
          <td>{unit}</td>
          <td className={classes.number}>{money(quantity || null)}</td>
          <td className={classes.number}>{money(estimated)}</td>
          <td className={classes.number}>{money(amount)}</td>
        </tr>
      ))}
    </RecordTable>
  );
}

/** Offers side by side; the lowest of a row is bold. */
export function PdcOffers({ compared, onAward }: { compared: PdcCompared; onAward: ((estimateId: number) => void) | null }) {
  const { t } = useTranslation();
  const heads = [
    t('pdc.number'),
    t('pdc.row_name'),
    t('pdc.estimated'),
    ...compared.offers.map(({ name }) => name),
    t('pdc.median'),
    t('pdc.spread'),
  ];
  return (
    <RecordTable label={t('pdc.offers')} heads={heads} numbers={heads.map((_head, at) => at).slice(2)}>
      <tr className={classes.totals}>
        <td />
        <td>{t('pdc.total')}</td>
        <td />
        {compared.offers.map(({ estimate_id, name, total, not_offered }) => (
          <td key={estimate_id} className={classes.number}>
            {money(total)}
            {not_offered > 0 && <small>{t('pdc.not_offered', { count: not_offered })}</small>}
            {onAward && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('ui.named', { name: t('pdc.award'), text: name })}
                onClick={() => onAward(estimate_id)}
              >
                {t('pdc.award')}
              </Button>
            )}
          </td>
        ))}
        <td />
        <td />
      </tr>
      {compared.rows.slice(0, SHOWN).map(({ row_id, number, name, estimated, offers, lowest, median, spread }) => (
        <tr key={row_id}>
          <td data-tight>{number}</td>
          <td className={classes.name} title={name}>
            {name}
          </td>
          <td className={classes.number}>{money(estimated)}</td>
          {offers.map((offer, at) => (
            <td key={compared.offers[at].estimate_id} className={classes.number} data-lowest={offer !== null && offer === lowest}>
              {money(offer)}
            </td>
          ))}
          <td className={classes.number}>{money(median)}</td>
          <td className={classes.number}>{spread === null ? '–' : formatNumber(spread, { decimals: 1 })}</td>
        </tr>
      ))}
    </RecordTable>
  );
}

/** Issued acts by a contract with what is to be paid of each. */
export function PdcBills({ pdc }: { pdc: OpenPdc }) {
  const { t } = useTranslation();
  const heads = ['act', 'due', 'total', 'vat', 'advance_amount', 'retention_amount', 'payable'].map((head) => t(`pdc.${head}`));
  return (
    <RecordTable label={t('pdc.bills')} heads={heads} numbers={[2, 3, 4, 5, 6]}>
      {pdc.bills.map(({ act_id, number, due, total, vat, advance, retention, payable }) => (
        <tr key={act_id}>
          <td>{number}</td>
          <td>{formatLocal(`${due}T00:00`)}</td>
          {[total, vat, advance, retention, payable].map((amount, at) => (
            <td key={at} className={classes.number}>
              {money(amount)}
            </td>
          ))}
        </tr>
      ))}
    </RecordTable>
  );
}

/** What is billed and paid by months, and in all up to each. */
export function PdcFlow({ pdc }: { pdc: OpenPdc }) {
  const { t, i18n } = useTranslation();
  const planned = ['planned', 'planned_paid', 'planned_in_all', 'planned_paid_in_all'];
  const heads = ['month', 'billed', 'paid', 'billed_in_all', 'paid_in_all', ...(pdc.planned ? planned : [])].map((head) =>
    t(`pdc.${head}`),
  );
  return (
    <>
      <RecordTable label={t('pdc.flow')} heads={heads} numbers={heads.map((_head, at) => at).slice(1)}>
        {pdc.flow.map((one) => (
          <tr key={one.month}>
            <td>{formatPeriod(`${one.month}-01`, 'month', i18n)}</td>
            {[
              one.billed,
              one.paid,
              one.billed_in_all,
              one.paid_in_all,
              ...(pdc.planned ? [one.planned, one.planned_paid, one.planned_in_all, one.planned_paid_in_all] : []),
            ].map((amount, at) => (
              // prettier-ignore
              <td key={at} className={classes.number}>
                {money(amount)}
              </td>
            ))}
          </tr>
        ))}
      </RecordTable>
      <p className={classes.quiet}>
        {t('pdc.flow_open', { advance: money(pdc.advance_open), kept: money(pdc.kept_back), currency: pdc.currency })}{' '}
        {pdc.planned && Number(pdc.planned.open) !== 0 && t('pdc.plan_open', { amount: money(pdc.planned.open), currency: pdc.currency })}
        {pdc.planned &&
          Number(pdc.planned.deflated) !== 0 &&
          t('pdc.plan_deflated', { amount: money(pdc.planned.deflated), currency: pdc.currency })}
      </p>
    </>
  );
}
