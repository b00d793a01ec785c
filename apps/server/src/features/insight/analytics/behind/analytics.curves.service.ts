import { type AnalyticsCurve, type CurvesAnswer, type CurvesQuery, type FigureLine, SERIES_KINDS, type SeriesKind } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { curves } from '../../analytics-settings/analytics-settings.service.ts';
import type { Scope } from '../analytics.place.service.ts';
import { readFigures } from '../analytics.service.ts';

type Curve = { id: number; name: string; content: AnalyticsCurve };
type Drawn = CurvesAnswer['lines'][number];

/** The curves of a person at a place, in their order; each follows a line of a kind of figures. */
export async function readCurves(context: Context, scope: Scope, { curves: wanted, ...query }: CurvesQuery): Promise<CurvesAnswer> {
  const chosen = await chosenCurves(context, wanted);
  const measures = SERIES_KINDS.filter((kind) => chosen.some(({ content }) => content.measure === kind));
  const answers = new Map<SeriesKind, Awaited<ReturnType<typeof seriesOf>>>();
  const seriesOf = (kind: SeriesKind) => readFigures(context, scope, kind, { ...query, top: 1 });
  // Without curves the answer still has the place and its state.
  for (const kind of measures.length ? measures : (['count'] as const)) answers.set(kind, await seriesOf(kind));
  const all = [...answers.values()];
  const periods = [...new Set(all.flatMap((one) => one.periods))].toSorted();
  const [first] = all;
  const lines = chosen.flatMap((curve): Drawn[] => {
    const answer = answers.get(curve.content.measure);
    const line = answer?.lines.find(({ key }) => key === curve.content.line);
    return answer && line ? [drawn(curve, line, { of: answer.periods, on: periods, unit: answer.unit })] : [];
  });
  const hidden = Math.max(...all.map(({ state }) => state.hidden));
  return { ...first, kind: 'series', periods, lines, parts: [], state: { ...first.state, hidden } };
}

async function chosenCurves(context: Context, wanted: string | undefined): Promise<Curve[]> {
  const known = await curves.list(context, '');
  if (wanted === undefined) return known.filter(({ active }) => active);
  return wanted.split(',').map((id) => known.find((one) => one.id === Number(id)) ?? fail('preset.not_found', { id: Number(id) }));
}

type Place = { of: readonly string[]; on: readonly string[]; unit: Drawn['unit'] };

/** A line on the periods of all curves, as shares of its total where the curve asks for that. */
function drawn({ id, name, content }: Curve, line: FigureLine, { of, on, unit }: Place): Drawn {
  const { axis, mode, style } = content;
  const whole = mode === 'share' ? line.total : 1;
  const laid = (values: readonly (number | null)[]) => {
    const byPeriod = new Map(of.map((period, index) => [period, values[index]]));
    return on.map((period) => {
      const value = byPeriod.get(period) ?? null;
      return value === null || whole === 0 ? null : value / whole;
    });
  };
  return {
    ...line,
    name,
    values: laid(line.values),
    cumulative: laid(line.cumulative),
    total: mode === 'share' ? Number(whole !== 0) : line.total,
    curve: id,
    unit: mode === 'share' ? { kind: 'share', text: '' } : unit,
    axis,
    mode,
    style,
  };
}
