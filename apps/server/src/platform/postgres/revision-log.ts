import { type RawBuilder, sql } from 'kysely';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { personName } from '../../database/person-name.ts';
import type { Row } from '../../database/schema.generated.ts';
import type { Db, Tx } from './database.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Where the revisions of something stand, and what of them nobody did by hand. */
type LogOf<K> = {
  /** A row a revision. */
  table: 'version_edit' | 'directory_edit';
  /** Its heads: a row with `revision` and `chain` each. */
  owner: 'version' | 'directory';
  /** The column of `table` that names the head. */
  column: 'version_id' | 'directory_id';
  idOf(key: K): number;
  /** Names of actions that the product does by itself: nobody takes them back, and they end nobody's redo. */
  automatic: readonly string[];
  /** The first revision that can be taken back. */
  first: number;
};

/** What stands in the log beside the diff. */
export type RevisionRecord = Pick<Row<'directory_edit'>, 'revision' | 'name' | 'author_id' | 'kind' | 'row_count'> & {
  /** The revision that this one takes back, or whose taking back it restores. */
  undoes?: number | null;
  redoes?: number | null;
};

/** A revision as it is listed. */
export type Revision = Required<RevisionRecord> &
  Pick<Row<'directory_edit'>, 'at' | 'undone_by' | 'diff_bytes'> & {
    /** What the log was up to here; null where it was written by a release that did not know. */
    chain: string | null;
    author: string;
  };

/** A link in the chain of takings back and restorings of one action. */
export type RevisionLink = Pick<Revision, 'revision' | 'name' | 'author_id' | 'row_count' | 'undoes' | 'redoes' | 'undone_by'>;

const CHAIN_BYTES = 16;

/** One value for a revision and all before it: two databases with the same chain have the same past. */
export function nextChain(before: Buffer, revision: number, packed: Buffer): Buffer {
  const number = Buffer.alloc(4);
  number.writeInt32BE(revision);
  return createHash('sha256').update(before).update(number).update(packed).digest().subarray(0, CHAIN_BYTES);
}

/** Packing less than this here is faster than asking a thread for it. */
const FEW_BYTES = 16 * 1024;

/** A diff as it is kept: zstd of JSON. */
export async function packDiff(diff: object): Promise<Buffer> {
  const text = Buffer.from(JSON.stringify(diff));
  return text.length < FEW_BYTES ? zstdCompressSync(text) : compress(text);
}
const unpack = async <D>(packed: Buffer): Promise<D> => {
  const text = packed.length < FEW_BYTES / 8 ? zstdDecompressSync(packed) : await decompress(packed);
  return JSON.parse(text.toString('utf8')) as D;
};

