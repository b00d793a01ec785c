import type { api, KanbanColumn, Output } from '@gantry/contract';
import { Button, Loader, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import marks from './board.module.css';
import classes from './boards.module.css';
import { columnName } from './kanban.model.ts';
import { useBoardStats } from './kanban.queries.ts';

type KanbanStats = Output<typeof api.kanban.stats>['boards'][number];
type Props = { spaceId: number; nodeId: number; boardId: number; columns: readonly KanbanColumn[]; opened: boolean; onClose(): void };

/** Figures of a board: what is late or past its limit, how long cards take, and how the columns filled up day by day. */
export function BoardStats({ spaceId, nodeId, boardId, columns, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useBoardStats(spaceId, { nodeId, boardId }, opened);
  const stats = data?.boards.find(({ board_id }) => board_id === boardId);
  return (
    <Modal opened={opened} onClose={onClose} title={t('boards.stats')} size={720}>
      {isError && (
        <MessagePage
          title={t('boards.stats_not_loaded')}
          actions={<Button onClick={() => void refetch()}>{t('shell.try_again')}</Button>}
        />
      )}
      {!data && !isError && <Loader size="sm" role="status" aria-label={t('boards.loading')} />}
      {data && !stats && <p className={marks.note}>{t('boards.no_stats')}</p>}
      {stats && <Figures stats={stats} columns={columns} />}
    </Modal>
  );
}

function Figures({ stats, columns }: { stats: KanbanStats; columns: readonly KanbanColumn[] }) {
  const { t } = useTranslation();
  const { cards, overdue, cycle, done, flow } = stats;
  const breached = stats.columns.filter((one) => one.breached);
  const named = new Map(columns.map((column) => [column.id, columnName(column, t)]));
  const days = (hours: number | null): string =>
    hours === null ? '–' : t('boards.days', { days: formatNumber(hours / 24, { decimals: 1 }) });
  const most = Math.max(1, ...done.map((week) => week.cards));
  const figures: [string, string][] = [
    [t('boards.cards_in_all'), String(cards)],
    [t('boards.overdue'), String(overdue)],
    [t('boards.over_limits'), breached.map(({ column_id }) => named.get(column_id) ?? '').join(', ') || '–'],
    [t('boards.cycle_p50'), days(cycle.p50_hours)],
    [t('boards.cycle_p85'), days(cycle.p85_hours)],
    [t('boards.cycle_of'), String(cycle.cards)],
  ];
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {flow.length > 1 && (
        <>
          <h3 className={marks.heading}>{t('boards.flow')}</h3>
          <Flow stats={stats} />
          <ul className={classes.legend}>
            {stats.columns.map(({ column_id, cards: count }, index) => (
              <li key={column_id} data-tint={(index % 8) + 1}>
                <span className={marks.swatch} /> {named.get(column_id)} ({count})
              </li>
            ))}
          </ul>
        </>
      )}
      {done.length > 0 && (
        <>
          <h3 className={marks.heading}>{t('boards.done_weekly')}</h3>
          <ul className={classes.weeks}>
            {done.map(({ week, cards: count }) => (
              <li key={week} title={t('boards.done_in', { week: formatLocal(`${week}T00:00`), count })}>
                <span>{count}</span>
                <i style={{ height: `${(56 * count) / most}px` }} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const WIDTH = 640;
const HEIGHT = 200;

/** Cards of each column at the end of each day, one on the other: the last column at the bottom. */
function Flow({ stats: { flow } }: { stats: KanbanStats }) {
  const { t } = useTranslation();
  const most = Math.max(1, ...flow.map(({ cards }) => cards.reduce((sum, count) => sum + count, 0)));
  const x = (day: number): number => (day / (flow.length - 1)) * WIDTH;
  const y = (count: number): number => HEIGHT - (count / most) * HEIGHT;
  /** How many cards stand in a column and in those behind it. */
  const from = (cards: readonly number[], column: number): number => cards.slice(column).reduce((sum, count) => sum + count, 0);
  return (
    <svg
      className={classes.flow}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('boards.flow_label', {
        from: formatLocal(`${flow[0].day}T00:00`),
        until: formatLocal(`${flow[flow.length - 1].day}T00:00`),
        most,
      })}
    >
      {flow[0].cards.map((_count, column) => {
        const top = flow.map(({ cards }, day) => `${x(day)},${y(from(cards, column))}`);
        const bottom = flow.map(({ cards }, day) => `${x(day)},${y(from(cards, column + 1))}`).reverse();
        return <polygon key={column} data-tint={(column % 8) + 1} points={[...top, ...bottom].join(' ')} />;
      })}
    </svg>
  );
}
