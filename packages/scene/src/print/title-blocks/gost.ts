import type { TitleField } from '@gantry/domain';
import { cell, type TitleCell, type TitleForm, type TitleWord } from './title-block.ts';

const CHANGE_COLUMNS = [10, 10, 10, 10, 15, 10];
const CHANGE_HEADS: readonly TitleWord[] = ['change', 'quantity', 'sheet_short', 'document_number', 'signature_short', 'date_short'];
const LEFT = 65;
const ROW = 5;
const PEOPLE = 6;

/** Rows of changes that are filled by hand, above their heads. */
function changes(rows: number): TitleCell[] {
  const cells: TitleCell[] = [];
  for (let row = 0; row <= rows; row++) {
    let x = 0;
    CHANGE_COLUMNS.forEach((width, column) => {
      const content = row === rows ? { word: CHANGE_HEADS[column] } : null;
      cells.push(cell(x, row * ROW, width, ROW, content, 1.8, row === rows));
      x += width;
    });
  }
  return cells;
}

function people(top: number): TitleCell[] {
  return Array.from({ length: PEOPLE }, (_, index) => {
    const y = top + index * ROW;
    const field = (name: string) => ({ field: `${name}_${index + 1}` as TitleField });
    const left = (x: number, name: string) => ({ ...cell(x, y, 20, ROW, field(name), 2, false), align: 'left' as const });
    return [left(0, 'role'), left(20, 'person'), cell(40, y, 15, ROW, null, 2, false), cell(55, y, 10, ROW, field('date'), 1.6, false)];
  }).flat();
}

const turned = (x: number, y: number, width: number, height: number, word: TitleWord | null): TitleCell => ({
  ...cell(x, y, width, height, word && { word }, 2),
  turned: true,
});
const LABEL = 5;
const VALUE = 7;
const STRIPS: readonly (readonly [TitleWord, number])[] = [
  ['inventory', 25],
  ['signature_date', 35],
  ['instead_of', 25],
];

/** Cells of the binding margin, from the lower edge upwards. */
function margin(): TitleCell[] {
  let y = 0;
  const cells: TitleCell[] = [];
  for (const [word, height] of STRIPS) {
    cells.push(turned(-LABEL - VALUE, y, LABEL, height, word), turned(-VALUE, y, VALUE, height, null));
    y += height;
  }
  return cells;
}

/** GOST R 21.101, form 3 for the first sheet and form 6 for further ones. */
export const gost: TitleForm = {
  first: {
    width: 185,
    height: 55,
    cells: [
      ...changes(4),
      ...people(25),
      cell(LEFT, 0, 120, 10, { field: 'designation' }, 4),
      cell(LEFT, 10, 120, 15, { field: 'enterprise' }, 3.5),
      cell(LEFT, 25, 70, 15, { field: 'object' }, 3),
      cell(135, 25, 15, 5, { word: 'stage_short' }, 2),
      cell(150, 25, 15, 5, { word: 'sheet_short' }, 2),
      cell(165, 25, 20, 5, { word: 'sheets_short' }, 2),
      cell(135, 30, 15, 10, { field: 'stage' }, 3.5),
      cell(150, 30, 15, 10, { count: 'page' }, 3.5),
      cell(165, 30, 20, 10, { count: 'pages' }, 3.5),
      cell(LEFT, 40, 70, 15, { field: 'content' }, 3),
      cell(135, 40, 50, 15, { field: 'organisation' }, 3),
    ],
  },
  further: {
    width: 185,
    height: 15,
    cells: [
      ...changes(2),
      cell(LEFT, 0, 110, 15, { field: 'designation' }, 4),
      cell(175, 0, 10, 7, { word: 'sheet_short' }, 2),
      cell(175, 7, 10, 8, { count: 'page' }, 3),
    ],
  },
  margin: margin(),
};
