import { type Figure, writeFigure } from '@gantry/contract';
import { CloseButton, Loader } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPeriod } from '../../../lib/dates.ts';
import { amountOfFigure, worksText } from './analytics.model.ts';
import { type AnalyticsPlace, useFigureBelow, useRowsBehind } from './analytics.queries.ts';
import { groupName } from './split/analytics.groups.model.ts';
import type { OpenVersion } from './work-counts.tsx';
import classes from './analytics.module.css';

type Props = {
  place: AnalyticsPlace;
  figure: Figure;
  version: OpenVersion | null;
  /** What the figure is called where its line alone does not say it. */
  called?: string;
  onClose(): void;
};

/** What a figure is made of: of an open version its works, of a node what stands below it, down to the version that opens its works. */
export function FigureView({ place, figure, version, called, onClose }: Props) {
  const { t } = useTranslation();
  const line = useFigureName(figure);
  const name = called ?? line;
  return (
    <section className={classes.figure} aria-label={t('analytics.behind', { name })}>
      <div className={classes.figureHead}>
        <span>{name}</span>
        <CloseButton size="xs" aria-label={t('analytics.close_figure')} onClick={onClose} />
      </div>
      {version && place.kind === 'version' ? (
        <Rows figure={figure} version={version} />
      ) : place.kind === 'version' ? (
        <OpenRows id={place.id} figure={figure} />
      ) : (
        <Below place={place} figure={figure} />
      )}
    </section>
  );
}

/** A figure in words: its line, the group where it is known by its key, and the days that it is about. */
export function useFigureName({ kind, line, from, to, group, key, across, across_key }: Figure): string {
  const { t, i18n } = useTranslation();
  const days = from !== undefined && to !== undefined ? (Date.parse(to) - Date.parse(from)) / 86_400_000 : 0;
  const period = days > 300 ? 'year' : days > 80 ? 'quarter' : days > 20 ? 'month' : 'week';
  // People are known by their names alone, which a figure does not hold.
  const nameOf = (dimension: string | undefined, of = ''): string =>
    dimension === undefined || /^(executor|curator)$/.test(dimension) ? '' : groupName(dimension, { group: of, name: '' }, i18n);
  const named = [key === undefined ? '' : nameOf(group, key), nameOf(across, across_key)];
  return [
    t(kind === 'stats' ? `dashboard.count_${line}` : `analytics.line_${line}`),
    ...named,
    from === undefined ? '' : formatPeriod(from, period, i18n),
  ]
    .filter(Boolean)
    .join(', ');
}

function Rows({ figure, version: { id, revision, onOpen } }: { figure: Figure; version: OpenVersion }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useRowsBehind(id, figure, revision);
  if (isError) return <p className={classes.note}>{t('analytics.not_loaded')}</p>;
  if (!data) return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  const [{ total, amount: whole }] = data.pages;
  const rows = data.pages.flatMap((page) => page.rows);
  return (
    <>
      <p className={classes.note}>{worksText(figure, total, whole, t)}</p>
      <button
        type="button"
        className={classes.link}
        onClick={() => void navigate({ to: '.', search: (before: object) => ({ ...before, filter: writeFigure(figure) }) })}
      >
        {t('analytics.narrow_plan')}
      </button>
      <ul className={classes.amounts}>
        {rows.map(({ row_id, code, name, amount }) => (
          <li key={row_id}>
            <button type="button" className={classes.open} onClick={() => onOpen(row_id)}>
              <bdi>{code && code !== name ? `${code} ${name}` : name}</bdi>
            </button>
            <span>{amountOfFigure(figure, amount)}</span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className={classes.link} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('analytics.show_more_works', { count: total - rows.length })}
        </button>
      )}
    </>
  );
}

/** Leads to the works of a figure in the schedule that they stand in. */
function OpenRows({ id, figure }: { id: number; figure: Figure }) {
  const { t } = useTranslation();
  const { spaceId } = useParams({ strict: false }) as { spaceId?: string };
  const asked = writeFigure(figure);
  return (
    <a className={classes.open} href={`/${spaceId}/schedule/${id}?figure=${asked}&filter=${asked}`}>
      {t('analytics.open_rows')}
    </a>
  );
}

function Below({ place, figure }: { place: AnalyticsPlace; figure: Figure }) {
  const { t } = useTranslation();
  const { spaceId } = useParams({ strict: false }) as { spaceId?: string };
  const [path, setPath] = useState<{ id: number; kind: string; name: string }[]>([]);
  const at = path.at(-1) ?? place;
  const { data, isError } = useFigureBelow(at.id, figure);
  if (isError) return <p className={classes.note}>{t('analytics.not_loaded')}</p>;
  if (!data) return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  return (
    <>
      {path.length > 0 && (
        <button type="button" className={classes.link} onClick={() => setPath(path.slice(0, -1))}>
          ← {path.map(({ name }) => name).join(' / ')}
        </button>
      )}
      <ul className={classes.amounts}>
        {data.items.map(({ id, name, kind, value }) => (
          <li key={`${kind} ${id}`}>
            {kind === 'version' ? (
              <OpenRows id={id} figure={figure} />
            ) : (
              <button type="button" className={classes.open} disabled={value === 0} onClick={() => setPath([...path, { id, kind, name }])}>
                <bdi>{name}</bdi>
              </button>
            )}
            <span>{amountOfFigure(figure, value)}</span>
          </li>
        ))}
      </ul>
      {at.kind === 'project' && data.items.length > 0 && (
        <a className={classes.link} href={`/${spaceId}/grid/${at.id}?filter=${writeFigure(figure)}`}>
          {t('analytics.open_in_grid')}
        </a>
      )}
      {!data.items.length && <p className={classes.note}>{t('analytics.nothing_below')}</p>}
    </>
  );
}
