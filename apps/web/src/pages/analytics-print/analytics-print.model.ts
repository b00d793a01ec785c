import { SERIES_KINDS, type SeriesKind } from '@gantry/contract';
import type { AnalyticsPlace } from '../../features/insight/analytics/analytics.queries.ts';

/** Sheets, all landscape. */
export const PAPERS = ['a4', 'a3', 'a2', 'a1', 'a0'] as const;
export type Paper = (typeof PAPERS)[number];

const SCOPES = ['facility', 'project', 'schedule'] as const;

/**
 * What an address of the print prints: one measure of the whole space (`cost`), all of a node by its id (`12`), or all of a version
 * (`version-12`), on a sheet; A4 where the address names none. No place where there is none of that id.
 */
export function printOf(
  spaceId: number,
  { value, format }: { value: string; format: string },
  nodes: readonly { id: number; kind: string }[],
): { place: AnalyticsPlace | null; kinds: readonly SeriesKind[]; paper: Paper } {
  const paper = PAPERS.find((known) => known === format.toLowerCase()) ?? 'a4';
  const measure = SERIES_KINDS.find((known) => known === value);
  if (measure) return { place: { kind: 'space', id: spaceId }, kinds: [measure], paper };
  const version = /^version-(\d{1,15})$/.exec(value);
  if (version) return { place: { kind: 'version', id: Number(version[1]) }, kinds: SERIES_KINDS, paper };
  const node = nodes.find(({ id }) => String(id) === value);
  const kind = SCOPES.find((known) => known === node?.kind);
  return { place: node && kind ? { kind, id: node.id } : null, kinds: SERIES_KINDS, paper };
}
