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
  bytes?: number;
  codePage: string | null;
  mapping?: TableMapping;
  /** Mappings of which the preview says which fit. */
  offered?: readonly TableMapping[];
  onProgress?: (bytesDone: number) => void;
};
/** What a file holds; `preview` where its columns can be mapped. */
export type AnyEstimateRead = EstimateRead & { preview?: TablePreview | null };

/** Of GGE XML little is kept in memory; of the other formats all is. */
const MOST_BYTES = 256 << 20;

/** Reads the file of an estimate of any format; `head` are its first bytes. Never throws over a file. */
export async function readEstimate(open: () => ByteSource, head: Uint8Array, options: EstimateReadOptions): Promise<AnyEstimateRead> {
  const codePage = CODE_PAGES.find((page) => page === options.codePage);
  const read = { ...(codePage ? { codePage } : {}), ...(options.onProgress ? { onProgress: options.onProgress } : {}) };
  const refused = (code: string): AnyEstimateRead => {
    const findings = collectFindings();
    findings.add({ severity: 'error', code });
    return { estimate: null, findings: findings.list() };
  };
  if (head.length === 0) return refused('file.is_empty');
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const wide = utf16Of(bytes);
  const start = (wide ? new TextDecoder(wide).decode(bytes) : bytes.toString('utf8')).replace(/^\ufeff/, '').trimStart();
  const isGge = start.startsWith('<') && !/<(?:\w+:)?GAEB[\s>]/.test(start);
  if (isGge) return readGge(open(), read);
  if ((options.bytes ?? 0) > MOST_BYTES) return refused('file.too_large');
  if (start.startsWith('~V|') || start.startsWith('~C|')) return readBc3(open(), read);
  if (!start.startsWith('<')) return readTableEstimate(open(), options.mapping ?? {}, { ...read, offered: options.offered ?? [] });
  return readGaeb(open(), read);
}
