import type { ChangePart } from '@gantry/contract';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { type Labels, labelsIn, type ProposalContent, readPart, rowsIn } from './import.proposal.rules.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** So many that a page of a preview reads one or two pieces. */
const CHANGES_A_PIECE = 1000;

/** Changes of one part with the words to show them, packed; `place` is that of the first. */
export type ProposalPiece = { part: ChangePart; place: number; changes: number; content: Uint8Array };

/** Packs a proposal piece by piece: as one text a large one would be longer than texts can be. */
export async function packProposal({ diff, labels }: ProposalContent, parts: readonly ChangePart[]): Promise<ProposalPiece[]> {
  const pieces: ProposalPiece[] = [];
  for (const part of parts) {
    const rows = rowsIn(diff, part);
    for (let place = 0; place < rows.length; place += CHANGES_A_PIECE) {
      const some = rows.slice(place, place + CHANGES_A_PIECE);
      const content = await compress(Buffer.from(JSON.stringify({ rows: some, labels: labelsIn(labels, part, some) })));
      pieces.push({ part, place, changes: some.length, content: new Uint8Array(content) });
    }
  }
  return pieces;
}

/** The change that pieces hold together; those of a part come in their order. */
export async function unpackProposal(pieces: readonly { part: string; content: Uint8Array }[]): Promise<ProposalContent> {
  const diff: Record<string, Record<string, unknown[]>> = {};
  const labels: Labels = {};
  for (const { part, content } of pieces) {
    const held = JSON.parse((await decompress(content)).toString('utf8')) as { rows: unknown[]; labels: Labels };
    const { table, list } = readPart(part as ChangePart);
    diff[table] ??= { added: [], updated: [], removed: [] };
    for (const row of held.rows) diff[table][list].push(row);
    for (const [of, words] of Object.entries(held.labels)) Object.assign((labels[of as keyof Labels] ??= {}), words);
  }
  return { diff, labels };
}
