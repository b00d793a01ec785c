import { collectFindings } from '../findings.ts';
import { readZip } from '../zip/read-zip.ts';
import { fault, type TemplateFault } from './faults.ts';
import { everyElement, readXml, textIn, type XmlNode } from './xml-tree.ts';

const TEMPLATE_KINDS = ['xlsx', 'docx'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The parts of a template by name, as they came; those that are read are parsed. */
export type TemplatePackage = { kind: TemplateKind; parts: Map<string, Uint8Array>; xml(name: string): XmlNode | null };

/** What a template may be at most, packed. */
export const LARGEST_TEMPLATE = 20 * 1024 * 1024;
const UNPACKED = { entries: 2000, bytes: 128 * 1024 * 1024, ratio: 250 };
/** A part that is parsed stands in memory many times over. */
const LARGEST_PART = 16 * 1024 * 1024;

/** Parts that carry out something, hold files of their own, or fetch data. */
const FORBIDDEN: readonly (readonly [RegExp, 'macros' | 'embedded' | 'external'])[] = [
  [/vba|macrosheets|\/activex|dialogsheets|customui/i, 'macros'],
  [/\/embeddings\/|\/oleobject|\/afchunk|\.(?:bin|exe|dll|ps1|js|vbs)$/i, 'embedded'],
  [/externallinks?\/|\/connections\.xml$|\/querytables?\/|\/webextensions?\//i, 'external'],
];
/** Printer settings are bytes that no program carries out. */
const HARMLESS = /\/printersettings\/[^/]+\.bin$/i;

/** Opens a workbook or a document as a template; parts that are gone when it is filled may be anything. What must not be in one is a fault, and all faults are said at once. */
export async function openTemplate(
  bytes: Uint8Array,
  goneWhenFilled: (template: TemplatePackage) => ReadonlySet<string>,
): Promise<{ template: TemplatePackage | null; faults: TemplateFault[] }> {
  const faults: TemplateFault[] = [];
  const refused = (code: TemplateFault['code']) => ({ template: null, faults: [...faults, fault(code)] });
  if (bytes.length > LARGEST_TEMPLATE) return refused('too_large');
  const findings = collectFindings();
  const entries = await readZip(bytes, findings, UNPACKED);
  if (!entries)
    return refused(findings.list().some(({ code }) => code === 'zip.too_large' || code === 'zip.too_many_files') ? 'too_large' : 'broken');
  const parts = new Map(entries.map(({ name, bytes: content }) => [name.replace(/^\/+/, ''), content as Uint8Array]));
  const kind = parts.has('xl/workbook.xml') ? 'xlsx' : parts.has('word/document.xml') ? 'docx' : null;
  if (!kind) return refused('not_a_template');
  const parsed = new Map<string, XmlNode | null>();
  const xml = (name: string): XmlNode | null => {
    const known = parsed.get(name);
    if (known !== undefined) return known;
    const content = parts.get(name);
    const node = content && content.length <= LARGEST_PART ? readXml(content) : null;
    parsed.set(name, node);
    return node;
  };
  const template: TemplatePackage = { kind, parts, xml };
  const gone = goneWhenFilled(template);
  for (const [name, content] of parts) {
    if (gone.has(name)) continue;
    const [, code] = FORBIDDEN.find(([pattern]) => pattern.test(`/${name}`) && !HARMLESS.test(`/${name}`)) ?? [];
    if (code) faults.push(fault(code, { name }));
    if (!isXml(name)) continue;
    if (content.length > LARGEST_PART) faults.push(fault('part_too_large', { name }));
    else if (!xml(name)) faults.push(fault('broken', { name }));
    else checkPart(name, xml(name) as XmlNode, faults);
  }
  return { template, faults };
}

const isXml = (name: string): boolean => /\.(?:xml|rels)$/i.test(name);

const ACTIVE_FORMULA = /\b(?:WEBSERVICE|DDE|RTD|CALL|REGISTER|REGISTER\.ID|EXEC|FILTERXML|SQL\.REQUEST)\s*\(|\[\d+\]|\|'?[^'!]*'?!/i;
const ACTIVE_FIELD = /^\s*(?:INCLUDE\w*|DDE\w*|LINK|DATABASE|MACROBUTTON|IMPORT)\b/im;

/** Relationships lead outside for links of people alone; formulas and fields fetch nothing. */
function checkPart(name: string, root: XmlNode, faults: TemplateFault[]): void {
  for (const node of everyElement(root)) {
    const kind = node.name.replace(/^.*:/, '');
    if (kind === 'Relationship') checkRelationship(node.attributes, faults);
    else if (kind === 'Override' && /macroEnabled|vbaProject|activeX/i.test(node.attributes['ContentType'] ?? ''))
      faults.push(fault('macros', { name: node.attributes['PartName'] ?? name }));
    else if (FORMULAS.has(kind) && ACTIVE_FORMULA.test(textIn(node)))
      faults.push(fault('active_formula', { text: textIn(node).slice(0, 60) }));
    // The code of a field may be cut into many runs.
    else if (kind === 'p' || kind === 'fldSimple') {
      const code = kind === 'p' ? fieldCodes(node) : (node.attributes['w:instr'] ?? '');
      if (ACTIVE_FIELD.test(code)) faults.push(fault('active_field', { text: code.trim().slice(0, 60) }));
    }
  }
}

const fieldCodes = (paragraph: XmlNode): string =>
  [...everyElement(paragraph)].map((node) => (node.name === 'w:instrText' ? textIn(node) : node.name === 'w:fldChar' ? '\n' : '')).join('');

function checkRelationship(attributes: Record<string, string>, faults: TemplateFault[]): void {
  const { TargetMode: mode, Target: target = '', Type: type = '' } = attributes;
  const isLink = type.endsWith('/hyperlink') && /^(?:https?:|mailto:)/i.test(target);
  if (mode?.toLowerCase() === 'external' && !isLink) faults.push(fault('external', { name: target.slice(0, 80) }));
  else if (/\/(?:attachedTemplate|oleObject|aFChunk|externalLink|vbaProject)$/i.test(type))
    faults.push(fault('external', { name: type.split('/').at(-1) ?? '' }));
}

const FORMULAS: ReadonlySet<string> = new Set(['f', 'definedName', 'formula1', 'formula2', 'formula']);
