import { flowAt, type Flow, type FlowChange, type ScheduleView } from '@gantry/plan-view';
import { useEffect, useState } from 'react';
import type { Trial } from '../../../features/planning/wbs/wbs.queries.ts';
import { datesIn, isNothing } from './flow-facts.ts';

/** A cyclogram after a change, as the calculation in the worker answers; null while it is asked or where nothing changes. */
export function useTried(trial: Trial | null, view: ScheduleView | null, flow: Flow | null, change: FlowChange | null): Flow | null {
  const [answer, setAnswer] = useState<{ change: FlowChange; flow: Flow } | null>(null);
  useEffect(() => {
    if (!trial || !view || !flow || !change || isNothing(change)) return undefined;
    let alive = true;
    void trial.ask(change).then((dates) => {
      if (!alive || !dates) return;
      const tried = flowAt(flow, datesIn(view, dates));
      const { split } = change;
      const whole = split && tried.segments.find(({ id }) => id === split.id);
      const last = dates.start.length - 1;
      // The second part of a split work has no row yet: it is drawn in the place of the first.
      const second = whole ? [{ ...whole, id: SECOND_PART, start: dates.start[last], finish: dates.finish[last] }] : [];
      setAnswer({ change, flow: second.length ? flowAt({ ...tried, segments: [...tried.segments, ...second] }, () => null) : tried });
    });
    return () => void (alive = false);
  }, [trial, view, flow, change]);
  // An answer to the question before stands until the next has come, so that a hand does not see it blink.
  return change && !isNothing(change) ? (answer?.flow ?? null) : null;
}

/** No row has this id. */
const SECOND_PART = -1;
