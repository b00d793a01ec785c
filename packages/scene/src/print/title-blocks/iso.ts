import type { TitleField } from '@gantry/domain';
import { type TitleBlock, type TitleCell, type TitleForm } from './title-block.ts';

const ROW = 9;

/** A field under its name. */
const named = (x: number, row: number, width: number, field: TitleField, rows = 1, size = 2.5): TitleCell => ({
  x,
  y: row * ROW,
  width,
  height: rows * ROW,
  content: { field, named: true },
  size,
  align: 'left',
  strong: false,
});

const block: TitleBlock = {
  width: 180,
  height: 4 * ROW,
  cells: [
    named(0, 0, 45, 'department'),
    named(45, 0, 45, 'technical_reference'),
    named(90, 0, 45, 'creator'),
    named(135, 0, 45, 'approver'),
    named(0, 1, 60, 'owner', 2, 3.5),
    named(60, 1, 75, 'title', 1, 3),
    named(60, 2, 75, 'supplement'),
    named(135, 1, 45, 'document_type'),
    named(135, 2, 45, 'status'),
    named(0, 3, 48, 'classification'),
    named(48, 3, 56, 'identification', 1, 3),
    named(104, 3, 16, 'revision'),
    named(120, 3, 26, 'issued'),
    named(146, 3, 14, 'language'),
    { ...named(160, 3, 20, 'title'), content: { count: 'both', named: true } },
  ],
};

/** ISO 7200: the same fields on each sheet. */
export const iso: TitleForm = { first: block, further: block, margin: [] };
