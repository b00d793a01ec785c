import type { DrawingParts } from '../drawings/drawing-parts.ts';
import type { TemplatePackage } from '../open-template.ts';
import { relationsOf, relationsPart } from '../relations.ts';
import type { TemplateScope } from '../vocabulary.ts';
import { elementOf, elementsIn, NO_ELEMENT, writeXml, type XmlNode } from '../xml-tree.ts';
import { isParagraph, textOf } from './fill-paragraph.ts';

/** The part whose sections are pages. */
export const BODY = 'word/document.xml';

const NO_BYTES = new Uint8Array();
const REFERENCE = /^w:(header|footer)Reference$/;
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** The section that ends with a paragraph: its sheet, its margins, its headers. */
export const sectionOf = (node: XmlNode): XmlNode | undefined =>
  isParagraph(node) ? elementOf(elementOf(node, 'w:pPr') ?? NO_ELEMENT, 'w:sectPr') : undefined;

const withSection = (paragraph: XmlNode, section: XmlNode | null): XmlNode => ({
  ...paragraph,
  children: paragraph.children.map((child) => {
    if (typeof child === 'string' || child.name !== 'w:pPr') return child;
    const kept = child.children.flatMap((one) => (typeof one === 'string' || one.name !== 'w:sectPr' ? [one] : section ? [section] : []));
    return { ...child, children: kept };
  }),
});

const mapBody = (root: XmlNode, map: (children: XmlNode[]) => XmlNode[]): XmlNode => ({
  ...root,
  children: root.children.map((child) =>
    typeof child === 'object' && child.name === 'w:body' ? { ...child, children: map(elementsIn(child)) } : child,
  ),
});

/** A section that ends where a loop or a condition begins ends before it: else it would stand in each run. */
export const endBeforeLoops = (root: XmlNode): XmlNode =>
  mapBody(root, (children) =>
    children.flatMap((child) => {
      const section = sectionOf(child);
      if (!section || !/^\s*\{\{\s*#/.test(textOf(child))) return [child];
      const properties: XmlNode = { name: 'w:pPr', attributes: {}, children: [section] };
      return [{ name: 'w:p', attributes: {}, children: [properties] }, withSection(child, null)];
    }),
  );

/** A document whose last section has lost all that was in it ends with the section before: an empty section is an empty page. */
export const withoutEmptyEnd = (root: XmlNode): XmlNode =>
  mapBody(root, (children) => {
    const [end, last] = [children.at(-1), children.at(-2)];
    const section = last && sectionOf(last);
    return end?.name === 'w:sectPr' && section ? [...children.slice(0, -2), withSection(last, null), section] : children;
  });

/** Gives the section of a paragraph in a loop headers and footers of its own, where these hold placeholders: `isFilled` knows those parts. */
export function openSections(
  template: TemplatePackage,
  isFilled: (part: string) => boolean,
  parts: DrawingParts,
  changed: Map<string, Uint8Array | null>,
  fill: (part: string, root: XmlNode, scopes: readonly TemplateScope[]) => XmlNode,
): (paragraph: XmlNode, scopes: readonly TemplateScope[]) => XmlNode {
  const targets = new Map(relationsOf(template, BODY).map(({ id, target }) => [id, target]));
  const own = (reference: XmlNode, scopes: readonly TemplateScope[]): XmlNode => {
    const [, kind] = REFERENCE.exec(reference.name) ?? [];
    const target = targets.get(reference.attributes['r:id'] ?? '');
    const root = kind !== undefined && target !== undefined && isFilled(target) ? template.xml(target) : null;
    if (!root || kind === undefined || target === undefined) return reference;
    const type = `${TYPE}.${kind}+xml`;
    const { id, part } = parts.add(BODY, { stem: `gantry_${kind}`, extension: 'xml', relation: kind, type, bytes: NO_BYTES });
    const relations = template.parts.get(relationsPart(target));
    if (relations) changed.set(relationsPart(part), relations);
    changed.set(part, writeXml(fill(part, root, scopes)));
    return { ...reference, attributes: { ...reference.attributes, 'r:id': id } };
  };
  return (paragraph, scopes) => {
    const section = sectionOf(paragraph);
    if (!section || scopes.length < 2) return paragraph;
    return withSection(paragraph, {
      ...section,
      children: section.children.map((child) => (typeof child === 'string' ? child : own(child, scopes))),
    });
  };
}
