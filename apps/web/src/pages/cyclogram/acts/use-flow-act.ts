import { optionsOfAttribute } from '@gantry/domain';
import { type Flow, movedPlace, rowOf, type ScheduleView } from '@gantry/plan-view';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { type ScheduleSession, useTrial } from '../../../features/planning/wbs/wbs.queries.ts';
import type { FlowEdit } from '../flow-drag.ts';
import type { useFlowEdits } from '../use-flow-edits.ts';
import { type FlowFacts, type OpenAct, planned } from './flow-facts.ts';
import { useTried } from './use-tried.ts';

type About = {
  session: ScheduleSession | null;
  view: ScheduleView | null;
  flow: Flow | null;
  facts: FlowFacts | null;
  edits: ReturnType<typeof useFlowEdits>;
  dataDate: number | null;
  /** The attribute that names the places. */
  placeBy: number | null;
  t: TFunction;
};

/** The act that is shown before it is applied, or what a hand holds: what it would change, and the cyclogram after it. */
export function useFlowAct({ session, view, flow, facts, edits, dataDate, placeBy, t }: About) {
  const trial = useTrial(session, dataDate);
  const [act, setAct] = useState<OpenAct | null>(null);
  const [held, setHeld] = useState<FlowEdit | null>(null);
  const plan = useMemo(() => (act && flow && facts ? planned(act, flow, facts) : null), [act, flow, facts]);
  const inHand = useMemo(
    () => (held && flow && facts && edits ? edits.changeOf(flow, held, facts.buffersOf(flow)) : null),
    [held, flow, facts, edits],
  );
  const tried = useTried(trial, view, flow, inHand ?? plan?.change ?? null);
  const attribute = view && placeBy !== null ? rowOf(view.document, 'attribute', placeBy) : null;
  const list = optionsOfAttribute(attribute?.options).values;
  /** The list of the places in the order of an act; null where the order is not the version's own. */
  const listOf = (order: readonly number[]): string[] | null => {
    if (!flow || !list || attribute?.sourceId !== null) return null;
    const turned = order.map((place) => flow.places[place]);
    const shown = new Set(turned);
    return list.map((value) => (shown.has(value) ? (turned.shift() ?? value) : value));
  };
  return {
    act,
    plan,
    tried,
    open: setAct,
    hold: setHeld,
    close: () => setAct(null),
    /** Places are put in order only where the version keeps their list. */
    mayOrder: Boolean(list) && attribute?.sourceId === null,
    order(place: number, by: number): void {
      if (!flow) return;
      const order = act?.kind === 'reorder' ? act.order : flow.places.map((_, index) => index);
      const next = movedPlace(order, place, by);
      if (next) setAct({ kind: 'reorder', order: next });
    },
    async apply(): Promise<void> {
      if (!act || !plan || !edits) return;
      const values = act.kind === 'reorder' ? listOf(act.order) : null;
      const places = values && placeBy !== null ? { attributeId: placeBy, values } : null;
      const count = plan.change.works.length;
      setAct(null);
      // A split into a lag is a change of the lag alone.
      const name = act.kind === 'split' && act.as === 'lag' ? 'buffer' : act.kind;
      await edits.act(name, plan.change, t(`cyclogram.did_${act.kind}`, { count }), places);
    },
  };
}
