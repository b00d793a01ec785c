import type { FigureNarrowing, FormulaAnswer, FormulaQuery } from '@gantry/contract';
import { formatMinute, type Minute, minuteAt } from '@gantry/domain';
import {
  compileFigureFormula,
  evaluateFormula,
  type Formula,
  FORMULA_FIGURES,
  type FormulaCell,
  type FormulaResult,
  isFormulaError,
} from '@gantry/engine';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import type { CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { type Counted, isNarrowed, upToDate } from '../analytics.facts.service.ts';
import { placeOf, type Scope, stateOf, withMoneyInSight } from '../analytics.place.service.ts';
import { estimateAt } from '../analytics.service.ts';
import { BY_ITEM } from '../facts/analytics.groups.rules.ts';
import { LINE_KEYS } from '../facts/analytics.lines.rules.ts';
import { type PeriodLines, unpackLines } from '../facts/analytics.pack.rules.ts';
import { dateOf } from '../sums/analytics.axis.rules.ts';
import {
  type Basis,
  figureReader,
  figureReaders,
  linesRead,
  periodsOf,
  questionOf,
  readsMoney,
  readsVolume,
} from '../sums/analytics.formula.rules.ts';
import { linesOfGroup } from '../sums/analytics.group-sums.rules.ts';
import { eachUpToDate } from '../sums/analytics.parts.service.ts';
import { ofEachPart } from '../sums/analytics.sums.rules.ts';

const UNCOUNTED = { versions: 0, outdated: [], job_id: null, computed_at: null };

/** Calculates a formula over figures for a place and for each of its parts. */
export async function readFormula(context: Context, scope: Scope, query: FormulaQuery): Promise<FormulaAnswer> {
  const { formula: text, version, item, period, at, ...narrowing } = query;
  const place = await placeOf(context, scope, version);
  const compiled = compileFigureFormula(text);
  if ('error' in compiled)
    return {
      type: null,
      value: null,
      fault: compiled.error,
      parts: [],
      figures: [],
      series: null,
      state: await stateOf(context, UNCOUNTED, place),
    };
  const { formula } = compiled;
  const inSight = await withMoneyInSight(context, place.versions);
  const versions = readsMoney(formula) ? inSight : place.versions;
  const { kept, state } = await upToDate(context, versions, { tier: 'month', ...narrowing });
  const byItem = item !== undefined && readsVolume(formula) ? await volumesOf(context, versions, item, narrowing) : [];
  const estimate = await estimateAt(context, scope, place.versions, kept, isNarrowed(narrowing));
  const wanted = linesRead(formula);
  const linesOf = new Map(kept.map((one) => [one, unpackLines(LINE_KEYS, one.lines ?? new Uint8Array(), wanted)]));
  const basisOf = (own: readonly Counted[], ownByItem: readonly Volumes[]): Basis => {
    const schedules = new Set(own.map(({ version: { schedule_id } }) => schedule_id));
    return {
      facts: own.map((one) => ({ head: one.head, lines: linesOf.get(one) ?? {} })),
      volumes: ownByItem.map(({ lines }) => lines),
      money: versions.length === inSight.length,
      estimate: estimate.method,
      before: estimate.before.filter(({ schedule_id }) => schedules.has(schedule_id)),
    };
  };
  const today = Math.max(...kept.map(({ head }) => head.data_date));
  const dataDate = kept.length ? today : minuteAt(context.now().toISOString().slice(0, 16));
  const whole = basisOf(kept, byItem);
  const periods = period === undefined ? [] : periodsOf(formula, whole, period, dataDate);
  const until = at === undefined ? null : (periods.find(({ first }) => dateOf(first) === at)?.until ?? fail('analytics.no_such_question'));
  const ofPart = ofEachPart(kept, ({ version }) => version.part_id);
  const itemsOfPart = ofEachPart(byItem, ({ part_id }) => part_id);
  const parts = place.parts.map((part) => ({ ...part, read: figureReader(basisOf(ofPart(part), itemsOfPart(part)), until) }));
  const children = parts.map(({ read }) => read);
  const read = figureReader(whole, until);
  const value = valueOf(formula, read, children, dataDate);
  const named = new Set(formula.dependencies.map(({ name }) => name));
  const unseen = isNarrowed(narrowing) ? versions.length - kept.length : 0;
  return {
    type: formula.type === 'empty' ? null : (formula.type as FormulaAnswer['type']),
    value: shown(formula.type, value),
    fault: isFormulaError(value) ? value : null,
    parts: parts.map(({ read: own, ...part }) => ({ ...part, value: shown(formula.type, valueOf(formula, own, [], dataDate)) })),
    figures: FORMULA_FIGURES.filter(({ name }) => named.has(name)).map(({ name, type }) => ({
      name,
      type,
      value: shown(type, read(name)),
      // A figure that is opened is of the versions that count.
      figure:
        version === undefined
          ? questionOf(name, item, { ...narrowing, ...(until && { to: dateOf(until.end) }) }, readsMoney(formula))
          : null,
    })),
    series: period === undefined ? null : seriesOf(formula, whole, periods, dataDate),
    state: await stateOf(context, state, place, place.versions.length - versions.length + unseen),
  };
}

type Read = (name: string) => FormulaCell;

const valueOf = (formula: Formula, own: Read, children: readonly Read[], dataDate: Minute): FormulaResult =>
  evaluateFormula(formula, {
    read: (scope, name) => (scope === 'children' ? children.map((read) => read(name)) : own(name)),
    calendar: null,
    dataDate,
  });

/** What a formula of lines comes to until the end of each period; a formula over what stands below has no curve. */
function seriesOf(formula: Formula, basis: Basis, all: ReturnType<typeof periodsOf>, dataDate: Minute): FormulaAnswer['series'] {
  const periods = formula.dependencies.some(({ scope }) => scope === 'children') ? [] : all;
  const readUntil = figureReaders(basis);
  return {
    periods: periods.map(({ first }) => dateOf(first)),
    values: periods.map(({ until }) => {
      const value = valueOf(formula, readUntil(until), [], dataDate);
      return typeof value === 'number' ? value : null;
    }),
  };
}

function shown(type: Formula['type'], value: FormulaResult): FormulaAnswer['value'] {
  if (isFormulaError(value) || value === null || typeof value === 'object') return null;
  return type === 'date' && typeof value === 'number' ? formatMinute(value) : value;
}

type Volumes = { part_id: number; lines: PeriodLines };

/** The lines of one item of volumes in each version that has it. */
async function volumesOf(context: Context, versions: readonly CountedVersion[], item: string, narrowing: FigureNarrowing) {
  const found: Volumes[] = [];
  await eachUpToDate(context, versions, { tier: 'month', dimension: BY_ITEM, ...narrowing }, (kept) => {
    for (const one of kept) {
      const lines = linesOfGroup(one, BY_ITEM, item);
      if (lines) found.push({ part_id: one.version.part_id, lines });
    }
  });
  return found;
}
