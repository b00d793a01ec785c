import type { ResourceLoadAnswer } from '@gantry/contract';
import { dayOf, formatMinute, minuteAt, MINUTES_PER_DAY, type Period, RESOURCE_KINDS } from '@gantry/domain';
import { nextPeriod, periodStart } from '@gantry/engine';

export type LoadedResource = ResourceLoadAnswer['resources'][number];

/** Periods shown at once, by their length. */
export const PERIODS_SHOWN: Record<Period, number> = { day: 28, week: 26, month: 18, quarter: 12, year: 10 };
/** Periods before the data date that the first window shows. */
const BEFORE_DATA_DATE = 2;

const dayText = (day: number): string => formatMinute(day * MINUTES_PER_DAY).slice(0, 10);
const dayAt = (text: string): number => dayOf(minuteAt(`${text.slice(0, 10)}T00:00`));

/** A window of whole periods: its first day, and the day after its last. */
export type LoadWindow = { from: string; to: string };

function windowFrom(start: number, period: Period): LoadWindow {
  let end = start;
  for (let at = 0; at < PERIODS_SHOWN[period]; at += 1) end = nextPeriod(end, period);
  return { from: dayText(start), to: dayText(end) };
}

function back(start: number, period: Period, count: number): number {
  let day = start;
  for (let at = 0; at < count; at += 1) day = periodStart(day - 1, period);
  return day;
}

/** The window around a day, which has two periods before it. */
export const windowAround = (day: string, period: Period): LoadWindow =>
  windowFrom(back(periodStart(dayAt(day), period), period, BEFORE_DATA_DATE), period);

/** The first window of a load: around its data date, or where it begins when nothing lies around that. */
export function openingOf(load: Pick<ResourceLoadAnswer, 'data_date' | 'extent'> | undefined, today: string, period: Period) {
  const { data_date: dataDate = null, extent = null } = load ?? {};
  const day = dataDate?.slice(0, 10) ?? null;
  const isAround = day !== null && (!extent || (day >= extent.from && day <= extent.to));
  const window = isAround || !extent ? windowAround(day ?? today, period) : windowFrom(periodStart(dayAt(extent.from), period), period);
  return { isAround, window };
}

/** The window half a window later (1) or earlier (-1). */
export function movedWindow({ from }: LoadWindow, period: Period, by: 1 | -1): LoadWindow {
  const half = Math.ceil(PERIODS_SHOWN[period] / 2);
  let start = dayAt(from);
  if (by < 0) start = back(start, period, half);
  else for (let at = 0; at < half; at += 1) start = nextPeriod(start, period);
  return windowFrom(start, period);
}

/** The period that contains the day, by its first days; -1 outside. */
export function periodAt(starts: readonly string[], day: string): number {
  const text = day.slice(0, 10);
  if (!starts.length || text < starts[0] || text >= (starts.at(-1) ?? '')) return -1;
  return starts.findLastIndex((start) => start <= text);
}

/** The selected cell: a resource by its key, and a period of the window; null = all of it. */
export type LoadCell = { key: string; at: number | null };

/** What the person looks for. */
export type LoadFilter = { text: string; kind: (typeof RESOURCE_KINDS)[number] | 'all'; over: boolean };

/** Everything. */
export const NO_LOAD_FILTER: LoadFilter = { text: '', kind: 'all', over: false };

/** A filter as the address holds it, such as `kind:labour over:yes crane`; nothing where all is shown. */
export function loadFilterText({ text, kind, over }: LoadFilter): string | undefined {
  return [kind === 'all' ? '' : `kind:${kind}`, over ? 'over:yes' : '', text.trim()].filter(Boolean).join(' ') || undefined;
}

/** The filter that an address holds; what is no kind of resource is looked for as text. */
export function loadFilterOf(address: string | undefined): LoadFilter {
  const filter = { ...NO_LOAD_FILTER };
  const words = (address ?? '').split(' ').filter((word) => {
    const kind = RESOURCE_KINDS.find((each) => word === `kind:${each}`);
    if (kind) filter.kind = kind;
    if (word === 'over:yes') filter.over = true;
    return !kind && word !== 'over:yes';
  });
  return { ...filter, text: words.join(' ').trim() };
}

const isOver = (resource: LoadedResource): boolean => resource.over_days.some((days) => days > 0);

/** Resources that pass the filter, by code and name; those with nothing in the window come last. */
export function shownResources(resources: readonly LoadedResource[], { text, kind, over }: LoadFilter): LoadedResource[] {
  const wanted = text.trim().toLocaleLowerCase();
  const used = (resource: LoadedResource): number => (resource.values.some((value) => value !== 0) ? 0 : 1);
  return resources
    .filter((one) => kind === 'all' || one.kind === kind)
    .filter((one) => !over || isOver(one))
    .filter(({ code, name }) => !wanted || `${code} ${name}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => used(a) - used(b) || a.code.localeCompare(b.code, undefined, { numeric: true }) || a.name.localeCompare(b.name));
}

/** How a cell is coloured: nothing, by its share of the limit (of the largest value without a limit), as near the limit, or as beyond it. */
export function toneOf(
  { values, capacity, over_days }: LoadedResource,
  at: number,
  nearPercent = Infinity,
): { tone: 'none' | 'load' | 'near' | 'over'; share: number } {
  const value = values[at];
  if (!value) return { tone: 'none', share: 0 };
  const most = capacity?.[at] || Math.max(...values);
  const share = Math.min(1, value / most);
  const isNear = Boolean(capacity?.[at]) && value * 100 >= most * nearPercent;
  return { tone: over_days[at] > 0 ? 'over' : isNear ? 'near' : 'load', share };
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The table as tab-separated text, for spreadsheets. */
export function loadAsText(resources: readonly LoadedResource[], heads: readonly string[], amount: (value: number) => string): string {
  const lines = resources.map(({ code, name, unit, values }) => [code, name, unit, amount(sumOf(values)), ...values.map(amount)]);
  const clean = (cell: string): string => cell.replaceAll(/[\t\r\n]/g, ' ');
  return [heads, ...lines].map((line) => line.map(clean).join('\t')).join('\n');
}
