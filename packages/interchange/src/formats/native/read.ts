import { collectFindings } from '../../findings.ts';
import type { Findings } from '../../findings.ts';
import type { ByteSource, ProjectFile, ReadOptions, ReadResult } from '../../project-file.ts';
import { collectBytes } from '../../text/byte-lines.ts';
import { CODE_PAGES } from '../../text/code-pages.ts';
import { readElements } from '../../xml/read-elements.ts';
import { LARGEST_ZIP, readZip } from '../../zip/read-zip.ts';
import type { ZipEntry } from '../../zip/read-zip.ts';
import { parseContent } from '../json/read.ts';
import { readXerTables } from '../xer/read.ts';
import { NATIVE_MANIFEST } from './write.ts';

/** Reads Gantry's own file, the rows of its source included. */
export async function readNative(source: ByteSource, options: ReadOptions = {}): Promise<ReadResult> {
  const findings = collectFindings();
  const bytes = await collectBytes(source, LARGEST_ZIP, options.onProgress);
  if (!bytes) findings.add({ severity: 'error', code: 'file.too_large' });
  const entries = bytes && (await readZip(bytes, findings));
  const project = entries && (await readEntries(entries, findings));
  return { project, findings: findings.list() };
}

async function readEntries(entries: readonly ZipEntry[], findings: Findings): Promise<ProjectFile | null> {
  const find = (name: string): Buffer | undefined => entries.find((entry) => entry.name === name)?.bytes;
  const manifest = manifestOf(find(NATIVE_MANIFEST));
  const content = find('content.json');
  if (!manifest || !content) {
    findings.add({ severity: 'error', code: 'file.not_gantry' });
    return null;
  }
  if (manifest.get('version') !== 1) {
    findings.add({ severity: 'error', code: 'json.unknown_version', value: String(manifest.get('version')) });
    return null;
  }
  const file = parseContent(content, findings);
  if (!file) return null;
  const codePage = CODE_PAGES.find((page) => page === manifest.get('codePage')) ?? null;
  const quiet = collectFindings();
  const [xer, xml] = [find('source.xer'), find('source.xml')];
  if (xer) return { ...file, codePage, source: (await readXerTables(xer, { codePage: 'utf-8' }, quiet))?.tables ?? null };
  if (xml) return { ...file, codePage, source: (await readElements(xml, {}, quiet))?.elements ?? null };
  return { ...file, codePage };
}

function manifestOf(bytes: Buffer | undefined): Map<string, unknown> | null {
  try {
    const manifest: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    const fields = new Map(typeof manifest === 'object' && manifest !== null ? Object.entries(manifest) : []);
    return fields.get('format') === 'gantry-file' ? fields : null;
  } catch {
    return null;
  }
}
