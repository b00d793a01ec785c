import { sheetName } from '@gantry/domain';
import { writeXlsx as writeWorkbook } from 'hucre/xlsx';
import type { ProjectFile, WriteResult } from '../../project-file.ts';
import { inWords } from '../../table/words.ts';
import { headed, valueOf } from '../../table/write-sheet.ts';
import { COLUMNS } from '../../table/columns.ts';
import { tableOfProject } from '../../table/write-table.ts';

/** Columns whose values are words of a list: for people, not as the product calls them. */
const WORDED: ReadonlySet<string> = new Set(
  COLUMNS.filter(({ key }) => ['type', 'scheduling', 'status', 'startLimitType', 'finishLimitType'].includes(key)).map(
    ({ header }) => header,
  ),
);
/** Spreadsheets fold no deeper. */
const DEEPEST_OUTLINE = 7;

/** Writes a workbook with one sheet a project. Texts are inline strings, so that none is taken for a formula. */
export async function writeXlsx(file: ProjectFile): Promise<WriteResult> {
  const taken = new Set<string>();
  const sheets = file.projects.map((project, i) => {
    const { headers, rows } = tableOfProject(project, file.currency);
    const columns = headers.map((header, at) => ({
      header,
      key: `c${at}`,
      width: header === 'Name' ? 48 : 16,
      ...(rows.some((row) => row[at] !== null && typeof row[at] === 'object') ? { numFmt: 'yyyy-mm-dd hh:mm' } : {}),
    }));
    const spoken = headers.map((header) => WORDED.has(header));
    const data = rows.map((row) => Object.fromEntries(row.map((cell, at) => [`c${at}`, spoken[at] ? inWords(cell) : valueOf(cell)])));
    // Rows fold as the tree does: a summary above what is below it.
    const level = headers.indexOf('Level');
    const rowDefs = new Map(rows.map((row, at) => [at + 1, { outlineLevel: Math.min(Number(row[level]) - 1, DEEPEST_OUTLINE) }]));
    return {
      name: uniqueName(project.code || project.name || `Project ${i + 1}`, taken),
      columns,
      data,
      rowDefs,
      outlineProperties: { summaryBelow: false },
      ...headed(headers, headers.indexOf('Name') + 1),
    };
  });
  const bytes = await writeWorkbook({ sheets: sheets.length > 0 ? sheets : [{ name: 'Empty', rows: [] }], stringMode: 'inline' });
  return { bytes: new Uint8Array(bytes), findings: [] };
}

/** Names of sheets must differ whatever their case. */
function uniqueName(name: string, taken: Set<string>): string {
  const base = sheetName(name);
  let unique = base;
  for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${base} ${n}`;
  taken.add(unique.toLowerCase());
  return unique;
}
