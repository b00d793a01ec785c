import type { EstimateRowDetails, EstimateRowOut } from '@gantry/contract';
import { COST_PARTS, type CostPart } from '@gantry/domain';
import { Button, Loader, Modal } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { amountOf, decimalShown, minorUnits } from './estimates.model.ts';
import { type EstimateHead, useRowDetails } from './estimates.queries.ts';
import sheet from './compare.module.css';
import classes from './estimates.module.css';

type Props = {
  spaceId: number;
  estimate: EstimateHead;
  /** Null: closed. */
  row: EstimateRowOut | null;
  onClose(): void;
};

/** What the file of an estimate states of a row: hours of labour, the formula of its quantity, its resources with their sums by kind. */
export function RowDetailsDialog({ row, ...props }: Props) {
  const { t } = useTranslation();
  const title = row && t('ui.named', { name: t('estimate.row_details'), text: `${row.number} ${row.name}`.trim() });
  return (
    <Modal opened={row !== null} onClose={props.onClose} title={title} size="min(1080px, 94vw)">
      {row && <Details {...props} row={row} />}
    </Modal>
  );
}

function Details({ spaceId, estimate, row }: Props & { row: EstimateRowOut }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRowDetails(spaceId, estimate, row.id);
  if (error)
    return (
      <div role="alert">
        <p>{refusalText(error, t)}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t('shell.try_again')}
        </Button>
      </div>
    );
  if (!data) return <Loader size="sm" role="status" aria-label={t('estimate.loading_row')} />;
  const { hours, formula, resources } = data;
  if (hours === null && formula === null && !resources.length) return <p>{t('estimate.no_row_details')}</p>;
  const facts = [
    [t('estimate.hours'), hours && decimalShown(hours)],
    [t('estimate.formula'), formula],
  ] as const;
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, text]) =>
          text ? (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{text}</bdi>
              </dd>
            </Fragment>
          ) : null,
        )}
      </dl>
      {'quantity' in row.stated && <p role="note">{t('estimate.details_of_file', { value: row.stated['quantity'] ?? '—' })}</p>}
      {resources.length > 0 && <Resources resources={resources} estimate={estimate} />}
    </>
  );
}

type Resource = EstimateRowDetails['resources'][number];
const LEVELS = ['base', 'current'] as const;

function Resources({ resources, estimate: { digits, currency, profile } }: { resources: Resource[]; estimate: EstimateHead }) {
  const { t } = useTranslation();
  const levels = LEVELS.filter((level) => resources.some(({ price, amount }) => price[level] !== null || amount[level] !== null));
  const groups = COST_PARTS.map((part) => ({ part, list: resources.filter((one) => one.part === part) })).filter(({ list }) => list.length);
  const sum = (list: Resource[], level: (typeof LEVELS)[number]): string =>
    list.some(({ amount }) => amount[level] !== null)
      ? amountOf(
          list.reduce((all, { amount }) => all + minorUnits(amount[level], digits), 0),
          digits,
        )
      : '';
  // By bases and indices the price of a machine has its driver's wages within it.
  const kind = (part: CostPart): string =>
    t(part === 'machinist' && profile === 'ru_bim' ? 'estimate.resource_within_machines' : `estimate.resource_${part}`);
  const money = (key: 'price' | 'amount', level: (typeof LEVELS)[number]): string =>
    [t(`estimate.resource_${key}_${level}`), currency].filter(Boolean).join(', ');
  return (
    <div className={sheet.sheet}>
      <table aria-label={t('estimate.resources')}>
        <thead>
          <tr>
            <th>{t('estimate.code')}</th>
            <th data-name>{t('ui.name')}</th>
            <th>{t('estimate.unit')}</th>
            <th data-number>{t('estimate.quantity')}</th>
            {levels.map((level) => (
              <Fragment key={level}>
                <th data-number>{money('price', level)}</th>
                <th data-number>{money('amount', level)}</th>
              </Fragment>
            ))}
          </tr>
        </thead>
        {groups.map(({ part, list }) => (
          <tbody key={part}>
            <tr className={classes.heading}>
              <th scope="rowgroup" colSpan={4}>
                {t('ui.named', { name: kind(part), text: formatCount(list.length) })}
              </th>
              {levels.map((level) => (
                <Fragment key={level}>
                  <td />
                  <td data-number>{sum(list, level)}</td>
                </Fragment>
              ))}
            </tr>
            {list.map((one, at) => (
              <tr key={at}>
                <td className={sheet.code} title={one.code}>
                  {one.code}
                </td>
                <td className={sheet.name}>
                  <bdi title={one.name}>{one.name}</bdi>
                </td>
                <td>{one.unit}</td>
                <td data-number>{decimalShown(one.quantity)}</td>
                {levels.map((level) => (
                  <Fragment key={level}>
                    <td data-number>{decimalShown(one.price[level] ?? '')}</td>
                    <td data-number>{decimalShown(one.amount[level] ?? '')}</td>
                  </Fragment>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
