/** The name of a sheet of a workbook: without the signs that spreadsheets refuse there, and short enough for them. */
export function sheetName(name: string, usual = 'Project'): string {
  return (
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 28) || usual
  );
}
