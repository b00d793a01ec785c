import { type Figure, type FigureLine, OTHER_GROUPS, type SeriesKind } from '@gantry/contract';
import { Loader, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/numbers.ts';
import classes from '../analytics.module.css';
import { groupName } from './analytics.groups.model.ts';
import { useGroupChoices, useGroups } from './analytics.groups.queries.ts';
import { type AnalyticsPlace, whyNoFigures, worksOf } from '../analytics.queries.ts';

/** One value of a dimension, with what it is called. */
export type Within = { dimension: string; key: string; name: string };
type Props = {
  place: AnalyticsPlace;
  nodeId: number | null;
  kind: SeriesKind;
  group: string | null;
  revision?: number;
  onGroup(group: string | null): void;
  /** Narrows all figures to the works of one value of the dimension. */
  onWithin(within: Within): void;
  /** Opens what an amount of a group is made of. */
  onFigure?: ((figure: Figure) => void) | undefined;
};

/** Shows a measure by a dimension: planned and done amounts of the largest groups, and of all others together. */
export function GroupTable({ place, nodeId, kind, group, revision, onGroup, onWithin, onFigure }: Props) {
  const { t, i18n } = useTranslation();
  const choices = useGroupChoices(place, nodeId);
  const { data, error } = useGroups(place, kind, group, revision);
  const [plan, fact] = kind === 'count' ? ['finishes_plan', 'finishes_fact'] : ['plan', 'fact'];
  const planned = data?.lines.filter((line) => line.key === plan && line.group !== null) ?? [];
  const most = Math.max(...planned.map(({ total }) => Math.abs(total)), 1e-9);
  const amount = (line: FigureLine | undefined) => {
    const value = formatCount(line?.total ?? 0);
    if (!line || line.total === 0 || line.group === OTHER_GROUPS || group === null || group === 'part' || !onFigure) return value;
    const figure: Figure = { kind, line: line.key, group, key: line.group ?? '', ...worksOf(place) };
    return (
      <button type="button" className={classes.open} onClick={() => onFigure(figure)}>
        {value}
      </button>
    );
  };
  return (
    <section className={classes.groups} aria-label={t('analytics.split')}>
      <Select
        size="xs"
        clearable
        searchable
        label={t('analytics.split')}
        placeholder={t('analytics.split_none')}
        value={group}
        data={choices}
        onChange={onGroup}
      />
      {error && <p className={classes.note}>{whyNoFigures(error, t)}</p>}
      {group !== null && !data && !error && <Loader size="xs" role="status" aria-label={t('analytics.loading')} />}
      {group !== null && data && planned.length === 0 && <p className={classes.note}>{t('dashboard.no_groups')}</p>}
      {data && data.state.hidden > 0 && <p className={classes.note}>{t('analytics.money_hidden', { count: data.state.hidden })}</p>}
      {group !== null && planned.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.column_group')}</th>
              <th scope="col">{t('analytics.line_plan')}</th>
              <th scope="col">{t('analytics.line_fact')}</th>
            </tr>
          </thead>
          <tbody>
            {planned.map((line) => (
              <tr key={line.group}>
                <th scope="row">
                  {group === 'part' || line.group === OTHER_GROUPS ? (
                    <bdi>{groupName(group, line, i18n)}</bdi>
                  ) : (
                    <button
                      type="button"
                      className={classes.open}
                      title={t('analytics.only_these')}
                      onClick={() => onWithin({ dimension: group, key: line.group ?? '', name: groupName(group, line, i18n) })}
                    >
                      <bdi>{groupName(group, line, i18n)}</bdi>
                    </button>
                  )}
                  <span className={classes.weight} aria-hidden style={{ width: `${(Math.abs(line.total) / most) * 100}%` }} />
                </th>
                <td>{amount(line)}</td>
                <td>{amount(data?.lines.find((one) => one.key === fact && one.group === line.group))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
