import type { PrintValue } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { spaceConfigQuery, useWhoAmI } from '../../features/access/users/users.queries.ts';
import { type AnalyticsPlace, useStats } from '../../features/insight/analytics/analytics.queries.ts';
import { useVersion } from '../../features/planning/versions/versions.queries.ts';
import type { Node } from '../../features/structure/eps/eps.queries.ts';
import { formatLocal, localToday } from '../../lib/dates.ts';
import { personName } from '../../lib/person-name.ts';
import { namesAbove } from './analytics-print.model.ts';

/** What the dynamic values of slots say around figures of a place; null until it is known. */
export function useSlotValues(
  spaceId: number,
  place: AnalyticsPlace | null,
  nodes: readonly Node[] | undefined,
): Readonly<Partial<Record<PrintValue, string>>> | null {
  const space = useQuery(spaceConfigQuery(spaceId)).data;
  const author = useWhoAmI();
  const { data: stats } = useStats(place ?? { kind: 'space', id: 0 }, undefined, place !== null);
  const { data: version } = useVersion(place?.kind === 'version' ? place.id : null);
  return useMemo(() => {
    if (!place || !nodes || !space || !author || !stats || (place.kind === 'version' && !version)) return null;
    const names = namesAbove(nodes, place.kind === 'space' ? null : (version?.schedule_id ?? place.id));
    return {
      space: space.space_name,
      facility: names.get('facility') ?? '',
      project: names.get('project') ?? '',
      schedule: names.get('schedule') ?? '',
      version: version?.name ?? '',
      data_date: stats.data_date ? formatLocal(stats.data_date) : '',
      printed_at: formatLocal(`${localToday()}T00:00`),
      printed_by: personName(author),
      range: stats.start ? `${formatLocal(stats.start)} – ${formatLocal(stats.finish)}` : '',
    };
  }, [place, nodes, space, author, stats, version]);
}
