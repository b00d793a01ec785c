import { type PdfFile, utf16 } from './pdf-file.ts';

/** A bookmark: its level from 0, its page from 0, and how far below the upper edge of the page it leads, in pixels. */
export type PdfBookmark = { title: string; level: number; page: number; top: number };

type Node = { number: number; mark: PdfBookmark; kids: Node[] };

/** Writes bookmarks as a tree, closed below its first level; returns the entry of the catalog, '' without any. */
export function outlineEntry(
  file: PdfFile,
  marks: readonly PdfBookmark[],
  destination: (page: number, top: number) => string | null,
): string {
  const roots: Node[] = [];
  const path: Node[] = [];
  for (const mark of marks) {
    if (destination(mark.page, mark.top) === null) continue;
    const node: Node = { number: file.reserve(), mark, kids: [] };
    // A level that was left out counts as the next one below.
    path.length = Math.min(path.length, mark.level);
    (path.at(-1)?.kids ?? roots).push(node);
    path.push(node);
  }
  if (roots.length === 0) return '';
  const outline = file.reserve();
  const write = (nodes: readonly Node[], parent: number): void => {
    nodes.forEach(({ number, mark, kids }, index) => {
      const beside = [
        index > 0 ? ` /Prev ${nodes[index - 1].number} 0 R` : '',
        index + 1 < nodes.length ? ` /Next ${nodes[index + 1].number} 0 R` : '',
        kids.length > 0 ? ` /First ${kids[0].number} 0 R /Last ${kids[kids.length - 1].number} 0 R /Count ${-kids.length}` : '',
      ].join('');
      file.object(`<< /Title ${utf16(mark.title)} /Parent ${parent} 0 R${beside} /Dest ${destination(mark.page, mark.top)} >>`, number);
      write(kids, number);
    });
  };
  write(roots, outline);
  const ends = `/First ${roots[0].number} 0 R /Last ${roots[roots.length - 1].number} 0 R`;
  file.object(`<< /Type /Outlines ${ends} /Count ${roots.length} >>`, outline);
  return ` /Outlines ${outline} 0 R`;
}
