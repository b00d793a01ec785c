import type { AiChange, AiProposalLine } from '@gantry/contract';
import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import classes from './ai.module.css';
import { useProposalItem, useProposals } from './ai.queries.ts';
import { NotLoaded } from './not-loaded.tsx';

type Props = {
  versionId: number;
  /** The row whose proposals are listed; null: those of all rows, each with the name of its row. */
  itemId: number | null;
  /** A proposal that is shown already. */
  current?: number | null;
  minutesPerDay: number;
};

/** Proposals of parts, the newest first: what became of each, and what was changed of those that were accepted. */
export function ProposalHistory({ versionId, itemId, current = null, minutesPerDay }: Props) {
  const { t } = useTranslation();
  const { items, isError, hasMore, showMore, refetch } = useProposals(versionId, itemId);
  if (isError) return <NotLoaded text={t('ai.history_not_loaded')} onRetry={refetch} />;
  if (!items) return <Loader size="sm" role="status" aria-label={t('ai.history_loading')} />;
  const shown = items.filter(({ id }) => id !== current);
  if (!shown.length) return <p className={classes.note}>{t(itemId === null ? 'ai.history_none' : 'ai.history_none_of_row')}</p>;
  return (
    <>
      {shown.map((line) => (
        <Line key={line.id} of={line} named={itemId === null} minutesPerDay={minutesPerDay} />
      ))}
      {hasMore && (
        <Button size="xs" variant="default" mt="xs" onClick={showMore}>
          {t('ai.calls_more')}
        </Button>
      )}
    </>
  );
}

type LineProps = { of: AiProposalLine; named: boolean; minutesPerDay: number };

function Line({ of: { id, at, author, state, rows, model, row_name: rowName }, named, minutesPerDay }: LineProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.call} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {named && (
          <>
            <bdi>{rowName}</bdi> ·{' '}
          </>
        )}
        {formatInstant(at)} · <bdi>{author}</bdi> · {t('ai.rows', { count: rows })} · <b>{t(`ai.state_${state}`)}</b>
        {model && ` · ${t('ai.by_model', { model })}`}
      </summary>
      {opened && <Changes id={id} minutesPerDay={minutesPerDay} />}
    </details>
  );
}

function Changes({ id, minutesPerDay }: { id: number; minutesPerDay: number }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useProposalItem(id);
  if (isError) return <NotLoaded text={t('ai.history_not_loaded')} onRetry={refetch} />;
  if (!data) return <Loader size="sm" role="status" aria-label={t('ai.history_loading')} />;
  const text = (part: AiChange['proposed']): string =>
    part
      ? [
          t('ai.history_days', { days: formatNumber(Math.round((part.minutes / minutesPerDay) * 100) / 100) }),
          ...(part.volume === null ? [] : [`${formatNumber(part.volume)} ${part.unit}`]),
        ].join(', ')
      : '–';
  return (
    <div className={classes.parts} tabIndex={0} role="group" aria-label={t('ai.earlier')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('ai.part')}</th>
            <th scope="col">{t('ai.history_proposed')}</th>
            {data.applied && <th scope="col">{t('ai.history_applied')}</th>}
            {data.applied && <th scope="col">{t('ai.history_outcome')}</th>}
          </tr>
        </thead>
        <tbody>
          {data.diff.map(({ key, name, state, proposed, applied }) => (
            <tr key={key} data-left={state === 'left_out' || undefined}>
              <td className={classes.wraps}>
                <bdi>{name}</bdi>
                {proposed && proposed.name !== name && (
                  <small>
                    {t('ai.history_was')} <bdi>{proposed.name}</bdi>
                  </small>
                )}
              </td>
              <td>{text(proposed)}</td>
              {data.applied && <td>{text(applied)}</td>}
              {data.applied && <td>{t(`ai.change_${state}`)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
