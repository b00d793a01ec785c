import { chainageText, type Flow } from '@gantry/plan-view';
import type { TFunction } from 'i18next';
import { shortDate } from '../../../ui/gantt/labels.ts';

/** What an axis of distance leaves out, as a sentence; empty where all works are on it. */
export function leftOut({ axis }: Pick<Flow, 'axis'>, nameOfWork: (id: number) => string, t: TFunction): string {
  if (!axis) return '';
  const { missing, bad } = axis.left;
  return [
    ...(missing > 0 ? [t('cyclogram.left_missing', { count: missing })] : []),
    ...(bad.length > 0 ? [t('cyclogram.left_bad', { count: bad.length, name: nameOfWork(bad[0]) })] : []),
  ].join(' ');
}

/** A cyclogram in words. */
export function flowSentence(flow: Flow, nameOfWork: (id: number) => string, t: TFunction): string {
  const { axis } = flow;
  const common = {
    lines: flow.lines.length,
    works: flow.segments.length,
    from: shortDate(flow.from),
    to: shortDate(flow.to),
    clashes: flow.clashes,
  };
  if (!axis) return t('cyclogram.sentence', { ...common, places: flow.places.length });
  const ends = axis.stretches.flatMap(({ from, to }) => [from, to]);
  const end = (pick: (a: number, b: number) => number): string =>
    chainageText(
      ends.reduce((a, b) => pick(a, b)),
      axis.chainage,
    );
  const drawn = ends.length ? t('cyclogram.sentence_distance', { ...common, low: end(Math.min), high: end(Math.max) }) : '';
  return [drawn, leftOut(flow, nameOfWork, t)].filter(Boolean).join(' ');
}
