import { ROW_TEXT_LENGTH } from '@gantry/contract';
import { VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { type CodePage, type Finding, type ImportedProject, readXer } from '@gantry/interchange';
import { createReadStream } from 'node:fs';
import { serveThread } from '../../../platform/workers.thread.ts';
import { contentOf, countUnstorableDates, dateOrNull, lastIdOf, listCutItems } from './import.content.rules.ts';

export type ImportInput = { path: string; bytes: number; codePage: string | null };

/** One project of a file, ready to be stored: rows of each table, packed. */
export type ReadProject = {
  code: string;
  name: string;
  dataDate: string | null;
  lastId: number;
  itemCount: number;
  counts: Record<VersionTable, number>;
  rows: Record<VersionTable, object[]>;
};

export type ImportOutcome = {
  projects: ReadProject[];
  findings: Finding[];
  codePage: string | null;
  format: string | null;
  program: string;
};

const FINDINGS_A_PROJECT = 100;

serveThread<ImportInput, ImportOutcome>(async ({ path, bytes, codePage }, progress) => {
  const { project: file, findings } = await readXer(createReadStream(path), {
    codePage: (codePage ?? undefined) as CodePage | undefined,
    onProgress: (done) => progress(bytes ? done / bytes : 1),
  });
  if (!file) return { projects: [], findings, codePage: null, format: null, program: '' };
  const live = file.projects.filter(({ plan, baselineOf }) => plan.items.length > 0 && baselineOf === null);
  const program = [file.producer.program, file.producer.version].filter(Boolean).join(' ');
  const worked = live.filter(({ plan }) => plan.items.some(({ type }) => type !== 'sum'));
  const wanted = (worked.length ? worked : live).sort((a, b) => b.plan.items.length - a.plan.items.length);
  for (const { code, name } of live.filter((project) => !wanted.includes(project))) {
    findings.push({ severity: 'info', code: 'import.project_without_tasks', parameters: { code, name } });
  }
  for (const project of wanted) {
    const count = countUnstorableDates(project);
    for (const item of listCutItems(project).slice(0, FINDINGS_A_PROJECT)) {
      findings.push({ severity: 'warning', code: 'import.text_cut', parameters: { item: item.code.slice(0, 100), most: ROW_TEXT_LENGTH } });
    }
    if (count) findings.push({ severity: 'warning', code: 'import.dates_left_out', parameters: { project: project.code, count } });
  }
  return { projects: wanted.map(packed), findings, codePage: file.codePage, format: file.format, program };
});

function packed(project: ImportedProject): ReadProject {
  const content = contentOf(project);
  return {
    code: project.code,
    name: project.name,
    dataDate: dateOrNull(project.plan.options.dataDate),
    lastId: lastIdOf(content),
    itemCount: content.wbs.length,
    counts: Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, content[table].length])) as Record<VersionTable, number>,
    rows: content,
  };
}