/** The revisions of one kind of thing: what each changed, by whom, and what of it can be taken back or restored. */
export function revisionLog<K extends { spaceId: number }, D extends object>({ table, owner, column, idOf, automatic, first }: LogOf<K>) {
  const log = sql.table(table);
  const of = (key: K, alias = 'e') =>
    sql`${sql.ref(`${alias}.space_id`)} = ${key.spaceId} and ${sql.ref(`${alias}.${column}`)} = ${idOf(key)}`;
  const byHand = (alias: string) => sql`${sql.ref(`${alias}.name`)} <> all(${[...automatic]}::text[])`;
  const all = <R>(db: Db | Tx, query: RawBuilder<R>): Promise<R[]> => query.execute(db).then(({ rows }) => rows);
  const one = async <R>(db: Db | Tx, query: RawBuilder<R>): Promise<R | null> => (await all(db, query))[0] ?? null;
  const only = async <R>(db: Db | Tx, query: RawBuilder<R>): Promise<R> => {
    const row = await one(db, query);
    if (row === null) throw new Error(`${owner} has no such row`);
    return row;
  };
  const REVISION = sql`e.revision, e.name, e.author_id, e.at, e.kind, e.row_count, e.undoes, e.redoes, e.undone_by, e.diff_bytes,
    encode(e.chain, 'hex') as chain, ${personName('u')} as author`;
  const revisions = (key: K) => sql`from ${log} e join app_user u on u.id = e.author_id where ${of(key)}`;
  /** The revision behind a known chain: what the chain is then, and the statement that writes it. */
  function lineAfter(key: K, before: Buffer, { undoes = null, redoes = null, ...record }: RevisionRecord, packed: Buffer) {
    const { revision, name, author_id, kind, row_count } = record;
    const chain = nextChain(before, revision, packed);
    const insertion = sql<{ done: number }>`
      insert into ${log} (space_id, ${sql.ref(column)}, revision, name, author_id, kind, row_count, undoes, redoes, diff, diff_bytes, chain)
      values (${key.spaceId}, ${idOf(key)}, ${revision}, ${name}, ${author_id}, ${kind}, ${row_count}, ${undoes}::int, ${redoes}::int,
              ${packed}, ${packed.length}, ${chain}) returning 1 as done`;
    return { chain, insertion };
  }
  const LINK = sql`e.revision, e.name, e.author_id, e.row_count, e.undoes, e.redoes, e.undone_by`;

  return {
    /** Writes a revision behind the others; answers the chain for the head, whose lock the caller holds. */
    async save(tx: Tx, key: K, record: RevisionRecord, packed: Buffer): Promise<Buffer> {
      const head = await only(
        tx,
        sql<{ chain: Buffer }>`select chain from ${sql.table(owner)} where space_id = ${key.spaceId} and id = ${idOf(key)}`,
      );
      const { chain, insertion } = lineAfter(key, head.chain, record, packed);
      await insertion.execute(tx);
      return chain;
    },
    lineAfter,

    /** Newest first. */
    list: (db: Db, key: K, limit: number) =>
      all(db, sql<Revision>`select ${REVISION} ${revisions(key)} order by e.revision desc limit ${limit}`),

    /** Lists the revisions after one, oldest first; where there are more than `most`, the newest of them. */
    async listSince(db: Db, key: K, since: number, most: number): Promise<Revision[]> {
      const newest = sql<Revision>`select ${REVISION} ${revisions(key)} and e.revision > ${since} order by e.revision desc limit ${most}`;
      return (await all(db, newest)).reverse();
    },

    /** Lists which actions the revisions after one undo or restore, oldest first; where there are more than `most`, the newest of them. */
    async listTurnsSince(db: Db, key: K, since: number, most: number) {
      const newest = sql<Pick<Revision, 'revision' | 'undoes' | 'redoes'>>`select e.revision, e.undoes, e.redoes from ${log} e
        where ${of(key)} and e.revision > ${since} order by e.revision desc limit ${most}`;
      return (await all(db, newest)).reverse();
    },

    /** Lists at most `most` actions after a revision whose names match a pattern and that nobody has undone: original ones before restored ones. */
    listInEffectSince: (db: Db, key: K, since: number, names: RegExp, most: number) =>
      all(
        db,
        sql<Pick<Revision, 'revision' | 'redoes'>>`select e.revision, e.redoes from ${log} e
          where ${of(key)} and e.revision > ${since} and e.undoes is null and e.undone_by is null and e.name ~ ${names.source}
          order by e.redoes is not null, e.revision limit ${most}`,
      ),

    find: (db: Db, key: K, revision: number) => one(db, sql<Revision>`select ${REVISION} ${revisions(key)} and e.revision = ${revision}`),

    /** A revision with the chain that it continues and its diff, in one statement; the diff is null where it is larger than `most`. */
    async findWhole(db: Db, key: K, revision: number, most: number) {
      const row = await one(
        db,
        sql<
          Revision & { before: string | null; diff: Buffer | null }
        >`select ${REVISION}, case when e.diff_bytes <= ${most} then e.diff end as diff,
          (select encode(b.chain, 'hex') from ${log} b where ${of(key, 'b')} and b.revision = e.revision - 1) as before
          ${revisions(key)} and e.revision = ${revision}`,
      );
      return row && { ...row, diff: row.diff && (await unpack<D>(row.diff)) };
    },

    /**
     * The diffs that lead from one chain to another, in their order and one statement; null where they do not, or there are more than some,
     * or several that are larger together than so many bytes.
     */
    async listLeading(
      db: Db,
      key: K,
      from: { revision: number; chain: Buffer },
      to: Buffer,
      most: { diffs: number; bytes: number },
    ): Promise<D[] | null> {
      const rows = await all(
        db,
        sql<{ revision: number; diff: Buffer | null }>`
          select e.revision, case when count(*) over () = 1 or sum(e.diff_bytes) over () <= ${most.bytes} then e.diff end as diff
          from ${log} e where ${of(key)} and e.revision > ${from.revision} order by e.revision limit ${most.diffs + 1}`,
      );
      if (rows.length > most.diffs) return null;
      let { chain } = from;
      const packed: Buffer[] = [];
      for (const { revision, diff } of rows) {
        if (!diff) return null;
        chain = nextChain(chain, revision, diff);
        packed.push(diff);
      }
      return chain.equals(to) ? Promise.all(packed.map((one) => unpack<D>(one))) : null;
    },

    /** How many come after a revision, how large their diffs are, packed, and how many rows they change together. */
    async sizeSince(db: Db, key: K, since: number): Promise<{ edits: number; bytes: number; rows: number }> {
      return only(
        db,
        sql<{ edits: number; bytes: number; rows: number }>`select count(*) as edits,
            coalesce(sum(e.diff_bytes), 0)::bigint as bytes, coalesce(sum(e.row_count), 0)::bigint as rows
          from ${log} e where ${of(key)} and e.revision > ${since}`,
      );
    },

    async readDiff(db: Db, key: K, revision: number): Promise<D | null> {
      const row = await one(db, sql<{ diff: Buffer }>`select e.diff from ${log} e where ${of(key)} and e.revision = ${revision}`);
      return row && unpack<D>(row.diff);
    },

    /** Diffs of some revisions, by revision; one that is gone is missing. */
    async readDiffs(db: Db, key: K, revisions: readonly number[]): Promise<Map<number, D>> {
      const rows = await all(
        db,
        sql<{ revision: number; diff: Buffer }>`select e.revision, e.diff from ${log} e
          where ${of(key)} and e.revision = any(${[...revisions]}::bigint[])`,
      );
      return new Map(await Promise.all(rows.map(async ({ revision, diff }) => [revision, await unpack<D>(diff)] as const)));
    },

    /** Diffs after a revision in their order; where `but` names a person, those of the others alone. */
    async listDiffsSince(db: Db, key: K, since: number, but: number | null = null) {
      const rows = await all(
        db,
        sql<Revision & { diff: Buffer }>`select ${REVISION}, e.diff ${revisions(key)}
          and e.revision > ${since} and e.author_id is distinct from ${but}::bigint order by e.revision`,
      );
      return Promise.all(rows.map(async (row) => ({ ...row, diff: await unpack<D>(row.diff) })));
    },

    /** Whether the log went through this chain at a revision; not where it is behind it, true where nobody knows any more. */
    async wentThrough(db: Db, key: K, revision: number, chain: string | null): Promise<boolean> {
      const row = await one(
        db,
        sql<{ revision: number; head: string; chain: string | null }>`
          select o.revision, encode(o.chain, 'hex') as head, encode(e.chain, 'hex') as chain from ${sql.table(owner)} o
          left join ${log} e on e.space_id = o.space_id and ${sql.ref(`e.${column}`)} = o.id and e.revision = ${revision}
          where o.space_id = ${key.spaceId} and o.id = ${idOf(key)}`,
      );
      if (!row) return true;
      if (revision > row.revision) return false;
      const known = revision === row.revision ? row.head : row.chain;
      return chain === null || known === null || known === chain;
    },

    /** The newest action of a person that can be taken back (`before` a revision), or the named one: neither taken back yet nor itself a taking back. */
    findUndoable: (db: Db, key: K, authorId: number, revision?: number, before?: number) =>
      one(
        db,
        sql<Pick<Revision, 'revision' | 'name' | 'row_count'>>`select e.revision, e.name, e.row_count from ${log} e
          where ${of(key)} and e.author_id = ${authorId} and e.undoes is null and e.undone_by is null and e.row_count > 0
            and ${byHand('e')} and e.revision >= ${first} ${revision === undefined ? sql`` : sql`and e.revision = ${revision}`}
            ${before === undefined ? sql`` : sql`and e.revision < ${before}`}
          order by e.revision desc limit 1`,
      ),

    /** The newest taking back of a person that can be restored: they have not acted anew since. */
    findRedoable: (db: Db, key: K, authorId: number) =>
      one(
        db,
        sql<Pick<Revision, 'revision' | 'name' | 'row_count'>>`select e.revision, e.name, e.row_count from ${log} e
          where ${of(key)} and e.author_id = ${authorId} and e.undoes is not null and e.undone_by is null
            and not exists (select from ${log} n where ${of(key, 'n')} and n.author_id = e.author_id and n.revision > e.revision
                            and n.undoes is null and n.redoes is null and ${byHand('n')})
          order by e.revision desc limit 1`,
      ),

    async markUndone(tx: Tx, key: K, revision: number, by: number): Promise<void> {
      await sql`update ${log} e set undone_by = ${by} where ${of(key)} and e.revision = ${revision}`.execute(tx);
    },

    /** The newest link of the chain that an action began: what takes the action back, or restores it, acts on this one. */
    findLastLink: (db: Db, key: K, revision: number) =>
      one(
        db,
        sql<RevisionLink>`with recursive links as (
            select ${LINK} from ${log} e where ${of(key)} and e.revision = ${revision} and e.revision >= ${first}
            union all
            select ${LINK} from ${log} e join links l on e.revision = l.undone_by where ${of(key)})
          select * from links order by revision desc limit 1`,
      ),

    /** Which of some actions are not in effect: taken back, and not restored since. */
    async listTakenBack(db: Db, key: K, revisions: readonly number[]): Promise<Set<number>> {
      const rows = await all(
        db,
        sql<{ revision: number }>`with recursive links as (
            select e.revision, e.undone_by, e.undone_by is not null as gone from ${log} e where ${of(key)} and e.revision = any(${[...revisions]}::int[])
            union all
            select l.revision, e.undone_by, l.gone <> (e.undone_by is not null) from ${log} e join links l on e.revision = l.undone_by where ${of(key)})
          select revision from links where undone_by is null and gone`,
      );
      return new Set(rows.map(({ revision }) => revision));
    },

    /** The action that a chain of takings back and restorings began with, by any of its links. */
    async findRoot(db: Db, key: K, revision: number): Promise<number> {
      const { root } = await only(
        db,
        sql<{ root: number }>`with recursive links as (
            select e.revision, coalesce(e.undoes, e.redoes) as target from ${log} e where ${of(key)} and e.revision = ${revision}
            union all
            select e.revision, coalesce(e.undoes, e.redoes) as target from ${log} e join links l on e.revision = l.target where ${of(key)})
          select min(revision) as root from links`,
      );
      return root;
    },

    /** At most `most` links of a person from a revision on that can be taken back, or that can be restored, newest first. */
    listLinksSince: (db: Db, key: K, authorId: number, revision: number, way: 'undo' | 'redo', most: number) =>
      all(
        db,
        sql<RevisionLink>`select ${LINK} from ${log} e
          where ${of(key)} and e.author_id = ${authorId} and e.revision >= ${Math.max(revision, first)} and e.undone_by is null
            and e.row_count > 0 and ${byHand('e')} and e.undoes is ${way === 'undo' ? sql`null` : sql`not null`}
          order by e.revision desc limit ${most}`,
      ),

    /** Forgets what was changed and how; answers how many lines went. What nobody can take back stays. */
    async clear(tx: Tx, key: K): Promise<number> {
      const { numAffectedRows = 0n } = await sql`delete from ${log} e where ${of(key)} and e.revision >= ${first}`.execute(tx);
      return Number(numAffectedRows);
    },
  };
}
