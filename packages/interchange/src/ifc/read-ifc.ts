import { isUtf8 } from 'node:buffer';
import { collectFindings } from '../findings.ts';
import type { Findings } from '../findings.ts';
import { decoderOf } from '../text/code-pages.ts';
import type { CodePage } from '../text/code-pages.ts';
import { zipEntries } from '../zip/read-zip.ts';
import { entitiesOf, isRead } from './entities.ts';
import type { IfcModel, IfcRead } from './model.ts';
import { readStructure } from './read-structure.ts';
import { hasCyclicPlacement } from './read-relations.ts';
import { scanStep } from './step/step-scan.ts';
import { decodeEscapes } from './step/step-values.ts';
import { unitsOf } from './read-sets.ts';

const SCHEMA = /^IFC(?:2X3|4|4X1|4X2|4X3)(?:_[A-Z0-9]+)*$/;
const ZIP_LIMITS = { entries: 1, bytes: 500 << 20, ratio: 100 };
const LARGEST = 500 << 20;
const HEAD = 64 << 10;

/** Reads schema, places, elements, sets, classifications, layers and materials of an IFC file (or its zip), without its geometry. */
export async function readIfc(given: Uint8Array, options: { codePage?: CodePage } = {}): Promise<IfcRead> {
  const findings = collectFindings();
  let bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const inside = await unpacked(bytes, findings);
    if (!inside) return { model: null, findings: findings.list() };
    bytes = inside;
  }
  const model = readBytes(bytes, options.codePage, findings);
  return { model, findings: findings.list() };
}

/** The IFC file of a zip; other bytes as they are. Null where the zip holds none. */
export async function unpackIfc(bytes: Buffer): Promise<Buffer | null> {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? unpacked(bytes, collectFindings()) : bytes;
}

async function unpacked(bytes: Buffer, findings: Findings): Promise<Buffer | null> {
  for await (const entry of zipEntries(bytes, findings, ZIP_LIMITS)) return entry.bytes;
  if (findings.list().length === 0) findings.add({ severity: 'error', code: 'ifc.empty' });
  return null;
}

function readBytes(bytes: Buffer, codePage: CodePage | undefined, findings: Findings): IfcModel | null {
  const refuse = (code: string, value?: string): null => {
    findings.add({ severity: 'error', code, ...(value === undefined ? {} : { value }) });
    return null;
  };
  if (bytes.length === 0) return refuse('ifc.empty');
  if (bytes.length > LARGEST) return refuse('ifc.too_large');
  const head = bytes.toString('latin1', 0, Math.min(HEAD, bytes.length));
  if (!/^[\s\u00ef\u00bb\u00bf]*ISO-10303-21/.test(head)) return refuse('ifc.not_step');
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']{0,80})'/i.exec(head)?.[1].toUpperCase();
  if (!schema || !SCHEMA.test(schema)) return refuse('ifc.schema_unknown', schema ?? '');
  const dataAt = /\bDATA\s*;/i.exec(head);
  if (!dataAt) return refuse('ifc.no_data');
  const scan = scanStep(bytes, dataAt.index + dataAt[0].length, isRead);
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 4096));
  if (!/END-ISO-10303-21/i.test(tail)) return refuse('ifc.truncated');
  if (!scan.isTerminated) return refuse('ifc.unterminated');
  if (scan.count === 0) return refuse('ifc.no_data');
  if (scan.broken > 0) findings.add({ severity: 'warning', code: 'ifc.broken_statements', parameters: { count: scan.broken } });
  let highBytes = 0;
  const decodeHigh = decoderOf(codePage ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252'));
  const entities = entitiesOf(bytes, scan, (raw) =>
    decodeEscapes(raw, (part) => {
      if (!/[\u0080-\u00ff]/.test(part)) return part;
      highBytes++;
      return decodeHigh(part);
    }),
  );
  if (hasCyclicPlacement(entities)) findings.add({ severity: 'warning', code: 'ifc.cyclic_placement' });
  const units = unitsOf(entities);
  const { nodes, elements } = readStructure(entities, units, findings);
  const application = [...entities.ofTypes('IFCAPPLICATION')].at(0)?.args;
  if (entities.unreadable() > 0)
    findings.add({ severity: 'warning', code: 'ifc.broken_arguments', parameters: { count: entities.unreadable() } });
  if (highBytes > 0 && !codePage) findings.add({ severity: 'warning', code: 'ifc.code_page', parameters: { count: highBytes } });
  const program = [application?.[2], application?.[1]].filter((part) => typeof part === 'string').join(' ');
  return { schema, program, units, nodes, elements };
}
