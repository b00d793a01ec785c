import { type PdfFile, utf16 } from './pdf-file.ts';
import { type CellPlace, columnOf, rowOf } from '../scene.ts';

/**
 * What the rows of a document are read as, from one row to before that of the next block: a table whose first row has the titles, a heading,
 * a paragraph, or a picture with the words that stand for it.
 */
export type PdfBlock = { from: number; as: 'Table' | 'H1' | 'H2' | 'P' } | { from: number; as: 'Figure'; words: string };

/** A plan is one table of all rows, whichever pages they stand on; its titles are row -1. */
export const PLAN_BLOCKS: readonly PdfBlock[] = [{ from: -1, as: 'Table' }];

/** What readers aloud are told of the pages. */
export type PdfTags = {
  /** Says which cell each marked text of a page belongs to, by its number on the page; returns the entry of the page. */
  page(page: number, cells: readonly CellPlace[]): string;
  /** Writes the table; returns the entries of the catalog. */
  close(title: string): string;
};

type Cell = { number: number; kids: string[] };

/** Begins the structure of a document. */
export function openTags(file: PdfFile, blocks: readonly PdfBlock[]): PdfTags {
  const rows = new Map<number, { number: number; cells: Map<number, Cell> }>();
  const parents: string[] = [];
  const cellAt = (place: CellPlace): Cell => {
    const [row, column] = [rowOf(place), columnOf(place)];
    const line = rows.get(row) ?? { number: file.reserve(), cells: new Map<number, Cell>() };
    rows.set(row, line);
    const cell = line.cells.get(column) ?? { number: file.reserve(), kids: [] };
    line.cells.set(column, cell);
    return cell;
  };
  return {
    page(page, cells) {
      const key = parents.length;
      const list = cells.map((place, number) => {
        const cell = cellAt(place);
        cell.kids.push(`<< /Type /MCR /Pg ${page} 0 R /MCID ${number} >>`);
        return `${cell.number} 0 R`;
      });
      parents.push(`${key} [${list.join(' ')}]`);
      return ` /StructParents ${key} /Tabs /S`;
    },
    close(title) {
      const root = file.reserve();
      const document = file.reserve();
      const ordered = [...rows].sort(([a], [b]) => a - b);
      const read = blocks.toSorted((a, b) => a.from - b.from);
      const kids = read.flatMap((block, at) => {
        const before = read[at + 1]?.from ?? Number.POSITIVE_INFINITY;
        const own = ordered.filter(([row]) => row >= block.from && row < before);
        return own.length ? [`${block.as === 'Table' ? tableOf(block.from, own) : partOf(block, own)} 0 R`] : [];
      });
      file.object(`<< /Type /StructElem /S /Document /P ${root} 0 R /T ${utf16(title)} /K [${kids.join(' ')}] >>`, document);
      const tree = file.object(`<< /Nums [${parents.join(' ')}] >>`);
      file.object(`<< /Type /StructTreeRoot /K [${document} 0 R] /ParentTree ${tree} 0 R /ParentTreeNextKey ${parents.length} >>`, root);
      return `/StructTreeRoot ${root} 0 R /MarkInfo << /Marked true >>`;

      function tableOf(from: number, own: typeof ordered): number {
        const table = file.reserve();
        const columns = new Set<number>();
        for (const [, { cells }] of own) for (const column of cells.keys()) columns.add(column);
        for (const [row, { number, cells }] of own) {
          // Each row has a cell for each column, so that those behind an empty one are read under their own title.
          if (cells.size < columns.size)
            for (const column of columns) if (!cells.has(column)) cells.set(column, { number: file.reserve(), kids: [] });
          const kind = row === from ? '/TH /A << /O /Table /Scope /Column >>' : '/TD';
          file.object(`<< /Type /StructElem /S /TR /P ${table} 0 R /K [${cellsOf(cells, kind, number)}] >>`, number);
        }
        const lines = own.map(([, { number }]) => `${number} 0 R`).join(' ');
        return file.object(`<< /Type /StructElem /S /Table /P ${document} 0 R /K [${lines}] >>`, table);
      }

      /** A heading, a paragraph or a picture: its texts are parts of it. */
      function partOf(block: PdfBlock, own: typeof ordered): number {
        const part = file.reserve();
        const texts = own.map(([, { number, cells }]) => {
          file.object('null', number);
          return cellsOf(cells, '/Span', part);
        });
        const words = block.as === 'Figure' ? ` /Alt ${utf16(block.words)}` : '';
        return file.object(`<< /Type /StructElem /S /${block.as} /P ${document} 0 R${words} /K [${texts.join(' ')}] >>`, part);
      }

      function cellsOf(cells: ReadonlyMap<number, Cell>, kind: string, parent: number): string {
        const columns = [...cells.keys()].sort((a, b) => a - b);
        const begin = `<< /Type /StructElem /S ${kind} /P ${parent} 0 R`;
        let list = '';
        for (const column of columns) {
          const { number, kids } = cells.get(column) as Cell;
          file.object(kids.length > 0 ? `${begin} /K [${kids.join(' ')}] >>` : `${begin} >>`, number);
          list += list === '' ? `${number} 0 R` : ` ${number} 0 R`;
        }
        return list;
      }
    },
  };
}
