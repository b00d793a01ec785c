import { node, versionSummary } from '@gantry/contract';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { shareAnswers } from '../../../platform/http/shared-answers.ts';
import { unhurried } from '../../../platform/http/turns.ts';
import { type Db, perDatabase } from '../../../platform/postgres/database.ts';
import { listNodes, listVersions, markOfTree, type NodeRow } from './eps.repository.ts';
import { nodeOut, type VersionRecord, versionOut } from './eps.service.ts';

/** Texts that are kept: of 20,000 nodes and as many versions one has 9 MB. */
const MOST_TEXTS = 4;
const textsOf = perDatabase(() => shareAnswers<Buffer>(MOST_TEXTS));

/** Sends the hierarchy of a space with all versions: written once for all who reach the same of it, until something in it changes. */
export async function sendTree(context: Context, reply: FastifyReply): Promise<FastifyReply> {
  const text = await context.read(async (db) =>
    textsOf(context)(`${context.spaceId} ${await markOfTree(db, context.spaceId)}`, () => writeTree(db, context.spaceId)),
  );
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Rows that are written in one go. */
const BLOCK = 500;

async function writeTree(db: Db, spaceId: number): Promise<Buffer> {
  const [nodes, versions] = [await listNodes(db, spaceId), await listVersions(db, spaceId)];
  return Buffer.from(await unhurried(written(nodes, versions)));
}

function* written(nodes: readonly NodeRow[], versions: readonly VersionRecord[]): Generator<void, string> {
  const texts: [string[], string[]] = [[], []];
  for (let from = 0; from < nodes.length; from += BLOCK, yield)
    for (const row of nodes.slice(from, from + BLOCK)) texts[0].push(JSON.stringify(node.parse(nodeOut(row))));
  for (let from = 0; from < versions.length; from += BLOCK, yield)
    for (const row of versions.slice(from, from + BLOCK)) texts[1].push(JSON.stringify(versionSummary.parse(versionOut(row))));
  return `{"nodes":[${texts[0].join(',')}],"versions":[${texts[1].join(',')}]}`;
}
