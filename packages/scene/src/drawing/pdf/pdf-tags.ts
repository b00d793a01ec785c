import { type PdfFile, utf16 } from './pdf-file.ts';
import { type CellPlace, columnOf, rowOf } from '../scene.ts';

/** What readers aloud are told of the pages: one table of all rows, whichever pages they stand on. */
export type PdfTags = {
  /** Says which cell each marked text of a page belongs to, by its number on the page; returns the entry of the page. */
  page(page: number, cells: readonly CellPlace[]): string;
  /** Writes the table; returns the entries of the catalog. */
  close(title: string): string;
};

type Cell = { number: number; kids: string[] };

/** Begins the table of a document. */
export function openTags(file: PdfFile): PdfTags {
  const rows = new Map<number, { number: number; cells: Map<number, Cell> }>();
  const parents: string[] = [];
  const table = file.reserve();
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
      const ordered = [...rows].sort(([a], [b]) => a - b);
      for (const [row, { number, cells }] of ordered) {
        const inOrder = [...cells].sort(([a], [b]) => a - b).map(([, cell]) => cell);
        for (const cell of inOrder) {
          const kind = row < 0 ? '/TH /A << /O /Table /Scope /Column >>' : '/TD';
          file.object(`<< /Type /StructElem /S ${kind} /P ${number} 0 R /K [${cell.kids.join(' ')}] >>`, cell.number);
        }
        const kids = inOrder.map((cell) => `${cell.number} 0 R`).join(' ');
        file.object(`<< /Type /StructElem /S /TR /P ${table} 0 R /K [${kids}] >>`, number);
      }
      const document = file.reserve();
      const kids = ordered.map(([, { number }]) => `${number} 0 R`).join(' ');
      file.object(`<< /Type /StructElem /S /Table /P ${document} 0 R /K [${kids}] >>`, table);
      file.object(`<< /Type /StructElem /S /Document /P ${root} 0 R /T ${utf16(title)} /K [${table} 0 R] >>`, document);
      const tree = file.object(`<< /Nums [${parents.join(' ')}] >>`);
      file.object(`<< /Type /StructTreeRoot /K [${document} 0 R] /ParentTree ${tree} 0 R /ParentTreeNextKey ${parents.length} >>`, root);
      return `/StructTreeRoot ${root} 0 R /MarkInfo << /Marked true >>`;
    },
  };
}
