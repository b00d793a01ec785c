import { NO_DATE } from '@gantry/domain';
import { workBetween } from '../time/work.ts';
import type { NetworkCalendars } from './calendars.ts';
import { KIND, LAG, LINK, STATUS, lagByte, type NetworkColumns } from './columns.ts';
import type { Edges } from './gates.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { CalculationIssue } from './issue.ts';
import { grouped } from './order.ts';

/** Relations by what they do, as relation indexes. */
export type RelationsByRole = {
  /** Between two items that the passes schedule. */
  between: Int32Array;
  /** With a level of effort at one end or both. */
  ofEffort: Int32Array;
  /** With a row that has children at one end or both. */
  ofParents: number[];
  /** Left out by progress override: they lead into work that has started without waiting for them. */
  overridden: Int32Array;
};

/** Sorts the relations by role; those that name a draft or nothing become issues. */
export function relationsOfNodes(columns: NetworkColumns, hierarchy: Hierarchy, issues: CalculationIssue[]): RelationsByRole {
  const between: number[] = [];
  const ofEffort: number[] = [];
  const ofParents: number[] = [];
  const overridden: number[] = [];
  for (let relation = 0; relation < columns.relationCount; relation++) {
    const from = columns.predecessor[relation];
    const to = columns.successor[relation];
    if (from < 0 || to < 0) issues.push({ kind: 'relation_to_unknown_item', relationId: columns.relationId[relation] });
    else if (columns.kind[from] === KIND.draft || columns.kind[to] === KIND.draft) issues.push({ kind: 'relation_to_draft', relationId: columns.relationId[relation] });
    else if (isRollup(columns, hierarchy, from) || isRollup(columns, hierarchy, to)) ofParents.push(relation);
    else if (columns.kind[from] === KIND.levelOfEffort || columns.kind[to] === KIND.levelOfEffort) ofEffort.push(relation);
    else if (isOverridden(columns, relation)) overridden.push(relation);
    else between.push(relation);
  }
  return { between: Int32Array.from(between), ofEffort: Int32Array.from(ofEffort), ofParents, overridden: Int32Array.from(overridden) };
}

function isRollup(columns: NetworkColumns, hierarchy: Hierarchy, item: number): boolean {
  return hierarchy.isParent[item] === 1 || columns.kind[item] === KIND.sum || columns.kind[item] === KIND.wbsSummary;
}

/** Progress override ignores links into started work whose predecessor is not done yet or that are settled by actual dates. */
function isOverridden(columns: NetworkColumns, relation: number): boolean {
  if (columns.options.progressMode !== 'progress_override') return false;
  const type = columns.relationType[relation];
  const successor = columns.status[columns.successor[relation]];
  if (successor === STATUS.completed) return true;
  return successor === STATUS.inProgress && (type === LINK.fs || type === LINK.ss);
}

/** What the links need to be laid out by node. */
export type LinkSources = { edges: Edges; dropped: Set<number>; rankOf: Int32Array; calendars: NetworkCalendars };

/** Lays the links out by successor, with the lag that is still to run and the calendar it runs in. */
export function fillLinks(columns: NetworkColumns, sources: LinkSources) {
  const { edges, rankOf, dropped } = sources;
  const nodeCount = rankOf.length;
  const kept = Int32Array.from(edges.to.keys()).filter((edge) => !dropped.has(edge));
  const { offset, list } = grouped(nodeCount, kept.map((edge) => rankOf[edges.to[edge]]));
  const linkEdge = list.map((at) => kept[at]);
  const linkRelation = linkEdge.map((edge) => edges.relation[edge]);
  const linkFrom = linkEdge.map((edge) => rankOf[edges.from[edge]]);
  const linkCalendar = linkRelation.map((relation) => (relation < 0 ? sources.calendars.elapsed : lagCalendarOf(columns, relation, sources.calendars)));
  const successors = grouped(nodeCount, linkFrom);
  return {
    predOffset: offset,
    linkFrom,
    linkTo: linkEdge.map((edge) => rankOf[edges.to[edge]]),
    linkType: Uint8Array.from(linkEdge, (edge) => edges.type[edge]),
    linkLag: linkRelation.map((relation, link) => (relation < 0 ? 0 : remainingLag(columns, relation, sources.calendars, linkCalendar[link]))),
    linkCalendar,
    linkFromDataDate: Uint8Array.from(linkRelation, (relation) => (relation >= 0 && startsAtActual(columns, relation) ? 1 : 0)),
    linkRelation,
    succOffset: successors.offset,
    succList: successors.list,
  };
}

/** Where the option says so, what is left of an SS or SF lag of started work runs from the data date, not from the restart. */
function startsAtActual(columns: NetworkColumns, relation: number): boolean {
  if (columns.options.lagFromEarlyStart) return false;
  const type = columns.relationType[relation];
  return (type === LINK.ss || type === LINK.sf) && columns.status[columns.predecessor[relation]] === STATUS.inProgress;
}

const LAG_WORD = { [LAG.predecessor]: 'predecessor', [LAG.successor]: 'successor', [LAG.project]: 'project', [LAG.elapsed]: 'elapsed' } as const;

/** Index of the calendar in which the lag of a relation runs. */
export function lagCalendarOf(columns: NetworkColumns, relation: number, calendars: Omit<NetworkCalendars, 'all'>): number {
  const byte = columns.lagCalendar[relation] || lagByte(columns.options.lagCalendar);
  const word = LAG_WORD[byte as keyof typeof LAG_WORD];
  if (word === 'elapsed') return calendars.elapsed;
  if (word === 'project') return calendars.projectDefault;
  const item = word === 'successor' ? columns.successor[relation] : columns.predecessor[relation];
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
