import { chainageText, chainageTicks, type Flow, type FlowAxis } from '@gantry/plan-view';
import type { FlowDistance, FlowPicture } from '@gantry/scene';
import type { TFunction } from 'i18next';
import { shortDate } from '../../ui/gantt/labels.ts';

export type FlowState = { progress: number; target: { start: number; finish: number } | null };
type About = {
  /** Minute of the data date. */
  dataDate: number | null;
  t: TFunction;
  /** Chosen colours by the names of lines. */
  tints?: ReadonlyMap<string, number> | undefined;
  /** How much of a work is done, and the dates that were promised. */
  stateOf?: ((id: number) => FlowState) | undefined;
};

/** An axis of distance with round chainages. */
const distanceOf = ({ low, high, down, stretches, chainage }: FlowAxis): FlowDistance => ({
  low,
  high,
  down,
  stretches,
  ticks: (most) => chainageTicks(low, high, most).map((at) => ({ at, text: chainageText(at, chainage) })),
});

/** A cyclogram as it is drawn, on the screen and on paper. */
export const flowPicture = (flow: Flow, { dataDate, t, tints, stateOf }: About): FlowPicture => ({
  places: flow.places,
  axis: flow.axis && distanceOf(flow.axis),
  lines: flow.lines.map((name) => ({ name, tint: tints?.get(name) ?? null })),
  segments: flow.segments.map(({ id, line, place, start, finish, clash }) => {
    const { progress, target } = stateOf?.(id) ?? { progress: 0, target: null };
    return { line, place, start, finish, clash, done: progress, target };
  }),
  from: flow.from,
  to: flow.to,
  today: dataDate,
  todayName: t('timetable.data_date'),
  tick: shortDate,
});
