import type { SpaceRight } from '@gantry/domain';
import type { Database, Db, Reach, Scope, Tx } from './database.ts';
import type { Files } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import type { Push } from './push.ts';

/** What the whole server shares. */
export type Services = { database: Database; push: Push; jobs: Jobs; files: Files; mail: Mail; log: Log; now: () => Date };

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
  /** A read-only transaction in the space of the call. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A transaction in the space of the call. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
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
};

/** Makes the context of a call or a job. */
export function createContext(services: Services, who: Who): Context {
  const { reach = null } = who;
  const scope: Scope = { spaceId: who.spaceId || null, userId: who.userId || null, reach };
  return {
    ...services,
    sessionId: null,
    actorId: who.userId,
    ...who,
    log: services.log.child({ request: who.requestId }),
    can: (right) => who.rights.has(right),
    read: (work) => services.database.read(scope, work),
    write: (work) => services.database.write(scope, work),
  };
}
