import type { NetworkColumns } from '../network/columns.ts';
import { fillNodeLimits } from '../network/limits.ts';
import { remainingLag } from '../network/links.ts';
import { remainingOf, type Network } from '../network/network.ts';
import { markOrdinary } from '../network/ordinary.ts';

/** Item columns that an edit can set without a new network; dates are minutes, NO_DATE for none. */
export const EDITABLE_COLUMNS = [
  'duration',
  'remaining',
  'startLimit',
  'startLimitDate',
  'finishLimit',
  'finishLimitDate',
  'deadline',
  'expectedFinish',
  'resume',
  'externalStartFloor',
  'externalFinishFloor',
  'externalStartCeiling',
  'externalFinishCeiling',
] as const satisfies (keyof NetworkColumns)[];
export type EditableColumn = (typeof EDITABLE_COLUMNS)[number];

export type ValueEdit = { item: number; column: EditableColumn; value: number } | { relation: number; lag: number };

/** One change to the plan; what changes items, relations, calendars, status or options builds the network anew. */
export type Edit = ValueEdit | { rebuild: (columns: NetworkColumns) => NetworkColumns };

/** Writes an edit into columns and network; answers with the nodes that it makes dirty. */
export function applyEdit(network: Network, edit: ValueEdit): number[] {
  const { columns } = network;
  if ('relation' in edit) {
    columns.lag[edit.relation] = edit.lag;
    return applyLag(network, edit.relation);
  }
  columns[edit.column][edit.item] = edit.value;
  const node = network.nodeOf[edit.item];
  if (node < 0) return [];
  if (edit.column === 'remaining') network.remaining[node] = remainingOf(columns, edit.item, network.kind[node]);
  else if (edit.column === 'expectedFinish' || edit.column === 'resume') network[edit.column][node] = edit.value;
  else fillNodeLimits(network, node);
  markOrdinary(network, node);
  return [node];
}

function applyLag(network: Network, relation: number): number[] {
  const { columns } = network;
  const calendars = { all: network.calendars, elapsed: columns.calendars.length, projectDefault: network.projectCalendar };
  const dirty: number[] = [];
  for (const link of linksOf(network, relation)) {
    network.linkLag[link] = remainingLag(columns, relation, calendars, network.linkCalendar[link]);
    dirty.push(network.linkTo[link], network.linkFrom[link]);
  }
  return dirty;
}

/** Links that stand for a relation: one between two items, several into the finish of a row with children. */
function linksOf(network: Network, relation: number): number[] {
  const node = network.nodeOf[network.columns.successor[relation]] ?? -1;
  const from = node < 0 ? 0 : network.predOffset[node];
  const to = node < 0 ? network.linkRelation.length : network.predOffset[node + 1];
  const links: number[] = [];
  for (let link = from; link < to; link++) if (network.linkRelation[link] === relation) links.push(link);
  return links;
}
