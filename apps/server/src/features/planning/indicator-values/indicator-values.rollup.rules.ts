import type { Indicator, IndicatorRollup } from '@gantry/contract';
import { entryOf } from '@gantry/domain';
import type { CountedVersion } from '../version-heads/version-heads.service.ts';
import type { ResultOfVersion } from './indicator-values.repository.ts';

export type Part = { id: number; name: string; kind: IndicatorRollup['parts'][number]['kind'] };

/** Whether a stored result matches the version's present revision and rules. */
export const isCurrent = (result: ResultOfVersion | undefined, version: CountedVersion): boolean =>
  result !== undefined && result.revision === version.revision && !result.rules_changed;

/** Finds the stored result of an indicator for a version. */
export function indexResults(results: readonly ResultOfVersion[]): (versionId: number, indicatorId: number) => ResultOfVersion | undefined {
  const known = new Map(results.map((one) => [`${one.version_id} ${one.indicator_id}`, one]));
  return (versionId, indicatorId) => known.get(`${versionId} ${indicatorId}`);
}

/** Sums what indicators found in versions, as a whole and by part; an indicator without a result is named where it is one of `here`. */
export function rollupsOf(
  versions: readonly CountedVersion[],
  parts: readonly Part[],
  { all, here }: { all: readonly Indicator[]; here: ReadonlySet<number> },
  results: readonly ResultOfVersion[],
): IndicatorRollup[] {
  const byVersion = new Map(versions.map((version) => [version.version_id, version]));
  const byIndicator = Map.groupBy(results, ({ indicator_id }) => indicator_id);
  return all.flatMap(({ id, name, node_id, node_name, rules }): IndicatorRollup[] => {
    const found = byIndicator.get(id);
    if (!found && !here.has(id)) return [];
    const own = found?.filter(({ counts }) => counts.rules.length === rules.length) ?? [];
    const byPart = Map.groupBy(own, ({ version_id }) => byVersion.get(version_id)?.part_id);
    const sum = (list: readonly ResultOfVersion[]) => ({
      rules: rules.map((_rule, index) => list.reduce((total, { counts }) => total + counts.rules[index], 0)),
      none: list.reduce((total, { counts }) => total + counts.none, 0),
    });
    return [
      {
        id,
        name,
        node_id,
        node_name,
        rules,
        counts: sum(own),
        counted: own.length,
        outdated: own.filter((one) => !isCurrent(one, entryOf(byVersion, one.version_id))).length,
        parts: parts.flatMap((part) => {
          const ofPart = byPart.get(part.id);
          return ofPart ? [{ ...part, ...sum(ofPart) }] : [];
        }),
      },
    ];
  });
}
