import type { BuiltInFormWord } from '@gantry/contract';
import type { ReportCellKind } from '@gantry/domain';

/** A column of a built-in form: the name of a value, as templates name it; its title is a text by `key`, else by the name. */
export type FormColumn = { path: string; kind: ReportCellKind; width: number; key?: string; sum?: boolean };

/** A table of a built-in form: the rows of a list, asked for as loops of templates ask; `variants` make a line for each series. */
export type FormTable = {
  title: string | null;
  list: string;
  tree?: boolean;
  columns: readonly FormColumn[];
  variants?: readonly string[];
};

/** A form that every space has, as data: the same description makes PDF, XLSX and DOCX. `of`: acts bill estimates, and need their right. */
export type BuiltInForm = { word: BuiltInFormWord; of: 'plan' | 'acts'; tables: readonly FormTable[]; signatures: readonly string[] };

export const text = (path: string, width: number, key?: string): FormColumn => ({ path, kind: 'text', width, ...(key && { key }) });
export const number = (path: string, key?: string, width = 12): FormColumn => ({ path, kind: 'number', width, ...(key && { key }) });
export const money = (path: string, key?: string, width = 14): FormColumn => ({ path, kind: 'money', width, ...(key && { key }) });
export const percent = (path: string, key?: string): FormColumn => ({ path, kind: 'percent', width: 9, ...(key && { key }) });
export const day = (path: string, key?: string): FormColumn => ({ path, kind: 'date', width: 11, ...(key && { key }) });
export const summed = (column: FormColumn): FormColumn => ({ ...column, sum: true });

/** Columns of parts of the time: `parts('volume.plan.m', 12, 7)`. */
export const parts = (path: string, count: number, width: number): FormColumn[] =>
  Array.from({ length: count }, (_, at) => ({ path: `${path}${at + 1}`, kind: 'number', width }));
