import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** LibreOffice, where this machine has it. */
export const OFFICE = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/libreoffice/program/soffice'].find(existsSync);

/** A file as LibreOffice opens, calculates and writes it. */
export async function throughOffice(bytes: Uint8Array, from: 'xlsx' | 'docx', to: 'csv' | 'pdf' | 'xlsx'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-office-'));
  try {
    await writeFile(join(folder, `form.${from}`), bytes);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const out = join(folder, 'out');
    await promisify(execFile)(OFFICE as string, [profile, '--headless', '--convert-to', to, '--outdir', out, join(folder, `form.${from}`)]);
    return await readFile(join(out, `form.${to}`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PDF_TO_TEXT = '/usr/bin/pdftotext';
/** Whether texts of a PDF can be read here. */
export const READS_PDF = existsSync(PDF_TO_TEXT);

/** The texts of a PDF. */
export async function textsOfPdf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gantry-pdf-'));
  try {
    await writeFile(join(folder, 'a.pdf'), bytes);
    return (await promisify(execFile)(PDF_TO_TEXT, [join(folder, 'a.pdf'), '-'])).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
