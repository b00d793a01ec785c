import { collectFindings } from '../findings.ts';
import type { ByteSource } from '../project-file.ts';
import { CODE_PAGES } from '../text/code-pages.ts';
import type { EstimateRead } from './estimate-file.ts';
import { readGge } from './read-gge.ts';

export type EstimateReadOptions = { name: string; codePage: string | null; onProgress?: (bytesDone: number) => void };

/** Reads the file of an estimate of any format; `head` are its first bytes. Never throws over a file. */
export async function readEstimate(open: () => ByteSource, head: Uint8Array, options: EstimateReadOptions): Promise<EstimateRead> {
  const codePage = CODE_PAGES.find((page) => page === options.codePage);
  const read = { ...(codePage ? { codePage } : {}), ...(options.onProgress ? { onProgress: options.onProgress } : {}) };
  if (head.length === 0) {
    const findings = collectFindings();
    findings.add({ severity: 'error', code: 'file.is_empty' });
    return { estimate: null, findings: findings.list() };
  }
  return readGge(open(), read);
}
