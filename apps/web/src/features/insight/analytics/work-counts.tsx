import type { AnalyticsStats, FigureNarrowing, WorkCount } from '@gantry/contract';
import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { useWorksBehind } from './analytics.queries.ts';
import classes from './analytics.module.css';

const SHOWN = [
  'works',
  'in_progress',
  'completed',
  'overdue',
  'critical',
  'negative_float',
  'late_against_target',
] as const satisfies WorkCount[];
const BAD: ReadonlySet<WorkCount> = new Set<WorkCount>(['overdue', 'negative_float']);

/** An open version, whose counts lead to its rows. */
export type OpenVersion = { id: number; revision: number; figure: string | undefined; onOpen(itemId: number): void };

/** How many works there are of each kind; of an open version each count opens the works that it counts, of those that are asked for. */
export function WorkCounts({
  stats,
  version,
  works = {},
}: {
  stats: AnalyticsStats;
  version: OpenVersion | null;
  works?: FigureNarrowing;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<WorkCount | null>(SHOWN.find((known) => known === version?.figure) ?? null);
  return (
    <>
      <dl className={classes.counts}>
        {SHOWN.map((key) => (
          <div key={key} data-bad={BAD.has(key) && stats[key] > 0 ? '' : undefined}>
            <dt>{t(`analytics.${key}`)}</dt>
            <dd>
              {version && stats[key] > 0 ? (
                <button
                  type="button"
                  className={classes.open}
                  aria-expanded={chosen === key}
                  aria-label={t('analytics.open_works', { name: t(`analytics.${key}`), count: stats[key] })}
                  onClick={() => setChosen(chosen === key ? null : key)}
                >
                  {formatCount(stats[key])}
                </button>
              ) : (
                formatCount(stats[key])
              )}
            </dd>
          </div>
        ))}
      </dl>
      {version && chosen && <Works key={chosen} version={version} figure={chosen} works={works} />}
    </>
  );
}

function Works({ version: { id, revision, onOpen }, figure, works }: { version: OpenVersion; figure: WorkCount; works: FigureNarrowing }) {
  const { t } = useTranslation();
  const { data, isError } = useWorksBehind(id, figure, revision, works);
  if (isError) return <p className={classes.note}>{t('analytics.not_loaded')}</p>;
  if (!data) return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  return (
    <section aria-label={t(`analytics.${figure}`)}>
      <ul className={classes.works}>
        {data.rows.map(({ item_id, code, name }) => (
          <li key={item_id}>
            <button type="button" className={classes.open} onClick={() => onOpen(item_id)}>
              <bdi>{code && code !== name ? `${code} ${name}` : name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {data.total > data.rows.length && (
        <p className={classes.note}>{t('analytics.more_works', { count: data.total - data.rows.length })}</p>
      )}
    </section>
  );
}
