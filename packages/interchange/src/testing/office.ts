import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** LibreOffice, where this machine has it. */
export const OFFICE = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/libreoffice/program/soffice'].find(existsSync);

type Format = 'csv' | 'pdf' | 'xlsx' | 'txt';
/** Texts come in the signs of the machine unless it is said otherwise. */
const FILTERS: Partial<Record<Format, string>> = { txt: 'txt:Text (encoded):UTF8' };

/** Files by name as LibreOffice opens, calculates and writes them, in one start of it: that takes longer than a file. */
export async function allThroughOffice(
  files: ReadonlyMap<string, Uint8Array>,
  from: 'xlsx' | 'docx',
  to: Format,
): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-office-'));
  try {
    const paths = [...files.keys()].map((name) => join(folder, `${name}.${from}`));
    for (const [at, bytes] of [...files.values()].entries()) await writeFile(paths[at], bytes);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const out = join(folder, 'out');
    await promisify(execFile)(OFFICE as string, [profile, '--headless', '--convert-to', FILTERS[to] ?? to, '--outdir', out, ...paths]);
    const written = new Map<string, Buffer>();
    for (const name of files.keys()) written.set(name, await readFile(join(out, `${name}.${to}`)));
    return written;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file as LibreOffice opens, calculates and writes it. */
export const throughOffice = async (bytes: Uint8Array, from: 'xlsx' | 'docx', to: Format): Promise<Buffer> =>
  (await allThroughOffice(new Map([['form', bytes]]), from, to)).get('form') as Buffer;

const PDF_TO_TEXT = ['/usr/bin/pdftotext'].find(existsSync);
/** Whether texts of a PDF can be read here. */
export const READS_PDF = PDF_TO_TEXT !== undefined;

/** The texts of a PDF, its pages parted by form feeds. */
export async function textsOfPdf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-pdf-'));
  try {
    await writeFile(join(folder, 'a.pdf'), bytes);
    return (await promisify(execFile)(PDF_TO_TEXT as string, [join(folder, 'a.pdf'), '-'], { maxBuffer: 64 << 20 })).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
