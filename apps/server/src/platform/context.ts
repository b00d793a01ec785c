import type { SpaceRight } from '@gantry/domain';
import { type Deed, type Doer, writeAudit } from './audit.ts';
import type { Database, Db, Reach, Scope, Tx } from './database.ts';
import type { Files } from './files.ts';
import type { JobOwner, Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import type { Push } from './push.ts';
import type { Licensing } from './signed-tokens.ts';

/** What the whole server shares. */
export type Services = {
  database: Database;
  push: Push;
  jobs: Jobs;
  files: Files;
  mail: Mail;
  log: Log;
  now: () => Date;
  licensing: Licensing;
  /** Logins that the environment names as administrators of the installation. */
  administrators: readonly string[];
};

/** Who calls, where, and what they may use; passed by hand to every use case. */
export type Context = Services & {
  /** In whose name the call works: the caller, or who has delegated to them. */
  userId: number;
  /** Who really calls. */
  actorId: number;
  userName: string;
  /** The space of the call; 0 where the call belongs to none. */
  spaceId: number;
  rights: ReadonlySet<SpaceRight>;
  requestId: string;
  clientAddress: string;
  /** The session of the call; null where an access token, or nobody, calls. */
  sessionId: number | null;
  can(right: SpaceRight): boolean;
  /** Refuses in the last moment what a job may no longer do: asked before content or a file is committed. Calls were asked when they came. */
  recheck(db: Db): Promise<void>;
  /** A read-only transaction in the space of the call. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A transaction in the space of the call. The first of a call that changes something notes the call in the audit. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Adds to what the audit notes of this call: what it was done to, what stood there before. Never a secret. */
  note(details: Record<string, unknown>): void;
  /** Notes a deed that no call of its own stands for, in the transaction that does it. */
  audit(tx: Tx, deed: Deed, doer?: Partial<Doer>): Promise<void>;
};

/** Who a context is for. */
export type Who = {
  userId: number;
  userName: string;
  spaceId: number;
  rights: ReadonlySet<SpaceRight>;
  requestId: string;
  clientAddress: string;
  sessionId?: number | null;
  actorId?: number;
  /** The part of the space that the call may see; null or left out: all of it. */
  reach?: Reach | null;
  /** Asked again before a job commits what it has made. */
  recheck?: (db: Db) => Promise<void>;
  /** The name of who really calls. */
  actorName?: string;
  /** What the audit notes when the call changes something; null: nothing, because the call changes nothing that others share. */
  deed?: { action: string; object: string } | null;
};

/** The context of a job; refused as soon as its people may no longer do what it needs. */
export type ContextOfJob = (job: JobOwner) => Promise<Context>;

/** Makes the context of a call or a job. */
export function createContext(services: Services, who: Who): Context {
  const { reach = null, deed = null, actorName = who.userName, ...person } = who;
  const scope: Scope = { spaceId: who.spaceId || null, userId: who.userId || null, reach };
  const details: Record<string, unknown> = {};
  let noted = false;
  const { userId, actorId = userId, spaceId, clientAddress, requestId } = who;
  const doer: Doer = { userId, actorId, actorName, spaceId, clientAddress, requestId };
  return {
    ...services,
    // Who acts for another begins a job in that one's name, and loses it with what was given to them.
    jobs: { ...services.jobs, enqueue: (tx, job) => services.jobs.enqueue(tx, { actorId, ...job }) },
    sessionId: null,
    actorId: who.userId,
    recheck: async () => undefined,
    ...person,
    log: services.log.child({ request: who.requestId }),
    can: (right) => who.rights.has(right),
    read: (work) => services.database.read(scope, work),
    async write(work) {
      const result = await services.database.write(scope, async (tx) => {
        const answer = await work(tx);
        if (deed && !noted) await writeAudit(tx, doer, { ...deed, details });
        return answer;
      });
      // Only what is committed is noted: where the first transaction fails and a second one is tried, that one is.
      noted = true;
      return result;
    },
    note: (more) => void Object.assign(details, more),
    audit: (tx, other, instead = {}) => writeAudit(tx, { ...doer, ...instead }, other),
  };
}
