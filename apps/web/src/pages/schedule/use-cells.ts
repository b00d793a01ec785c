import { dayOf, type Minute, parseMinute, type SpaceRight } from '@gantry/domain';
import type { ScheduleView } from '@gantry/plan-view';
import type { RefObject } from 'react';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useWhoAmI } from '../../features/access/users/users.queries.ts';
import type { CellsLook } from '../../features/planning/day-values/cells/day-cells-bar.tsx';
import { useDayCells } from '../../features/planning/day-values/cells/day-values.cells.queries.ts';
import { mayWriteDays } from '../../features/planning/day-values/day-values.model.ts';
import type { ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { localToday } from '../../lib/dates.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { rowAndAbove } from './frame/row-and-above.ts';

type Props = {
  spaceId: number;
  session: ScheduleSession | null;
  shown: ScheduleView | null;
  gantt: RefObject<Gantt | null>;
  dataDate: Minute | null;
  may(right: SpaceRight): boolean;
  locked: boolean;
};

const USUAL: CellsLook & { on: boolean } = { on: false, line: 'plan', measure: 'volume', unit: 'day' };
/** Days before the data date that the first window shows. */
const BEFORE = 7;

/** Values by days in the place of the chart, as the person left them. */
export function useCells({ spaceId, session, shown, gantt, dataDate, may, locked }: Props) {
  const [kept, setKept] = useUiState(spaceId, 'schedule', 'cells', USUAL);
  const userId = useWhoAmI()?.id ?? null;
  const { on, ...look } = { ...USUAL, ...kept };
  const start = dayOf(dataDate ?? (parseMinute(localToday()) as Minute)) - BEFORE;
  const mayWrite = (id: number) => {
    const document = session?.view()?.document;
    return mayWriteDays(may, userId, document ? rowAndAbove(document, id) : []);
  };
  const cells = useDayCells({ session, shown, gantt, on, ...look, start, mayWrite, locked });
  return {
    on,
    toggle: () => setKept({ ...look, on: !on }),
    grid: on ? cells.grid : null,
    bar: {
      ...look,
      first: cells.first,
      money: may('cost.read'),
      chosen: cells.chosen,
      onLook: (change: Partial<CellsLook>) => setKept({ on, ...look, ...change }),
      onMove: cells.move,
      onToday: cells.today,
    },
  };
}
