import { type Figure, type SeriesPeriod, WORK_COUNTS } from '@gantry/contract';
import { amountOf } from '@gantry/engine';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { type CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { readCountsAbove } from '../../../structure/eps/eps.service.ts';
import { axisOf, dayOfDate, dayOfMonth, windowOf } from '../sums/analytics.axis.rules.ts';
import { monthOf, weekOf } from '../facts/analytics.facts.rules.ts';
import { LINE_KEYS, rulesOf } from '../facts/analytics.lines.rules.ts';
import { type Counted, upToDate } from '../analytics.facts.service.ts';
import { BY_ITEM } from '../facts/analytics.groups.rules.ts';
import { linesOfGroup } from '../sums/analytics.group-sums.rules.ts';
import { worksIn } from '../sums/analytics.grouped.service.ts';
import { type PeriodLines, unpackLines } from '../facts/analytics.pack.rules.ts';
import { placeOfNode, withMoneyInSight } from '../analytics.place.service.ts';
import { dimensionOfFigure, isAboutMoney, keyOfFigure, lineOfFigure } from './analytics.rows.rules.ts';
import { dashboardAt } from '../analytics.service.ts';
import { eachUpToDate } from '../sums/analytics.parts.service.ts';
import { withAttributeInSight } from './analytics.sight.service.ts';
import { ofEachPart, totalOf } from '../sums/analytics.sums.rules.ts';

/** What a node comes to, and whether it counts above itself. */
export async function readNode(context: Context, id: number, period: SeriesPeriod) {
  const { scope, ...place } = await placeOfNode(context, id);
  const { kind } = scope;
  return { ...(await dashboardAt(context, { kind, id }, place, period)), checked: await readCountsAbove(context, id) };
}

/** What a figure of a node is made of: what stands directly below it; of a schedule its version. */
export async function navigate(context: Context, id: number, figure: Figure) {
  const { scope, versions: all, parts } = await placeOfNode(context, id);
  const dimension = dimensionOfFigure(figure);
  const inSight = isAboutMoney(figure) ? await withMoneyInSight(context, all) : all;
  const versions = dimension === null ? inSight : await withAttributeInSight(context, inSight, dimension);
  const units = await unitsByVersion(context, versions, figure);
  const decimals = figure.kind === 'stats' ? 0 : rulesOf(figure.kind, figure.measure).decimals;
  const total = [...units.values()].reduce((sum, value) => sum + value, 0);
  const ofPart = ofEachPart(versions, ({ part_id }) => part_id);
  const items =
    scope.kind === 'schedule'
      ? versions.map((version) => ({ id: version.version_id, name: '', kind: 'version' as const, of: [version] }))
      : parts.map((part) => ({ ...part, of: ofPart(part) }));
  return {
    level: scope.kind === 'schedule' ? ('versions' as const) : ('nodes' as const),
    value: amountOf(total, decimals),
    items: items.map(({ of, ...item }) => {
      const own = of.reduce((sum, { version_id }) => sum + (units.get(version_id) ?? 0), 0);
      return { ...item, value: amountOf(own, decimals), share: total === 0 ? null : own / total };
    }),
  };
}

/** What each version brings to a figure, in whole units. */
async function unitsByVersion(context: Context, versions: readonly CountedVersion[], figure: Figure): Promise<Map<number, number>> {
  const works = worksIn(figure);
  if (figure.kind === 'stats') {
    const count = WORK_COUNTS.find((one) => one === figure.line);
    if (!count || figure.group !== undefined) fail('analytics.no_such_question');
    const { kept } = await upToDate(context, versions, { ...works, tier: null });
    return new Map(kept.map(({ version, head }) => [version.version_id, head[count]]));
  }
  const rule = lineOfFigure(figure) ?? fail('analytics.no_such_question');
  const tier = tierOfFigure(figure);
  const dimension = dimensionOfFigure(figure);
  const key = keyOfFigure(figure);
  if (dimension === BY_ITEM && key === undefined) fail('analytics.no_such_question');
  const units = new Map<number, number>();
  const add = ({ version }: Counted, lines: PeriodLines) =>
    units.set(version.version_id, totalOf(lines, rule, axisOf(lines, tier, windowOf(figure))));
  if (dimension !== null && key !== undefined)
    await eachUpToDate(context, versions, { ...works, tier, dimension }, (kept) => {
      for (const one of kept) add(one, linesOfGroup(one, dimension, key) ?? {});
    });
  else {
    // What stands at the end of a period is known as far as any line reaches.
    const wanted = rule.level ? undefined : new Set(rule.of.map(([line]) => line));
    const { kept } = await upToDate(context, versions, { ...works, tier });
    for (const one of kept) add(one, unpackLines(LINE_KEYS, one.lines ?? new Uint8Array(), wanted));
  }
  return units;
}

/** The tier whose periods the days of a figure bound; other days are asked of a version. */
function tierOfFigure({ from, to }: Figure): 'week' | 'month' {
  const ends = [from, to].flatMap((date) => (date === undefined ? [] : [dayOfDate(date)]));
  if (ends.every((day) => dayOfMonth(monthOf(day)) === day)) return 'month';
  return ends.every((day) => weekOf(day) * 7 === day) ? 'week' : fail('analytics.no_such_question');
}
