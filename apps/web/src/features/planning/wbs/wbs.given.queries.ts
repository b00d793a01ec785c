import { api, MOST_CALCULATED_VALUES } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { attributesKey, type GivenValues, type ScheduleView, unreadableHere } from '@gantry/plan-view';
import { useChanges } from './wbs.queries.ts';
import type { ScheduleSession } from './wbs.store.ts';

/** An open version, or a plan of several, which has no results of the server's. */
type Session = Pick<ScheduleSession, 'onPatch'> & Partial<Pick<ScheduleSession, 'setGiven'>>;

/** Values of some attributes, as many at a time as an answer holds. */
async function loadValues(versionId: number, ids: readonly number[], rows: number, signal: AbortSignal): Promise<GivenValues> {
  const found = new Map<number, Map<number, JsonValue>>();
  const atOnce = Math.max(1, Math.floor(MOST_CALCULATED_VALUES / Math.max(1, rows)));
  for (let from = 0; from < ids.length; from += atOnce) {
    const body = { attributes: ids.slice(from, from + atOnce) };
    const answer = await call(api.attributeCalculate.calculateVersion, { params: { id: versionId }, body }, { signal, quiet: true });
    for (const { id, values } of answer.attributes) found.set(id, new Map(values.map(({ row_id, value }) => [row_id, value])));
  }
  return found;
}

/** Requests calculated values from the server after every edit when formulas read attributes hidden from the person. */
export function useGivenValues(session: Session | null, view: ScheduleView | null): void {
  useChanges(session);
  const document = session?.setGiven && view?.load.state === 'ready' ? view.document : null;
  const attributes = document ? attributesKey(document) : '';
  // The document is changed in place.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const ids = useMemo(() => (document ? unreadableHere(document).join() : ''), [document, attributes]);
  const [asked, setAsked] = useState<number | null>(null);
  const revision = document?.revision ?? null;
  const { data, isFetching } = useQuery({
    queryKey: ['given-values', document?.versionId, attributes, ids, asked],
    queryFn: ({ signal }) =>
      loadValues(document?.versionId ?? 0, ids.split(',').map(Number), document?.tables.wbs.slotOf.size ?? 0, signal),
    enabled: ids !== '' && asked !== null,
    placeholderData: (before) => before,
  });
  // Of edits that come while values are on their way the last one asks again.
  useEffect(() => {
    if (!isFetching) setAsked(revision);
  }, [isFetching, revision]);
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
