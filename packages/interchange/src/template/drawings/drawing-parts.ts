import type { Language } from '@gantry/domain';
import type { Cell } from '../../table/columns.ts';
import { escapeXml } from '../../xml/write-elements.ts';
import type { DrawingToken } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { relationsPart } from '../relations.ts';
import { type TemplateScope, valueIn } from '../vocabulary.ts';
import { readXml, writeXml, type XmlNode } from '../xml-tree.ts';
import { chartXml, type TemplateChart } from './chart-xml.ts';

/** A picture that a report may bear; `png` or `jpeg`. */
export type TemplatePicture = { bytes: Uint8Array; mediaType: string; width: number; height: number };

/** What `{{image:…}}` and `{{chart:…}}` draw. */
export type TemplateDrawings = {
  /** The picture of a name, or of a kind alone, where `read` knows the values around it; null where there is none. One picture is one object. */
  image(kind: string, name: string | null, read: (path: string) => Cell): TemplatePicture | null;
  charts: ReadonlyMap<string, TemplateChart>;
};

export const NO_DRAWINGS: TemplateDrawings = { image: () => null, charts: new Map() };

/** A drawing as the part that bears it names it, in English Metric Units. */
export type Graphic = { kind: 'image' | 'chart'; relation: string; number: number; width: number; height: number; title: string };

/** Parts that a filled template has beyond its own. */
export type DrawingParts = {
  /** Draws a placeholder for a part; null where there is nothing to draw. */
  draw(owner: string, token: DrawingToken, scopes: readonly TemplateScope[]): Graphic | null;
  /** Adds a part and says that another one bears it: answers the id of the relation. */
  add(
    owner: string,
    part: { stem: string; extension: string; relation: string; type: string; bytes: Uint8Array },
  ): { id: string; part: string };
  /** Writes what was added, with the relations and types that name it. */
  finish(changed: Map<string, Uint8Array | null>): void;
};

export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const EMU_PER_MM = 36_000;
const EMU_PER_PIXEL = 9525;
/** How large drawings are that do not say it, in millimetres. */
const USUAL = { image: { width: 60, height: 30 }, chart: { width: 160, height: 80 } };
/** More drawings are no report: a loop may ask for one a row. */
const MOST_DRAWN = 1000;
const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };
const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';

