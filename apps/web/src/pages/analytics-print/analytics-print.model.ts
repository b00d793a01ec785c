import { SERIES_KINDS, type SeriesKind } from '@gantry/contract';
import type { AnalyticsPlace } from '../../features/insight/analytics/analytics.queries.ts';

/** Sheets, all landscape. */
export const PAPERS = ['a4', 'a3', 'a2', 'a1', 'a0'] as const;
export type Paper = (typeof PAPERS)[number];

const SCOPES = ['facility', 'project', 'schedule'] as const;

/**
 * What an address of the print prints: one measure of the whole space (`cost`), all of a node by its id (`12`), or all of a version
 * (`version-12`), or a dashboard (`dashboard-3`, `dashboard-usual`) of the space or of the node that the query names, on a sheet; A4
 * where the address names none. No place where there is none of that id.
 */
export function printOf(
  spaceId: number,
  { value, format, node: of }: { value: string; format: string; node?: string | undefined },
  nodes: readonly { id: number; kind: string }[],
): { place: AnalyticsPlace | null; kinds: readonly SeriesKind[]; paper: Paper; dashboard?: number | 'usual' } {
  const paper = PAPERS.find((known) => known === format.toLowerCase()) ?? 'a4';
  const measure = SERIES_KINDS.find((known) => known === value);
  if (measure) return { place: { kind: 'space', id: spaceId }, kinds: [measure], paper };
  const nodePlace = (id: string): AnalyticsPlace | null => {
    const found = nodes.find((node) => String(node.id) === id);
    const kind = SCOPES.find((known) => known === found?.kind);
    return found && kind ? { kind, id: found.id } : null;
  };
  const dashboard = /^dashboard-(usual|\d{1,15})$/.exec(value)?.[1];
  if (dashboard)
    return {
      place: of === undefined ? { kind: 'space', id: spaceId } : nodePlace(of),
      kinds: [],
      paper,
      dashboard: dashboard === 'usual' ? 'usual' : Number(dashboard),
    };
  const version = /^version-(\d{1,15})$/.exec(value);
  if (version) return { place: { kind: 'version', id: Number(version[1]) }, kinds: SERIES_KINDS, paper };
  return { place: nodePlace(value), kinds: SERIES_KINDS, paper };
}
