import { useEffect } from 'react';
import { type ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { ruleOfRow, type ScheduleView } from '@gantry/plan-view';

/** Gives the bars the colours of an indicator's rules; without one they have those that people gave the rows. */
export function useBarColours(session: ScheduleSession | null, view: ScheduleView | null, indicator: { id: number } | null): void {
  const document = view?.document;
  useEffect(() => {
    if (!session || !document) return;
    session.setTints(indicator ? (item) => ruleOfRow(document, indicator.id, item)?.tint ?? 0 : null);
  }, [session, document, indicator]);
}
