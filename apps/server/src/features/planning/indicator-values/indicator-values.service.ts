import { z } from 'zod';
import type { Indicator } from '@gantry/contract';
import type { IndicatorRule, VersionRow } from '@gantry/domain';
import { compileFormula, MONEY_FORMULA_FIELDS, rowFormulaSchema } from '@gantry/engine';
import { asFormula, attachIndicators, ruleOfRow, rowsOf, type ScheduleDocument } from '@gantry/plan-view';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { getIndicator, listIndicatorsOf } from '../../catalog/indicators/indicators.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { openWhole } from '../attribute-values/attribute-values.service.ts';
import type { Mask } from '../edits/mask/edits.mask.service.ts';
import { hidesAnything, readVersion, type VersionReader } from '../edits/edits.service.ts';
import { getVersion, listCountedVersions, listVersionsOf } from '../version-heads/version-heads.service.ts';
import { listResults, saveResult } from './indicator-values.repository.ts';

const CALCULATE = 'schedule_indicator_calculate';

/** The rule that each row meets, by indicator; rows that meet none are omitted. */
function judge(
  document: ScheduleDocument,
  indicators: readonly Indicator[],
): Map<number, Map<number, { rule: IndicatorRule; index: number }>> {
  attachIndicators(document, indicators);
  return new Map(
    indicators.map(({ id: indicator, rules }) => {
      const met = new Map<number, { rule: IndicatorRule; index: number }>();
      for (const id of document.tables.wbs.slotOf.keys()) {
        const rule = ruleOfRow(document, indicator, id);
        if (rule) met.set(id, { rule, index: rules.indexOf(rule) });
      }
      return [indicator, met];
    }),
  );
}

type Sight = Pick<Mask, 'money' | 'hidden'>;

/** Whether somebody may see all attributes and costs that the conditions of an indicator read: what it says of rows tells their values. */
function isInSight(indicator: Indicator, attributes: readonly AttributeRow[], mask: Mask | null): boolean {
  return !hidesAnything(mask) || readsOnlySeen(namesReadBy(indicator, attributes), attributes, mask);
}

type AttributeRow = Pick<VersionRow<'attribute'>, 'id' | 'name' | 'type' | 'options'>;

/** The names that the conditions of an indicator read where these attributes are known. */
export function namesReadBy({ rules }: Pick<Indicator, 'rules'>, attributes: readonly AttributeRow[]): string[] {
  const schema = rowFormulaSchema(attributes.map(asFormula));
  return rules.flatMap(({ condition }) => {
    const compiled = compileFormula(condition, schema);
    // A rule over an unreadable attribute matches no row.
    return 'error' in compiled ? [] : compiled.formula.dependencies.map(({ name }) => name);
  });
}

/** Whether all of these names are in somebody's sight. */
export function readsOnlySeen(names: readonly string[], attributes: readonly AttributeRow[], { money, hidden }: Sight): boolean {
  const ids = new Map(attributes.map((row) => [asFormula(row).name, row.id]));
  return names.every((name) => (MONEY_FORMULA_FIELDS.has(name) ? money : !hidden.has(ids.get(name) ?? 0)));
}

/** An indicator over many versions. */
export type IndicatorOfMany = Pick<Indicator, 'id' | 'rules'> & {
  /** Whether the indicator judges the versions of a schedule. */
  judgesIn(scheduleId: number): boolean;
  /** The same of a version in which the reader is restricted: whether they may know its judgement too. */
  judges(reader: VersionReader): Promise<boolean>;
};

/** Opens an indicator for the versions of a place; null where the space has no such indicator. */
export async function openIndicator(context: Context, indicatorId: number): Promise<IndicatorOfMany | null> {
  const indicator = (await listIndicatorsOf(context)).find(({ id }) => id === indicatorId);
  if (!indicator) return null;
  const { id, rules, node_id } = indicator;
  const below = node_id === null ? null : await context.read((db) => listCountedVersions(db, context.spaceId, node_id));
  const schedules = below && new Set(below.map(({ schedule_id }) => schedule_id));
  const judgesIn = (scheduleId: number): boolean => schedules?.has(scheduleId) ?? true;
  return {
    id,
    rules,
    judgesIn,
    judges: async (reader) => {
      if (!judgesIn(reader.head.schedule_id)) return false;
      return isInSight(indicator, reader.mask ? await reader.whole().rows('attribute') : [], reader.mask);
    },
  };
}

/** The indicators that the caller may see in a version. */
export async function inSightOf<I extends Indicator>(context: Context, versionId: number, indicators: readonly I[]): Promise<I[]> {
  return readVersion(context, versionId, async (reader) => {
    const attributes = reader.mask ? await reader.whole().rows('attribute') : [];
    return indicators.filter((indicator) => isInSight(indicator, attributes, reader.mask));
  });
}

/** Lists indicators that apply to a version with their last results. */
export async function listVersionIndicators(context: Context, versionId: number) {
  const { schedule_id, revision } = await getVersion(context, versionId);
  const indicators = await inSightOf(context, versionId, await listIndicatorsOf(context, schedule_id));
  const results = new Map(
    (await context.read((db) => listResults(db, { spaceId: context.spaceId, versionId }))).map((row) => [row.indicator_id, row]),
  );
  return {
    revision,
    indicators: indicators.map((indicator) => {
      const result = results.get(indicator.id);
      const counted = result ? { revision: result.revision, calculated_at: result.calculated_at.toISOString(), ...result.counts } : null;
      return { ...indicator, counted };
    }),
  };
}

