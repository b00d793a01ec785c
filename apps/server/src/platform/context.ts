import type { SpaceRight } from '@gantry/domain';
import { type AuditEntry, type Actor, writeAudit } from './audit.ts';
import type { BackupStore } from './files/backup-store.ts';
import type { Database, Db, Reach, Scope, Tx } from './postgres/database.ts';
import type { Files } from './files/files.ts';
import type { JobOwner, Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { Push } from './push.ts';
import type { Licensing } from './signed-tokens.ts';

/** What an access token allows at most: rights, in one space or (null) in every space of its owner. */
export type TokenBounds = { id: number; spaceId: number | null; rights: ReadonlySet<string> };

/** Services that all calls and jobs share. */
export type Services = {
  database: Database;
  push: Push;
  jobs: Jobs;
  files: Files;
  mail: Mail;
  backups: BackupStore;
  /** Where copies of the whole installation are kept; null: nowhere. */
  copiesDir: string | null;
  log: Log;
  now: () => Date;
  licensing: Licensing;
  /** Where people reach the page, without a slash at the end. */
  publicUrl: string;
  /** What the files of a space may take together at most; a space may set itself less. */
  storageQuotaMb: number;
  /** Whether notices go to browsers without an open page, by the push services of their makers. */
  webPush: boolean;
  /** Logins that the environment names as administrators of the installation. */
  administrators: readonly string[];
};

/** Caller, space and rights of a call; passed explicitly to every use case. */
export type Context = Services & {
  /** The person for whom the call works: the caller, or the giver of a delegation. */
  userId: number;
  /** Who really calls. */
  actorId: number;
  userName: string;
  /** The space of the call; 0 where the call belongs to none. */
  spaceId: number;
  rights: ReadonlySet<SpaceRight>;
  requestId: string;
  clientAddress: string;
  /** The day at the caller, as `2026-03-02`; of a job, the day in the zone of its space. */
  today: string;
  /** What the caller would like beside the call itself, as the header `Prefer` names it. */
  prefers: ReadonlySet<string>;
  /** The session of the call; null for an access token or an anonymous call. */
  sessionId: number | null;
  /** The access token of the call, or of who began the job. */
  token: TokenBounds | null;
  can(right: SpaceRight): boolean;
  /** Checks the rights of a job again just before it commits content or a file. Calls are checked when they arrive. */
  recheck(db: Db): Promise<void>;
  /** A read-only transaction in the space of the call. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A transaction in the space of the call. The first one of a call also writes its audit entry. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same call in another part of the space: for what its right opens where the person does not read the plan. */
  within(reach: Reach | null): Context;
  /** Adds work to the first transaction that this call commits. */
  withFirst(work: (tx: Tx) => Promise<void>): void;
  /** Adds details to the audit entry of this call, such as the object or the former value; never secrets. */
  note(details: Record<string, unknown>): void;
  /** Writes an audit entry of an action without a call of its own, in the transaction of that action. */
  audit(tx: Tx, auditEntry: AuditEntry, actor?: Partial<Actor>): Promise<void>;
};

/** The caller that a context is made for. */
export type Who = {
  userId: number;
  userName: string;
  spaceId: number;
  rights: ReadonlySet<SpaceRight>;
  requestId: string;
  clientAddress: string;
  today?: string;
  prefers?: ReadonlySet<string>;
  sessionId?: number | null;
  token?: TokenBounds | null;
  actorId?: number;
  /** The part of the space that the call may see; null or left out: all of it. */
  reach?: Reach | null;
  /** Checked again before a job commits. */
  recheck?: (db: Db) => Promise<void>;
  /** The name of who really calls. */
  actorName?: string;
  /** The audit entry of a call that changes something; null where the call changes nothing that others share. */
  auditEntry?: { action: string; object: string } | null;
};

/** The context of a job; refused as soon as its people may no longer do what it needs. */
export type ContextOfJob = (job: JobOwner) => Promise<Context>;

const NOTHING: ReadonlySet<string> = new Set();

/** Makes the context of a call or a job. */
export function createContext(services: Services, who: Who): Context {
  const { reach = null, auditEntry = null, actorName = who.userName, ...person } = who;
  const details: Record<string, unknown> = {};
  let committed = false;
  const first: ((tx: Tx) => Promise<void>)[] = [];
  const { userId, actorId = userId, spaceId, clientAddress, requestId } = who;
  const actor: Actor = { userId, actorId, actorName, spaceId, clientAddress, requestId };
  const over = (scope: Scope): Context => ({
    ...services,
    // A delegate starts jobs in the name of the principal; the jobs end when the delegation does, and those of a token when the token does.
    jobs: { ...services.jobs, enqueue: (tx, job) => services.jobs.enqueue(tx, { actorId, tokenId: who.token?.id, ...job }) },
    sessionId: null,
    token: null,
    actorId: who.userId,
    prefers: NOTHING,
    recheck: async () => undefined,
    today: services.now().toISOString().slice(0, 10),
    ...person,
    log: services.log.child({ request: who.requestId }),
    can: (right) => who.rights.has(right),
    read: (work) => services.database.read(scope, work),
    async write(work) {
      const result = await services.database.write(scope, async (tx) => {
        const answer = await work(tx);
        if (!committed) for (const besides of first) await besides(tx);
        if (auditEntry && !committed) await writeAudit(tx, actor, { ...auditEntry, details });
        return answer;
      });
      // Only a committed transaction counts: when the first one fails and another is tried, that one writes the entry.
      committed = true;
      return result;
    },
    within: (other) => over({ ...scope, reach: other }),
    withFirst: (work) => void first.push(work),
    note: (more) => void Object.assign(details, more),
    audit: (tx, other, instead = {}) => writeAudit(tx, { ...actor, ...instead }, other),
  });
  return over({ spaceId: who.spaceId || null, userId: who.userId || null, reach });
}
