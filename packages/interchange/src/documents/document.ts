/** A part of a document of text: a heading, a paragraph, an item of a list, a table with the text of its cells. */
export type DocumentBlock = { kind: 'heading' | 'paragraph' | 'item'; level: number; text: string } | { kind: 'table'; rows: string[][] };

/** So much of a document is read; the rest is cut. */
export const DOCUMENT_READ = { blocks: 5000, characters: 1_000_000, rows: 1000, columns: 100 } as const;

/** Builds blocks out of what a reader of a format meets: paragraphs, and tables around them. */
export type BlockBuilder = {
  openParagraph(): void;
  text(piece: string): void;
  closeParagraph(kind: 'heading' | 'paragraph' | 'item', level: number): void;
  openTable(): void;
  openRow(): void;
  openCell(): void;
  closeCell(): void;
  closeTable(): void;
  readonly full: boolean;
  finish(): { blocks: DocumentBlock[]; cut: boolean };
};

type OpenTable = { rows: string[][]; cell: string[] | null };

export function startBlocks(): BlockBuilder {
  const blocks: DocumentBlock[] = [];
  const tables: OpenTable[] = [];
  // A text box stands inside a paragraph, with paragraphs of its own.
  const paragraphs: string[] = [];
  let characters = 0;
  let cut = false;
  const isFull = (): boolean => blocks.length >= DOCUMENT_READ.blocks || characters >= DOCUMENT_READ.characters;
  return {
    openParagraph: () => void paragraphs.push(''),
    text(piece) {
      if (!paragraphs.length) return;
      if (isFull()) return void (cut = true);
      const kept = piece.slice(0, DOCUMENT_READ.characters - characters);
      cut ||= kept.length < piece.length;
      characters += kept.length;
      paragraphs.push((paragraphs.pop() ?? '') + kept);
    },
    closeParagraph(kind, level) {
      const text = (paragraphs.pop() ?? '').trim().toWellFormed();
      const cell = tables.at(-1)?.cell;
      if (text === '') return;
      if (cell) cell.push(text);
      else if (isFull() && blocks.length >= DOCUMENT_READ.blocks) cut = true;
      else blocks.push({ kind, level, text });
    },
    openTable: () => void tables.push({ rows: [], cell: null }),
    openRow() {
      const table = tables.at(-1);
      if (!table) return;
      if (table.rows.length >= DOCUMENT_READ.rows) cut = true;
      else table.rows.push([]);
    },
    openCell() {
      const table = tables.at(-1);
      if (table) table.cell = [];
    },
    closeCell() {
      const table = tables.at(-1);
      const row = table?.rows.at(-1);
      if (!table?.cell || !row) return;
      if (row.length >= DOCUMENT_READ.columns) cut = true;
      else row.push(table.cell.join('\n'));
      table.cell = null;
    },
    closeTable() {
      const table = tables.pop();
      const rows = table?.rows.filter((row) => row.length) ?? [];
      if (!rows.length) return;
      const outer = tables.at(-1)?.cell;
      if (outer) outer.push(rows.map((row) => row.join(' | ')).join('\n'));
      else if (blocks.length >= DOCUMENT_READ.blocks) cut = true;
      else blocks.push({ kind: 'table', rows });
    },
    get full() {
      return isFull();
    },
    finish: () => ({ blocks, cut }),
  };
}
