import { Anchor, Loader } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type LoadCell, type LoadedResource, sumOf } from '../../features/planning/resources/resources.load.model.ts';
import { type LoadMeasure, useLoadWorks } from '../../features/planning/resources/resources.load.queries.ts';
import { formatLocal } from '../../lib/dates.ts';
import { moneyTitle } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { LoadBars } from './load-bars.tsx';
import classes from './load-details.module.css';

type Props = {
  spaceId: number;
  nodeId: number | null;
  resource: LoadedResource;
  starts: readonly string[];
  cell: LoadCell;
  measure: LoadMeasure;
  /** The works of which alone are counted. */
  judged: { filter_indicator?: number };
  amount(value: number): string;
  named(first: string): string;
  onCell(cell: LoadCell): void;
  onClose(): void;
};

/** The selected resource: its load as bars under its limit, and the works that take it. */
export function LoadDetails({ spaceId, nodeId, resource, starts, cell, measure, judged, amount, named, onCell, onClose }: Props) {
  const { t } = useTranslation();
  const at = cell.at === null ? null : Math.min(cell.at, starts.length - 2);
  const from = starts[at ?? 0];
  const to = starts[at === null ? starts.length - 1 : at + 1];
  const { data, error, isFetching } = useLoadWorks(spaceId, nodeId, { key: resource.key, measure, from, to, ...judged });
  const { code, name, unit, values, capacity, over_days } = resource;
  const of = (list: readonly number[]): number => (at === null ? sumOf(list) : list[at]);
  const when = at === null ? t('resource.whole_window') : named(from);
  const head = measure === 'cost' ? moneyTitle(t('resource.measure_cost')) : `${t('resource.amount')}${unit ? `, ${unit}` : ''}`;
  return (
    <section className={classes.details} aria-label={`${code} ${name}`}>
      <header className={classes.head}>
        <h2>
          {code} {name}
        </h2>
        <span>
          {t('ui.named', { name: when, text: amount(of(values)) || '0' })}
          {capacity && ` ${t('resource.of_most', { limit: amount(of(capacity)) || '0' })}`}
        </span>
        {of(over_days) > 0 && <span className={classes.over}>{t('resource.days_over', { count: of(over_days) })}</span>}
        {isFetching && <Loader size={14} role="status" aria-label={t('resource.loading')} />}
        <IconButton icon={IconX} label={t('ui.close')} className={classes.close} onClick={onClose} />
      </header>
      <div className={classes.parts}>
        <LoadBars
          resource={resource}
          starts={starts}
          at={at}
          amount={amount}
          named={named}
          onPick={(index) => onCell({ key: resource.key, at: index })}
        />
        <div className={classes.works}>
          {error ? (
            <p>{refusalText(error, t)}</p>
          ) : data && !data.works.length ? (
            <p>{t('resource.no_works')}</p>
          ) : (
            data && (
              <>
                <RecordTable
                  label={t('resource.works')}
                  heads={[
                    t('resource.work'),
                    t('resource.schedule'),
                    t('resource.start'),
                    t('resource.finish'),
                    t('resource.progress'),
                    head,
                  ]}
                >
                  {data.works.map((work) => {
                    const address: string = `/${spaceId}/schedule/${work.version_id}?target=${work.item_id}`;
                    return (
                      <tr key={`${work.version_id} ${work.item_id}`}>
                        <td>
                          <Anchor component={Link} to={address} inherit className={classes.cut} title={`${work.code} ${work.name}`}>
                            {work.code} {work.name}
                          </Anchor>
                        </td>
                        <td data-quiet>
                          <span className={classes.cut} title={work.schedule}>
                            {work.schedule}
                          </span>
                        </td>
                        <td data-tight>{formatLocal(work.start)}</td>
                        <td data-tight>{formatLocal(work.finish)}</td>
                        <td data-tight className={classes.number}>
                          {Math.round(work.progress * 100)} %
                        </td>
                        <td data-tight className={classes.number}>
                          {amount(work.amount) || '0'}
                        </td>
                      </tr>
                    );
                  })}
                </RecordTable>
                {data.total > data.works.length && <p>{t('resource.more_works', { shown: data.works.length, total: data.total })}</p>}
              </>
            )
          )}
        </div>
      </div>
    </section>
  );
}
