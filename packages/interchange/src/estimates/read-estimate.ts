import { collectFindings } from '../findings.ts';
import type { ByteSource } from '../project-file.ts';
import { CODE_PAGES } from '../text/code-pages.ts';
import { utf16Of } from '../text/byte-lines.ts';
import type { EstimateRead } from './estimate-file.ts';
import { readBc3 } from './read-bc3.ts';
import { readGaeb } from './read-gaeb.ts';
import { readGge } from './read-gge.ts';
import { readTableEstimate, type TableMapping, type TablePreview } from './read-table-estimate.ts';

export type EstimateReadOptions = {
  /** Of the file. */
  name: string;
  codePage: string | null;
  mapping?: TableMapping;
  onProgress?: (bytesDone: number) => void;
};
/** What a file holds; `preview` where its columns can be mapped. */
export type AnyEstimateRead = EstimateRead & { preview?: TablePreview | null };

/** Reads the file of an estimate of any format; `head` are its first bytes. Never throws over a file. */
export async function readEstimate(open: () => ByteSource, head: Uint8Array, options: EstimateReadOptions): Promise<AnyEstimateRead> {
  const codePage = CODE_PAGES.find((page) => page === options.codePage);
  const read = { ...(codePage ? { codePage } : {}), ...(options.onProgress ? { onProgress: options.onProgress } : {}) };
  if (head.length === 0) {
    const findings = collectFindings();
    findings.add({ severity: 'error', code: 'file.is_empty' });
    return { estimate: null, findings: findings.list() };
  }
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const wide = utf16Of(bytes);
  const start = (wide ? new TextDecoder(wide).decode(bytes) : bytes.toString('utf8')).replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('~V|') || start.startsWith('~C|')) return readBc3(open(), read);
  if (!start.startsWith('<')) return readTableEstimate(open(), options.mapping ?? {}, read);
  return /<(?:\w+:)?GAEB[\s>]/.test(start) ? readGaeb(open(), read) : readGge(open(), read);
}
