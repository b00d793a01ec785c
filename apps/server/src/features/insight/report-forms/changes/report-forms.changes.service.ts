import { NARRATIVE_DAYS } from '@gantry/contract';
import { type Language, minuteAt, MINUTES_PER_DAY, type REPORT_CHANGE_VALUES, type ReportCell } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { textsOf } from '../../../access/localization/localization.service.ts';
import { readSettings } from '../../../access/spaces/spaces.service.ts';
import { compareRows } from '../../../planning/compare/compare.service.ts';
import { getVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { findBase, linesOfNarrative, readNarrative } from '../../narrative/narrative.service.ts';

/** Rows of lists that a form names, as its reader sees them. */
export type ReportRecords = readonly Record<string, ReportCell>[];

/** The rows of a version that differ from its base version, of the chosen ones and what is below them where some are chosen; none where the schedule has no other version. */
export async function changesOf(
  context: Context,
  versionId: number,
  { language, wbsIds }: { language: Language; wbsIds: readonly number[] },
): Promise<ReportRecords> {
  const version = await getVersion(context, versionId);
  const base = await findBase(context, version);
  if (!base) return [];
  const asked = { version_ids: [base.id, versionId], origin: 'all' as const, search: '', all: false };
  const { rows } = await compareRows(context, version.schedule_id, asked);
  const t = wordsOf(language);
  const chosen = new Set(wbsIds);
  const isChosen: boolean[] = [];
  // Rows stand behind the rows above them.
  for (const [at, { ids, parent }] of rows.entries())
    isChosen[at] = !chosen.size || (ids[1] !== null && chosen.has(ids[1])) || (parent !== null && isChosen[parent]);
  return rows
    .filter(({ change }, at) => isChosen[at] && change !== 'same')
    .map(({ code, name, change, kinds, start, finish }): Record<(typeof REPORT_CHANGE_VALUES)[number], ReportCell> => {
      const [[startBefore, startNow], [before, now]] = [start, finish].map((dates) => dates.map(minuteOf));
      return {
        code,
        name,
        change: t(`compare.change_${change}`),
        kinds: change === 'changed' ? kinds.map((kind) => t(`compare.kind_${kind}`)).join(', ') : null,
        start_before: cellOf(startBefore),
        start: cellOf(startNow),
        finish_before: cellOf(before),
        finish: cellOf(now),
        days: before === null || now === null ? null : Math.round((now - before) / MINUTES_PER_DAY),
      };
    });
}

/** The lines of the narrative of a version, told against its base version. */
export async function narrativeOf(context: Context, versionId: number, language: Language): Promise<ReportRecords> {
  const narrative = await readNarrative(context, versionId, { days: NARRATIVE_DAYS });
  return linesOfNarrative(narrative, { t: wordsOf(language), language, currency: (await readSettings(context)).currency });
}

function wordsOf(language: Language): (key: string) => string {
  const texts = textsOf(language);
  return (key) => texts[key] ?? key;
}

const minuteOf = (date: string | null): number | null => (date === null ? null : minuteAt(date));
const cellOf = (minute: number | null): ReportCell => (minute === null ? null : { minute });
