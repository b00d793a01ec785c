import { api, type Call, type CallArguments, type Endpoint, type ErrorCode, type Output } from '@gantry/contract';
import type { SpaceRole } from '@gantry/domain';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { type App, createApp } from '../app.ts';
import { readEnv } from '../platform/env/env.ts';
import { createLog } from '../platform/log.ts';
import { type Answer, type CallOptions, type Keys, type Said, send } from './call.ts';
import { openPushClient, type PushClient } from './push-client.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

/** The body of a refused call. */
export type Refusal = { status: number; code: ErrorCode; parameters: Record<string, any> };

/** Somebody signed in, standing in a space. */
export type Person = {
  id: number;
  login: string;
  keys: Keys;
  /** The space of their calls; 0 before they have one. */
  spaceId: number;
  /** The address of the server, another one after a restart. */
  base(): string;
  /** Calls, with parts left out too, and answers whatever came. */
  call<E extends Endpoint>(endpoint: E, call?: Partial<Call<E>>, options?: CallOptions): Promise<Answer<Said<E>>>;
  /** Calls and expects success. */
  ok<E extends Endpoint>(endpoint: E, ...rest: CallArguments<E, CallOptions>): Promise<Output<E>>;
  /** Calls and expects a refusal. */
  refused<E extends Endpoint>(endpoint: E, call?: Partial<Call<E>>, options?: CallOptions): Promise<Refusal>;
  /** Makes a space and stands in it. */
  space(name?: string): Promise<number>;
  /** A facility, a project and a schedule; answers the schedule's id. */
  schedule(name?: string): Promise<number>;
  /** An empty version in a new schedule, or in the given one. */
  version(scheduleId?: number): Promise<number>;
  /** Adds a row and answers its id. */
  item(versionId: number, item: Record<string, unknown> & { name: string }, parentId?: number | null): Promise<number>;
  relation(versionId: number, predecessorId: number, successorId: number): Promise<number>;
  /** Imports a file, given by its path or bytes, and waits for the version. */
  importXer(scheduleId: number, file: string | Buffer, fields?: Record<string, string>): Promise<Answer<any>>;
  push(versionId?: number | null): Promise<PushClient>;
};

/** A whole server on a database of its own, with people. */
export type World = {
  app: App;
  base: string;
  database: TestDatabase;
  dataDir: string;
  /** Lines of the server's log. */
  log: string[];
  /** Registers somebody and signs them in. */
  person(login: string, fields?: { password?: string }): Promise<Person>;
  /** Makes a person a member of the space that another stands in. */
  join(person: Person, host: Person, role: SpaceRole): Promise<void>;
  /** A statement past row-level security. */
  sql<R extends pg.QueryResultRow = Record<string, any>>(text: string, values?: unknown[]): Promise<R[]>;
  /** Names of the files that the server keeps. */
  files(): string[];
  /** Stops the server and starts it anew on the same database and files. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export const PASSWORD = 'correct horse battery';

/** Starts a world; `await world.close()` ends it. */
export async function createWorld(
  environment: Record<string, string> = {},
  options: { now?: () => Date; poolerUrl?: string; calls?: 'beside' } = {},
): Promise<World> {
  const database = await createTestDatabase(options.poolerUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'gantry-world-'));
  const log: string[] = [];
  const superuser = new pg.Pool({ ...database.administration, max: 2 });
  superuser.on('error', () => undefined);
  const start = async () => {
    const app = await createApp(
      readEnv({ DATA_DIR: dataDir, ...environment }),
      database.connection,
      createLog({}, (line) => log.push(line)),
      options,
    );
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.http.server.address() as { port: number };
    return { app, base: `http://127.0.0.1:${port}` };
  };
  const world: World = {
    ...(await start()),
    database,
    dataDir,
    log,
    person: (login, fields) => register(world, login, fields?.password ?? PASSWORD),
    async join(person, host, role) {
      await world.sql('insert into space_user (space_id, user_id, role) values ($1, $2, $3)', [host.spaceId, person.id, role]);
      person.spaceId = host.spaceId;
    },
    sql: async (text, values) => (await superuser.query(text, values)).rows,
    files: () => {
      try {
        return readdirSync(join(dataDir, 'files'));
      } catch {
        return [];
      }
    },
    async restart() {
      await world.app.close();
      Object.assign(world, await start());
    },
    async close() {
      await world.app.close();
      await superuser.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

async function register(world: World, login: string, password: string): Promise<Person> {
  const keys: Keys = { cookies: new Map(), token: '' };
  const body = {
    login,
    email: `${login}@gantry.example`,
    first_name: login,
    last_name: 'Tester',
    password,
    secret_question: 'First site?',
    answer: 'Pier 4',
  };
  const answer = await send(world.base, keys, api.users.registerAndLogin, { body });
  if (answer.status !== 200) throw new Error(`${login} could not register: ${JSON.stringify(answer.body)}`);
  keys.token = answer.body.token;
  return personOf(world, { id: answer.body.user_id, login, keys });
}

function personOf(world: World, who: { id: number; login: string; keys: Keys }): Person {
  const person: Person = {
    ...who,
    spaceId: 0,
    base: () => world.base,
    call: (endpoint, call = {}, options = {}) => send(world.base, person.keys, endpoint, call, { spaceId: person.spaceId, ...options }),
    async ok(endpoint, ...[call, options]) {
      const answer = await person.call(endpoint, call, options);
      if (answer.status !== 200)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body as Output<typeof endpoint>;
    },
    async refused(endpoint, call, options) {
      const { status, body } = await person.call(endpoint, call, options);
      if (status < 400) throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${JSON.stringify(body).slice(0, 400)}`);
      return { status, code: body.errors[0].code as ErrorCode, parameters: body.errors[0].parameters };
    },
    async space(name = `Space of ${who.login}`) {
      person.spaceId = (await person.ok(api.spaces.create, { body: { name } })).id;
      return person.spaceId;
    },
    async schedule(name = 'Schedule') {
      const facility = await person.ok(api.facilities.create, { body: { name: `Facility of ${name}` } });
      const project = await person.ok(api.projects.create, { body: { name: `Project of ${name}`, facility_id: facility.id } });
      return (await person.ok(api.projects.createSchedule, { params: { id: project.id }, body: { name } })).id;
    },
    async version(scheduleId) {
      const id = scheduleId ?? (await person.schedule());
      return (await person.ok(api.versions.create, { params: { id }, body: { name: 'Version' } })).id;
    },
    async item(versionId, item, parentId = null) {
      return (await person.ok(api.wbs.create, { params: { id: versionId }, body: { parent_id: parentId, item } })).id;
    },
    async relation(versionId, predecessorId, successorId) {
      const body = { predecessor_id: predecessorId, successor_id: successorId };
      return (await person.ok(api.relations.create, { params: { id: versionId }, body })).id;
    },
    importXer(scheduleId, file, fields = {}) {
      const form = new FormData();
      const name = typeof file === 'string' ? basename(file) : 'plan.xer';
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([typeof file === 'string' ? readFileSync(file) : new Uint8Array(file)]), name);
      return person.call(api.imports.uploadNow, { params: { id: scheduleId } }, { raw: form });
    },
    async push(versionId = null) {
      const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const client = await openPushClient(world.base, { cookie });
      if (person.spaceId) await client.stand(person.spaceId, versionId);
      return client;
    },
  };
  return person;
}
