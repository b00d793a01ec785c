import type { CalculationOptions, MsProjectOptions } from '@gantry/domain';
import type { ScenarioNumber } from '../progress/scenario.ts';
import type { ProgressOptions } from '../progress/started-work.ts';
import { momentOfChart } from './chart.ts';
import { chartDrawers } from './chart-drawers.ts';
import { forecastPicture } from './started-work-chart.ts';

/**
 * A file of charts: what its cases share, sections, and cases of rows `what is planned | what is calculated`. Words in braces are
 * options; they hold for the file, a section or a case, the nearer one first. `draw` names what is shown.
 */
type ChartFile = { about: string[]; options: string; sections: ChartSection[] };
type ChartSection = { title: string; options: string; cases: ChartCase[] };
type ChartCase = { title: string; options: string; rows: { planned: string; shown: string }[] };

/** Reads the text of a file of charts. */
export function parseCharts(text: string): ChartFile {
  const file: ChartFile = { about: [], options: '', sections: [] };
  for (const line of text.split('\n')) {
    const section = file.sections.at(-1);
    const head = /^(==|-) (.*?)(?: \{(.*)\})?$/.exec(line);
    if (head?.[1] === '==') file.sections.push({ title: head[2], options: head[3] ?? '', cases: [] });
    else if (head) section?.cases.push({ title: head[2], options: head[3] ?? '', rows: [] });
    else if (!section && line.startsWith('{')) file.options = line.slice(1, -1);
    else if (!section && line) file.about.push(line);
    else if (line.includes('|')) section?.cases.at(-1)?.rows.push(rowOf(line));
  }
  return file;
}

/** The file as it is to be, every case calculated anew. */
export function writeCharts(file: ChartFile): string {
  const lines = [...file.about, ...(file.options ? [`{${file.options}}`] : [])];
  for (const section of file.sections) {
    lines.push('', `== ${section.title}${inBraces(section.options)}`);
    const width = Math.max(...section.cases.flatMap(({ rows }) => rows.map(({ planned }) => planned.length)));
    for (const one of section.cases) {
      const shown = shownBy(file, section, one);
      lines.push(`- ${one.title}${inBraces(one.options)}`);
      const rows = Array.from({ length: Math.max(shown.length, plannedRows(one).length) }, (_, at) => [
        plannedRows(one)[at] ?? '',
        shown[at] ?? '',
      ]);
      for (const [planned, right] of rows) lines.push(`${planned.padEnd(width)} | ${right}`.trimEnd());
    }
  }
  return lines.join('\n') + '\n';
}

/** What the engine makes of a case, line by line. */
export function shownBy(file: ChartFile, section: ChartSection, one: ChartCase): string[] {
  const words = new Map([file, section, one].flatMap(({ options }) => wordsOf(options)));
  const [name, hours] = (words.get('draw') ?? 'bars').split(':');
  if (name === 'forecast') return forecastLines(plannedRows(one), words);
  const draw = chartDrawers[name];
  if (!draw) throw new Error(`charts are not drawn as ${name}`);
  words.delete('draw');
  return draw(plannedRows(one), optionsOf(words), Number(hours ?? 1)).map((line) => line.trimEnd());
}

function plannedRows({ rows }: ChartCase): string[] {
  return rows.map(({ planned }) => planned).filter((planned) => planned !== '');
}

function rowOf(line: string): { planned: string; shown: string } {
  const at = line.indexOf('|');
  return { planned: line.slice(0, at).trimEnd(), shown: line.slice(at + 2).trimEnd() };
}

function inBraces(options: string): string {
  return options ? ` {${options}}` : '';
}

function wordsOf(options: string): [string, string][] {
  return options.split(' ').flatMap((word) => {
    const [name, value] = word.split('=');
    return value === undefined ? [] : [[name, value]];
  });
}

/** A started work by a scenario, `scenario=4 D=12 p=0.9`: what is entered stands left, what remains of it right. */
function forecastLines(rows: string[], words: Map<string, string>): string[] {
  const given: Record<string, string | number> = {};
  for (const [name, value] of words) given[name] = Number.isNaN(Number(value)) ? value : Number(value);
  const { scenario, rate, draw: _, ...work } = given;
  const options = rate === undefined ? undefined : RATES[rate];
  const drawn = forecastPicture(Number(scenario) as ScenarioNumber, work, ['', ...rows].join('\n'), options);
  return drawn.split('\n').filter((line) => line.startsWith('bar') || line.startsWith('ends'));
}

const RATES: Partial<Record<string, ProgressOptions>> = {
  pace: { rateOfProgress: 'pace', rateOfFact: 'fact' },
  plan: { rateOfProgress: 'plan', rateOfFact: 'plan' },
};

/** The options that MS Project gives a new project; a working day from 08:00 to 16:00. */
export const MS_PROJECT_OPTIONS: MsProjectOptions = {
  scheduleFrom: 'start',
  statusDate: null,
  honorConstraints: true,
  splitInProgress: true,
  moveCompletedEndsBack: false,
  moveRemainingStartsBack: false,
  moveRemainingStartsForward: false,
  moveCompletedEndsForward: false,
  multipleCriticalPaths: false,
  defaultStart: 480,
  defaultFinish: 960,
};

const DATES = new Set(['dataDate', 'mustFinishBy', 'projectStart', 'scheduledFinish']);

/** `dataDate=2@0`, `floatPaths=free_float:9:2` (by, how many, the item they lead to), `msproject=from_finish`; else a number or a word. */
function optionsOf(words: Map<string, string>): Partial<CalculationOptions> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of words) {
    if (DATES.has(name)) options[name] = momentOfChart(value, 0);
    else if (name === 'floatPaths') {
      const [by, count, end] = value.split(':');
      options[name] = { by, count: Number(count), endItemId: end ? Number(end) : null };
    } else if (name === 'msproject') {
      options[name] = {
        ...MS_PROJECT_OPTIONS,
        scheduleFrom: value === 'from_finish' ? 'finish' : 'start',
        honorConstraints: value !== 'links_first',
      };
    } else options[name] = value === 'true' || value === 'false' ? value === 'true' : Number.isNaN(Number(value)) ? value : Number(value);
  }
  return options;
}