/** An indicator that applies to a version, or a refusal. */
async function indicatorFor(context: Context, versionId: number, indicatorId: number): Promise<Indicator> {
  const indicator = (await indicatorsFor(context, versionId)).find(({ id }) => id === indicatorId);
  if (!indicator) fail('indicator.not_found', { id: indicatorId });
  return indicator;
}

/** Evaluates an indicator for the rows of a version. */
export async function readIndicatorValues(context: Context, versionId: number, indicatorId: number) {
  const indicator = await indicatorFor(context, versionId, indicatorId);
  return readVersion(context, versionId, async (reader) => {
    const document = await openWhole(reader);
    if (!isInSight(indicator, rowsOf(document, 'attribute'), reader.mask)) fail('indicator.not_found', { id: indicatorId });
    const met = judge(document, [indicator]).get(indicatorId) ?? new Map();
    const rows = [...met].map(([row_id, { rule }]) => ({ row_id, state: rule.state, tint: rule.tint, text: rule.text }));
    return { revision: reader.head.revision, rows };
  });
}

/** The indicators that apply to a version. */
export async function indicatorsFor(context: Context, versionId: number): Promise<Indicator[]> {
  const { schedule_id } = await getVersion(context, versionId);
  return listIndicatorsOf(context, schedule_id);
}

/** Lets those of some indicators that somebody may know of judge the rows of a document. */
export function attachInSight(document: ScheduleDocument, indicators: readonly Indicator[], mask: Mask | null): void {
  const attributes = rowsOf(document, 'attribute');
  attachIndicators(
    document,
    indicators.filter((indicator) => isInSight(indicator, attributes, mask)),
  );
}

type Counted = { version_id: number; schedule_id: number };

/** Calculates all indicators of a version as a job. */
export async function startIndicators(context: Context, versionId: number): Promise<number> {
  const { id, name, schedule_id } = await getVersion(context, versionId);
  return startIndicatorsOf(context, name, [{ version_id: id, schedule_id }]);
}

/** Calculates one indicator for all versions of a schedule as a job. */
export async function startIndicatorOfSchedule(context: Context, scheduleId: number, indicatorId: number): Promise<number> {
  const schedule = await getNode(context, scheduleId, 'schedule');
  const indicator = await getIndicator(context, indicatorId);
  if (!(await listIndicatorsOf(context, scheduleId)).some(({ id }) => id === indicatorId)) fail('indicator.not_found', { id: indicatorId });
  const versions = (await listVersionsOf(context, scheduleId)).map(({ id }) => ({ version_id: id, schedule_id: scheduleId }));
  return startIndicatorsOf(context, `${schedule.name}: ${indicator.name}`, versions, indicatorId);
}

/** Calculates the indicators of versions, or one of them, as a job. */
export async function startIndicatorsOf(
  context: Context,
  title: string,
  versions: readonly Counted[],
  indicatorId: number | null = null,
): Promise<number> {
  const input: Stored = { versions: versions.map(({ version_id, schedule_id }) => ({ version_id, schedule_id })), indicatorId };
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: CALCULATE, title, input }),
  );
}

const stored = z.object({
  versions: z.array(z.object({ version_id: z.number(), schedule_id: z.number() })),
  indicatorId: z.number().nullable(),
});
type Stored = z.output<typeof stored>;

/** The job that counts indicators of versions. */
export function indicatorsJob(contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: CALCULATE,
    input: stored,
    afterRestart: 'again',
    lane: 'quick',
    needs: (input) => input.versions.map(({ version_id: id }) => ({ right: 'plan.calculate', at: { kind: 'version', id } })),
    async run(job) {
      const context = await contextOf(job);
      const { versions, indicatorId } = job.input;
      for (const [index, { version_id, schedule_id }] of versions.entries()) {
        await job.progress(index / versions.length, 'indicators.calculating');
        await countVersion(context, schedule_id, version_id, indicatorId);
      }
      return { schedule_id: versions[0]?.schedule_id ?? null, version_ids: versions.map(({ version_id }) => version_id) };
    },
  };
}

async function countVersion(context: Context, scheduleId: number, versionId: number, only: number | null): Promise<void> {
  const indicators = (await listIndicatorsOf(context, scheduleId)).filter(({ id }) => only === null || id === only);
  const document = await readVersion(context, versionId, openWhole);
  const { revision } = document;
  const judged = judge(document, indicators);
  await context.write(async (tx) => {
    await context.recheck(tx);
    for (const { id, rules } of indicators) {
      const counts = { rules: rules.map(() => 0), none: document.tables.wbs.slotOf.size };
      for (const { index } of judged.get(id)?.values() ?? []) {
        counts.rules[index] += 1;
        counts.none -= 1;
      }
      await saveResult(tx, { spaceId: context.spaceId, versionId }, id, revision, counts);
    }
    await context.push.send(tx, { spaceId: context.spaceId }, CALCULATE, { schedule_id: scheduleId, version_id: versionId, revision });
  });
}
