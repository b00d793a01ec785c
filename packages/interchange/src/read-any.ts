import { collectFindings } from './findings.ts';
import { FORMATS } from './formats/index.ts';
import type { AnyReadOptions, AnyWriteOptions, FormatMember } from './formats/index.ts';
import { NATIVE_MANIFEST } from './formats/native/write.ts';
import type { ByteSource, FileFormat, Finding, ProjectFile, ReadResult, WriteResult } from './project-file.ts';
import { OPENING_BYTES, collectBytes, openBytes } from './text/byte-lines.ts';
import { foreignFormatOf } from './text/signatures.ts';
import { LARGEST_ZIP, zipEntries, zipNames } from './zip/read-zip.ts';
import { writeZip } from './zip/write-zip.ts';

/** The format of a file by its content, not its name; null where it is none that holds a schedule. Only of a zip all bytes are needed. */
export async function formatOf(bytes: Uint8Array): Promise<FileFormat | 'zip' | null> {
  const first = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, OPENING_BYTES));
  const foreign = foreignFormatOf(first);
  if (foreign === 'zip') {
    const names = await zipNames(bytes);
    if (names.includes(NATIVE_MANIFEST)) return 'gantry';
    return names.includes('[Content_Types].xml') ? 'xlsx' : 'zip';
  }
  const text = first.toString('latin1').replaceAll('\0', '');
  if (foreign === 'xml' || /^..?<\?xml|^..?<\w/.test(text))
    return /<(\w+:)?APIBusinessObjects\b/.test(text) ? 'pmxml' : /<(\w+:)?Project\b/.test(text) ? 'mspdi' : null;
  if (foreign === 'json') return 'json';
  if (foreign !== null) return null;
  if (/^\W*ISO-10303-21\b/.test(text)) return 'ifc';
  if (/ERMHDR\t|^%T\t/m.test(text)) return 'xer';
  return /[,;\t]/.test(text.split(/\r?\n/, 1)[0]) ? 'csv' : null;
}

/** Reads a schedule in whatever format it is, streaming what can be streamed. An archive of several is for `readArchive`. */
export async function readAny(source: ByteSource, options: AnyReadOptions = {}): Promise<ReadResult & { format: FileFormat | null }> {
  const { first, rest } = await openBytes(source, options.onProgress);
  const isZip = foreignFormatOf(first) === 'zip';
  const whole = isZip ? await collectBytes(rest, LARGEST_ZIP) : null;
  if (isZip && !whole) return { format: null, project: null, findings: [{ severity: 'error', code: 'file.too_large' }] };
  const format = await formatOf(whole ?? first);
  if (format === null || format === 'zip') {
    const code = format === 'zip' ? 'file.is_zip' : first.length === 0 ? 'file.is_empty' : 'file.unknown_format';
    return { format: null, project: null, findings: [{ severity: 'error', code }] };
  }
  return { format, ...(await FORMATS[format].read(whole ?? rest, { ...options, onProgress: undefined })) };
}

/** Writes a schedule in a format. */
export async function writeAny(file: ProjectFile, format: FileFormat, options: AnyWriteOptions = {}): Promise<WriteResult> {
  const member: FormatMember = FORMATS[format];
  return member.write(file, options);
}

/** The file of an archive that says how the others make up a project of the product. */
export const PROJECT_LAYOUT = 'project.json';

export type ArchiveMember = ReadResult & { name: string; format: FileFormat | null };

/** Reads every file of a zip; files without a schedule return only findings. */
export async function readArchive(
  bytes: Uint8Array,
  options: AnyReadOptions = {},
): Promise<{ members: ArchiveMember[]; findings: Finding[] }> {
  const findings = collectFindings();
  const members: ArchiveMember[] = [];
  for await (const { name, bytes: content } of zipEntries(bytes, findings)) members.push({ name, ...(await readAny(content, options)) });
  return { members, findings: findings.list() };
}

/** Writes several files into one zip, each in its format; names get the ending of the format. */
export async function writeArchive(
  files: readonly { name: string; file: ProjectFile; format: FileFormat; options?: AnyWriteOptions }[],
): Promise<WriteResult> {
  const findings: Finding[] = [];
  const entries = [];
  for (const { name, file, format, options } of files) {
    const written = await writeAny(file, format, options);
    findings.push(...written.findings);
    entries.push({ name: `${safeName(name)}${FORMATS[format].extension}`, bytes: Buffer.from(written.bytes) });
  }
  return { bytes: await writeZip(entries), findings };
}

/** A name that is no path and that every file system takes. */
function safeName(name: string): string {
  const plain = name.replace(/[\u0000-\u001f<>:"/\\|?*]/g, '_').replace(/^\.+|[. ]+$/g, '');
  return plain.slice(0, 120) || 'schedule';
}
