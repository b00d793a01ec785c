import type { TemplatePackage } from '../open-template.ts';
import { copyOf, elementOf, type XmlNode, writeXml } from '../xml-tree.ts';

/** Has everything calculated when the workbook is opened. */
export function calculateOnLoad(copy: XmlNode): void {
  const calculation = elementOf(copy, 'calcPr');
  if (calculation) Object.assign(calculation.attributes, { fullCalcOnLoad: '1' });
  else {
    const after = ['oleSize', 'customWorkbookViews', 'pivotCaches', 'fileRecoveryPr', 'webPublishObjects', 'extLst'];
    const at = copy.children.findIndex((child) => typeof child === 'object' && after.includes(child.name));
    copy.children.splice(at < 0 ? copy.children.length : at, 0, { name: 'calcPr', attributes: { fullCalcOnLoad: '1' }, children: [] });
  }
}

/** Takes a part out with all that names it. */
export function forget(template: TemplatePackage, part: string, changed: Map<string, Uint8Array | null>): void {
  changed.set(part, null);
  for (const [name, isIt] of [
    ['[Content_Types].xml', (node: XmlNode) => node.attributes['PartName'] === `/${part}`],
    ['xl/_rels/workbook.xml.rels', (node: XmlNode) => (node.attributes['Type'] ?? '').endsWith('/calcChain')],
  ] as const) {
    const root = template.xml(name);
    if (root)
      changed.set(name, writeXml({ ...root, children: root.children.filter((child) => typeof child === 'string' || !isIt(child)) }));
  }
}

/** Returns the parts of a workbook, changed so that a spreadsheet recalculates its formulas when it opens the file. */
export function recalculatedParts(workbook: TemplatePackage): Map<string, Uint8Array | null> {
  const changed = new Map<string, Uint8Array | null>();
  const root = workbook.xml('xl/workbook.xml');
  if (!root) return changed;
  const copy = copyOf(root);
  calculateOnLoad(copy);
  changed.set('xl/workbook.xml', writeXml(copy));
  // The order of calculation names cells that may hold no formula any more.
  if (workbook.parts.has('xl/calcChain.xml')) forget(workbook, 'xl/calcChain.xml', changed);
  return changed;
}
