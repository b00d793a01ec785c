import { CHART_DRAWERS } from './chart-drawers.ts';

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
  const name = words.get('draw') ?? 'bars';
  const draw = CHART_DRAWERS[name];
  if (!draw) throw new Error(`charts are not drawn as ${name}`);
  words.delete('draw');
  return draw(plannedRows(one), words).map((line) => line.trimEnd());
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
