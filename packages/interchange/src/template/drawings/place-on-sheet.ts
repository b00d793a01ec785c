import { escapeXml } from '../../xml/write-elements.ts';
import type { DrawingToken, TemplateToken } from '../grammar.ts';
import type { TemplateScope } from '../vocabulary.ts';
import { writeXml, type XmlNode } from '../xml-tree.ts';
import { columnNumber, rangeOf } from '../xlsx/references.ts';
import { DRAWING_ML, type DrawingParts, type Graphic, graphicXml, OFFICE } from './drawing-parts.ts';

/** A placeholder of a picture or chart in a cell of the filled sheet. */
export type PlacedDrawing = { token: DrawingToken; place: string; scopes: readonly TemplateScope[] };

/** The pictures and charts that a cell asks for. */
export const cellDrawings = (tokens: readonly TemplateToken[], place: string, scopes: readonly TemplateScope[]): PlacedDrawing[] =>
  tokens.flatMap((token) => (token.kind === 'drawing' ? [{ token, place, scopes }] : []));

const SHEET_DRAWING = `${DRAWING_ML}/spreadsheetDrawing`;
const TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
/** What stands behind the drawing in a sheet. */
const BEHIND: ReadonlySet<string> = new Set(
  'legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'.split(' '),
);

/** Puts pictures and charts on a sheet: into its drawing, or into one of its own. `drawing` is the part that the sheet has already. */
export function placeOnSheet(
  sheet: XmlNode,
  { part, drawing }: { part: string; drawing: string | null },
  placed: readonly PlacedDrawing[],
  parts: DrawingParts,
  known: (part: string) => XmlNode | null,
): { sheet: XmlNode; drawing: { part: string; bytes: Uint8Array } | null } {
  if (!placed.length) return { sheet, drawing: null };
  const own = drawing === null ? null : known(drawing);
  const empty: XmlNode = { name: 'xdr:wsDr', attributes: { 'xmlns:xdr': SHEET_DRAWING }, children: [] };
  const added = own
    ? null
    : parts.add(part, { stem: 'drawings/gantry', extension: 'xml', relation: 'drawing', type: TYPE, bytes: writeXml(empty) });
  const owner = added?.part ?? drawing ?? '';
  const written = placed.flatMap(({ token, place, scopes }) => {
    const graphic = parts.draw(owner, token, scopes);
    return graphic ? [anchorXml(graphic, place)] : [];
  });
  const root = own ?? empty;
  const more: XmlNode = { name: '', attributes: {}, children: [], written };
  const bytes = writeXml({ ...root, children: [...root.children, more] });
  if (!added) return { sheet, drawing: { part: owner, bytes } };
  const reference: XmlNode = { name: 'drawing', attributes: { 'xmlns:r': OFFICE, 'r:id': added.id }, children: [] };
  const at = sheet.children.findIndex((child) => typeof child === 'object' && BEHIND.has(child.name));
  const children = sheet.children.toSpliced(at < 0 ? sheet.children.length : at, 0, reference);
  return { sheet: { ...sheet, children }, drawing: { part: owner, bytes } };
}

function anchorXml(graphic: Graphic, place: string): string {
  const { left = 'A', top = 1 } = rangeOf(place) ?? {};
  const { width, height, number, title } = graphic;
  const from = `<xdr:from><xdr:col>${columnNumber(left) - 1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${top - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>`;
  const name = `<xdr:cNvPr id="${number}" name="Gantry ${number}" descr="${escapeXml(title)}"/>`;
  const inner =
    graphic.kind === 'image'
      ? graphicXml(graphic, 'xdr')
      : `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>${name}<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off xmlns:a="${DRAWING_ML}/main" x="0" y="0"/><a:ext xmlns:a="${DRAWING_ML}/main" cx="${width}" cy="${height}"/></xdr:xfrm>${graphicXml(graphic, 'xdr')}</xdr:graphicFrame>`;
  return `<xdr:oneCellAnchor xmlns:xdr="${SHEET_DRAWING}">${from}<xdr:ext cx="${width}" cy="${height}"/>${inner}<xdr:clientData/></xdr:oneCellAnchor>`;
}
