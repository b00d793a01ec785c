import { api, type Figure, MOST_ROWS_BEHIND, writeFigure } from '@gantry/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FigureBadge } from '../../features/insight/analytics/works/figure-badge.tsx';
import type { FigureSource } from '../../features/insight/analytics/analytics.queries.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { useFigureFilter } from './use-figure-filter.ts';

const FIGURE: Figure = { kind: 'cost', line: 'fact', from: '2026-10-01', to: '2026-11-01' };

const OPEN: FigureSource = { nodeId: null, versions: [{ schedule_id: null, version_id: 7, revision: 4 }], itemOf: (_, id) => id };

function Narrowed({ source = OPEN }: { source?: FigureSource }) {
  const figure = useFigureFilter(source);
  return figure ? (
    <>
      <FigureBadge {...figure} onClear={figure.clear} />
      <output>{JSON.stringify(figure.condition)}</output>
    </>
  ) : (
    'whole'
  );
}
const opened = (filter: string) => show(<Narrowed />, { path: `/1?filter=${filter}` });
const row = (row_id: number) => ({ row_id, code: '', name: 'Dig', amount: 10 });

test('a figure in the address shows its works alone, page after page, until its chip is closed', async () => {
  answer(api.analytics.rowsOfVersion, ({ body }) => ({
    revision: 4,
    total: 3,
    amount: 30,
    rows: body.offset ? [row(9)] : [row(8), row(5)],
  }));
  const { user } = await opened(writeFigure(FIGURE));
  expect((await screen.findByRole('status')).textContent).toBe('{"column":"id","operator":"filter_by_list","value":[8,5,9]}');
  screen.getByText(/^Fact, Oct.* 2026: 3 works, 30 together$/);
  expect(asked(api.analytics.rowsOfVersion).map(({ body }) => body)).toEqual([
    { figure: FIGURE, offset: 0, limit: MOST_ROWS_BEHIND },
    { figure: FIGURE, offset: 2, limit: MOST_ROWS_BEHIND },
  ]);
  await user.click(screen.getByRole('button', { name: 'Show all works' }));
  await screen.findByText('whole');
});

test('the chip names the row that a figure is narrowed to', async () => {
  await show(<FigureBadge figure={{ ...FIGURE, below: 3 }} row="A100 Walls" count={2} amount={20} onClear={() => {}} />);
  expect(await screen.findByText(/^A100 Walls, Fact, Oct.* 2026: 2 works, 20 together$/)).toBeDefined();
});

test('a figure without works shows none, and a saved filter in the address is no figure', async () => {
  answer(api.analytics.rowsOfVersion, { revision: 4, total: 0, amount: 0, rows: [] });
  await opened(writeFigure(FIGURE));
  expect((await screen.findByRole('status')).textContent).toContain('[0]');
  cleanup();
  await opened('mine');
  await screen.findByText('whole');
  await waitFor(() => expect(asked(api.analytics.rowsOfVersion)).toHaveLength(1));
});

test('a figure of a project shows its works in all schedules that bring something to it', async () => {
  const part = (id: number, value: number) => ({ id, name: '', kind: 'schedule' as const, value, share: null });
  answer(api.analytics.navigate, { level: 'nodes', value: 40, items: [part(1, 30), part(2, 0), part(3, 10)] });
  answer(api.analytics.rowsOfVersion, ({ params }) => ({ revision: 4, total: 1, amount: params['id'], rows: [row(5)] }));
  const versions = [1, 2, 3].map((id) => ({ schedule_id: id, version_id: id * 10, revision: 4 }));
  const source = { nodeId: 9, versions, itemOf: (version: number, id: number) => version * 100 + id };
  await show(<Narrowed source={source} />, { path: `/1?filter=${writeFigure(FIGURE)}` });
  expect((await screen.findByRole('status')).textContent).toContain('[1005,3005]');
  screen.getByText(/: 2 works, 40 together$/);
  expect(asked(api.analytics.navigate).map(({ params }) => params)).toEqual([{ id: 9 }]);
  expect(asked(api.analytics.rowsOfVersion).map(({ params }) => params)).toEqual([{ id: 10 }, { id: 30 }]);
});
