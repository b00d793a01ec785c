import { api, type Output } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { attributesKey, type GivenValues, type ScheduleView, unreadableHere } from '@gantry/plan-view';
import { useChanges } from './wbs.queries.ts';
import type { ScheduleSession } from './wbs.store.ts';

/** An open version, or a plan of several, which has no results of the server's. */
type Session = Pick<ScheduleSession, 'onPatch'> & Partial<Pick<ScheduleSession, 'setGiven'>>;

const valuesIn = ({ attributes }: Output<typeof api.attributeCalculate.calculateVersion>): GivenValues =>
  new Map(attributes.map(({ id, values }) => [id, new Map(values.map(({ row_id, value }) => [row_id, value]))]));

/** Requests calculated values from the server after every edit when formulas read attributes hidden from the person. */
export function useGivenValues(session: Session | null, view: ScheduleView | null): void {
  useChanges(session);
  const document = session?.setGiven && view?.load.state === 'ready' ? view.document : null;
  const attributes = document ? attributesKey(document) : '';
  // The document is changed in place.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const ids = useMemo(() => (document ? unreadableHere(document).join() : ''), [document, attributes]);
  const { data } = useQuery({
    queryKey: ['given-values', document?.versionId, attributes, document?.revision],
    queryFn: ({ signal }) =>
      call(api.attributeCalculate.calculateVersion, { params: { id: document?.versionId ?? 0 }, body: {} }, { signal, quiet: true }),
    enabled: ids !== '',
    placeholderData: (before) => before,
    select: valuesIn,
  });
  useEffect(() => {
    if (!session?.setGiven || !document || !data || !ids) return;
    const here = new Set(ids.split(',').map(Number));
    const given = new Map([...data].filter(([id]) => here.has(id)));
    if (!isSame(given, document.given)) session.setGiven(given);
  }, [session, document, data, ids]);
}

const isSame = (a: GivenValues, b: GivenValues): boolean =>
  a.size === b.size &&
  [...a].every(([id, values]) => {
    const other = b.get(id);
    return other?.size === values.size && [...values].every(([row, value]) => other.get(row) === value);
  });
