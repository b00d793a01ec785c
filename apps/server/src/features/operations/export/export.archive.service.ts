import type { ExportFormat } from '@gantry/contract';
import type { ZipEntry } from '@gantry/interchange';
import type { Context } from '../../../platform/context.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import { findingOut, writeVersion } from './export.version.service.ts';

/** Writes versions one after the other, each when the one before it is taken; the names of the files are safe and differ. */
export async function* writeEach(
  context: Context,
  job: JobRun,
  versions: readonly { id: number; name: string }[],
  format: Exclude<ExportFormat, 'zip'>,
  reported: (done: number) => Promise<void> = async () => undefined,
): AsyncGenerator<ZipEntry> {
  const taken = new Set<string>();
  for (const [done, { id, name }] of versions.entries()) {
    await job.progress(done / versions.length, 'export.writing');
    const { bytes, extension, findings } = await writeVersion(context, { versionId: id, format, name }, job.signal);
    job.findings(findings.map((finding) => findingOut({ ...finding, parameters: { file: name, ...finding.parameters } })));
    const safe = fileName(name);
    let file = `${safe}${extension}`;
    for (let number = 2; taken.has(file.toLowerCase()); number += 1) file = `${safe} (${number})${extension}`;
    taken.add(file.toLowerCase());
    yield { name: file, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
    await reported(done + 1);
  }
}

/** A name that every file system takes. */
export function fileName(name: string): string {
  const plain = name.replace(/[\u0000-\u001f<>:"/\\|?*]/g, '_').replace(/^\.+|[. ]+$/g, '');
  return plain.slice(0, 120) || 'schedule';
}