/** Collects the drawings of a template that is being filled. */
export function openDrawings(
  template: TemplatePackage,
  { drawings, language, tooLarge }: { drawings: TemplateDrawings; language: Language; tooLarge(): never },
): DrawingParts {
  const folder = template.kind === 'xlsx' ? 'xl' : 'word';
  const parts = new Map<string, { bytes: Uint8Array; type: string }>();
  const relations = new Map<string, string[]>();
  const drawn = new Map<string, Map<TemplatePicture, string>>();
  let number = 0;
  let count = 0;

  const relate = (owner: string, relation: string, part: string): string => {
    const id = `gantry${(number += 1)}`;
    const own = `<Relationship Id="${id}" Type="${OFFICE}/${relation}" Target="/${escapeXml(part)}"/>`;
    relations.set(owner, [...(relations.get(owner) ?? []), own]);
    return id;
  };
  const add: DrawingParts['add'] = (owner, { stem, extension, relation, type, bytes }) => {
    let at = 1;
    const name = (): string => `${folder}/${stem}${at}.${extension}`;
    while (template.parts.has(name()) || parts.has(name())) at++;
    const part = name();
    parts.set(part, { bytes, type });
    return { id: relate(owner, relation, part), part };
  };

  const drawImage = (owner: string, { name, of, box }: DrawingToken, scopes: readonly TemplateScope[]): Graphic | null => {
    const kind = name.slice('image:'.length);
    const picture = drawings.image(kind, of, (path) => valueIn(scopes, path));
    const extension = picture && EXTENSIONS[picture.mediaType];
    if (!picture || !extension) return null;
    // A picture that stands many times is one part; each part that bears it names it once.
    const known = drawn.get(owner) ?? new Map<TemplatePicture, string>();
    drawn.set(owner, known);
    let relation = known.get(picture);
    if (relation === undefined) {
      const type = picture.mediaType;
      relation = add(owner, { stem: 'media/gantry', extension, relation: 'image', type, bytes: picture.bytes }).id;
      known.set(picture, relation);
    }
    const { width, height } = box ?? USUAL.image;
    const most = box ? Number.POSITIVE_INFINITY : EMU_PER_PIXEL;
    const scale = Math.min(most, (width * EMU_PER_MM) / picture.width, (height * EMU_PER_MM) / picture.height);
    const [cx, cy] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    return { kind: 'image', relation, number: (number += 1), width: cx, height: cy, title: of ?? kind };
  };
  const drawChart = (owner: string, { name, box }: DrawingToken, scopes: readonly TemplateScope[]): Graphic | null => {
    const chart = drawings.charts.get(name.slice('chart:'.length));
    const bytes = chart && chartXml(chart, scopes, language);
    if (!bytes) return null;
    const { width, height } = box ?? USUAL.chart;
    const { id } = add(owner, { stem: 'charts/gantry', extension: 'xml', relation: 'chart', type: CHART, bytes });
    const graphic = { kind: 'chart' as const, relation: id, number: (number += 1), title: chart.title };
    return { ...graphic, width: width * EMU_PER_MM, height: height * EMU_PER_MM };
  };

  return {
    add,
    draw(owner, token, scopes) {
      if ((count += 1) > MOST_DRAWN) tooLarge();
      return token.name.startsWith('image:') ? drawImage(owner, token, scopes) : drawChart(owner, token, scopes);
    },
    finish(changed) {
      if (!parts.size) return;
      const treeOf = (name: string): XmlNode | null => {
        const now = changed.get(name);
        return now ? readXml(now) : template.xml(name);
      };
      const append = (name: string, root: string, written: readonly string[]): void => {
        const known = treeOf(name) ?? { name: root, attributes: { xmlns: `${PACKAGE}/relationships` }, children: [] };
        const more: XmlNode = { name: '', attributes: {}, children: [], written };
        changed.set(name, writeXml({ ...known, children: [...known.children, more] }));
      };
      for (const [part, { bytes }] of parts) if (!changed.has(part)) changed.set(part, bytes);
      for (const [owner, own] of relations) append(relationsPart(owner), 'Relationships', own);
      const types = [...parts].map(([part, { type }]) => `<Override PartName="/${escapeXml(part)}" ContentType="${type}"/>`);
      append('[Content_Types].xml', 'Types', types);
    },
  };
}

/** The picture or chart itself, as parts of every kind hold it; `picture` is the prefix of a picture's own elements. */
export function graphicXml({ kind, relation, number, width, height, title }: Graphic, picture: 'xdr' | 'pic'): string {
  const name = `cNvPr id="${number}" name="Gantry ${number}" descr="${escapeXml(title)}"`;
  if (kind === 'chart')
    return `<a:graphic xmlns:a="${DRAWING_ML}/main"><a:graphicData uri="${DRAWING_ML}/chart"><c:chart xmlns:c="${DRAWING_ML}/chart" xmlns:r="${OFFICE}" r:id="${relation}"/></a:graphicData></a:graphic>`;
  const own =
    `<${picture}:nvPicPr><${picture}:${name}/><${picture}:cNvPicPr/></${picture}:nvPicPr>` +
    `<${picture}:blipFill><a:blip xmlns:r="${OFFICE}" r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></${picture}:blipFill>` +
    `<${picture}:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></${picture}:spPr>`;
  return picture === 'xdr'
    ? `<xdr:pic xmlns:a="${DRAWING_ML}/main">${own}</xdr:pic>`
    : `<a:graphic xmlns:a="${DRAWING_ML}/main"><a:graphicData uri="${DRAWING_ML}/picture"><pic:pic xmlns:pic="${DRAWING_ML}/picture">${own}</pic:pic></a:graphicData></a:graphic>`;
}

export const DRAWING_ML = 'http://schemas.openxmlformats.org/drawingml/2006';
