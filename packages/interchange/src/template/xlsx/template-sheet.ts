import type { TemplateBlock } from '../blocks.ts';
import type { TemplateToken } from '../grammar.ts';
import type { XmlNode } from '../xml-tree.ts';

/** A cell of a template: a text with placeholders, a formula, or what stands as it is. */
export type TemplateCell = {
  column: string;
  node: XmlNode;
  tokens: TemplateToken[] | null;
  /** The tokens that are written in the cell: without marks of loops over rows. */
  written: TemplateToken[];
  formula: string | null;
};
export type TemplateRow = { node: XmlNode | null; cells: TemplateCell[] };

/** Columns of a sheet where loops repeat some of them. */
export type TemplateColumns = { count: number; blocks: TemplateBlock[] };

/** A sheet of a template; `rows` from the first to the last, empty ones too; `blocks` null: it has no placeholders. */
export type TemplateSheet = {
  name: string;
  part: string;
  root: XmlNode;
  rows: TemplateRow[];
  blocks: TemplateBlock[] | null;
  columns: TemplateColumns | null;
};
