import { writeXlsx as writeWorkbook } from 'hucre/xlsx';
import type { ProjectFile, WriteResult } from '../../project-file.ts';
import { sheetName, valueOf } from '../../table/write-sheet.ts';
import { tableOfProject } from '../../table/write-table.ts';

/** Writes a workbook with one sheet a project. Texts are inline strings, so that none is taken for a formula. */
export async function writeXlsx(file: ProjectFile): Promise<WriteResult> {
  const taken = new Set<string>();
  const sheets = file.projects.map((project, i) => {
    const { headers, rows } = tableOfProject(project);
    const columns = headers.map((header, at) => ({
      header,
      key: `c${at}`,
      width: header === 'Name' ? 48 : 16,
      ...(rows.some((row) => row[at] !== null && typeof row[at] === 'object') ? { numFmt: 'yyyy-mm-dd hh:mm' } : {}),
    }));
    const data = rows.map((row) => Object.fromEntries(row.map((cell, at) => [`c${at}`, valueOf(cell)])));
    return { name: uniqueName(project.code || project.name || `Project ${i + 1}`, taken), columns, data };
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
