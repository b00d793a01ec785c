import { NO_DATE } from '@gantry/domain';
import { workBetween } from '../time/work.ts';
import type { NetworkCalendars } from './calendars.ts';
import { LAG, LINK, STATUS, lagByte, type NetworkColumns } from './columns.ts';
import { gatherBytes, gatherDates } from './gather.ts';
import type { NodeEdges } from './gates.ts';
import { grouped } from './order.ts';

/** What the links need to be laid out by node. */
export type LinkSources = { edges: NodeEdges; dropped: Set<number>; rankOf: Int32Array; calendars: NetworkCalendars };

/** Lays the links out by successor, with the lag that is still to run and the calendar it runs in. */
export function fillLinks(columns: NetworkColumns, sources: LinkSources) {
  const { rankOf, calendars } = sources;
  const edges = withoutDropped(sources.edges, sources.dropped);
  const { offset, list } = grouped(rankOf.length, gatherDates(rankOf, edges.to));
  const linkRelation = gatherDates(edges.relation, list);
  const linkFrom = gatherDates(rankOf, gatherDates(edges.from, list));
  const count = list.length;
  const linkCalendar = new Int32Array(count).fill(calendars.elapsed);
  const linkLag = new Int32Array(count);
  const linkFromDataDate = new Uint8Array(count);
  for (let link = 0; link < count; link++) {
    const relation = linkRelation[link];
    if (relation < 0) continue;
    linkCalendar[link] = lagCalendarOf(columns, relation, calendars);
    linkLag[link] = remainingLag(columns, relation, calendars, linkCalendar[link]);
    if (startsAtActual(columns, relation)) linkFromDataDate[link] = 1;
  }
  const successors = grouped(rankOf.length, linkFrom);
  const linkTo = gatherDates(rankOf, gatherDates(edges.to, list));
  const linkType = gatherBytes(edges.type, list);
  const leavesAt = linkFrom.slice();
  const entersAt = linkTo.slice();
  for (let link = 0; link < count; link++) {
    if (linkType[link] === LINK.fs || linkType[link] === LINK.ff) leavesAt[link] += rankOf.length;
    if (linkType[link] === LINK.ff || linkType[link] === LINK.sf) entersAt[link] += rankOf.length;
  }
  return {
    predOffset: offset,
    linkFrom,
    linkTo,
    linkType,
    leavesAt,
    entersAt,
    linkLag,
    linkCalendar,
    linkFromDataDate,
    linkRelation,
    succOffset: successors.offset,
    succList: successors.list,
  };
}

function withoutDropped(edges: NodeEdges, dropped: Set<number>): NodeEdges {
  if (dropped.size === 0) return edges;
  const keeps = (_: number, edge: number) => !dropped.has(edge);
  return {
    from: edges.from.filter(keeps),
    to: edges.to.filter(keeps),
    relation: edges.relation.filter(keeps),
    type: edges.type.filter(keeps),
  };
}

/** With this option the remaining SS or SF lag of started work runs from the data date instead of the restart. */
function startsAtActual(columns: NetworkColumns, relation: number): boolean {
  if (columns.options.lagFromEarlyStart) return false;
  const type = columns.relationType[relation];
  return (type === LINK.ss || type === LINK.sf) && columns.status[columns.predecessor[relation]] === STATUS.inProgress;
}

/** Index of the calendar in which the lag of a relation runs. */
export function lagCalendarOf(columns: NetworkColumns, relation: number, calendars: Omit<NetworkCalendars, 'all'>): number {
  const byte = columns.lagCalendar[relation] || lagByte(columns.options.lagCalendar);
  if (byte === LAG.elapsed) return calendars.elapsed;
  if (byte === LAG.project) return calendars.projectDefault;
  const item = byte === LAG.successor ? columns.successor[relation] : columns.predecessor[relation];
  return columns.calendar[item] >= 0 ? columns.calendar[item] : calendars.projectDefault;
}

/** A lag that began to run at an actual date is shorter by what has passed until the data date; a lead from an actual finish is over. */
export function remainingLag(columns: NetworkColumns, relation: number, calendars: NetworkCalendars, calendar: number): number {
  const lag = columns.lag[relation];
  if (columns.options.rules === 'msproject') return lag;
  const from = columns.predecessor[relation];
  const type = columns.relationType[relation];
  const leavesFinish = type === LINK.fs || type === LINK.ff;
  const since = leavesFinish ? columns.actualFinish[from] : columns.actualStart[from];
  if (lag <= 0) return leavesFinish && since !== NO_DATE ? 0 : lag;
  const { dataDate } = columns.options;
  if (since === NO_DATE || since >= dataDate) return lag;
  return Math.max(0, lag - workBetween(calendars.all[calendar], since, dataDate));
}
