import type { PdfBookmark } from '../drawing/pdf/pdf-outline.ts';
import { TYPE_SUM } from '../gantt/rows.ts';
import { type PageLayout, pageAt, topOfRow } from './lay-pages.ts';

const LEVELS = 3;
const MOST = 5000;

/** Bookmarks of a print: phases of the first levels, on the sheets with their names. */
export function bookmarksOf(layout: PageLayout): PdfBookmark[] {
  const { rows, visible, columns } = layout.plan.model;
  const name = columns.find(({ tree }) => tree) ?? columns[0];
  const marks: PdfBookmark[] = [];
  layout.bands.forEach(({ from, to }, band) => {
    for (let place = from; place < to && marks.length < MOST; place++) {
      const row = visible.rowAt[place];
      if (rows.type[row] !== TYPE_SUM || rows.level[row] >= LEVELS) continue;
      marks.push({ title: name.text(row), level: rows.level[row], page: pageAt(layout, 0, band), top: topOfRow(layout, band, place) });
    }
  });
  return marks;
}
