/** Calls of the API as a script makes them: by bearer token, in one space. */

import { api, type Call, type CallArguments, type Endpoint, type Output } from '@gantry/contract';
import { DEMO } from './product.ts';

/** A refusal or a server that is away. */
export class CallFailed extends Error {
  status: number;
  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
  }
}

/** Calls as the person who signed in, in the space that was chosen. */
export type Caller = {
  call<E extends Endpoint>(endpoint: E, ...rest: CallArguments<E, never>): Promise<Output<E>>;
  /** Asks an address as it stands, for what is no JSON; the answer may be a refusal. */
  ask(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> | FormData },
  ): Promise<Response>;
  /** A caller in another space. */
  inSpace(id: number): Caller;
};

/** Signs in; waits for a server that is just starting its database. */
export async function signIn(url: string, who: { login: string; password: string } = DEMO): Promise<Caller> {
  return callerWith(url, await tokenOf(url, who));
}

/** Opens a session. */
export const tokenOf = async (url: string, who: { login: string; password: string }): Promise<string> =>
  (await callerAs(url, {}).call(api.auth.login, { body: who })).token;

/** Calls in a session that was opened before, by this server or another. */
export const callerWith = (url: string, token: string): Caller => callerAs(url, { authorization: `Bearer ${token}` });

function callerAs(url: string, headers: Record<string, string>): Caller {
  return {
    ask: (path, init = {}) => fetch(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } }),
    inSpace: (id) => callerAs(url, { ...headers, 'x-space-id': String(id) }),
    async call(endpoint, ...[given]) {
      const args: Call<Endpoint> = given ?? {};
      const params = (args.params ?? {}) as Record<string, unknown>;
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
      const query = new URLSearchParams((args.query ?? {}) as Record<string, string>).toString();
      const body = args.body === undefined ? {} : { body: JSON.stringify(args.body) };
      const response = await fetch(`${url}${path}${query && `?${query}`}`, {
        method: endpoint.method,
        headers: { ...headers, ...(args.body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...body,
      });
      const text = await response.text();
      if (!response.ok) throw new CallFailed(response.status, text);
      return JSON.parse(text);
    },
  };
}

/** The person's edits in the caller's space wait for F9: a journey then sees the plan before and after. */
export async function calculateByF9(caller: Caller): Promise<Caller> {
  await caller.call(api.preferences.saveState, { body: { a: 'schedule', b: 'calculate-on-edit', state: false } });
  return caller;
}

/** A version with `count` rows in a space of its own. */
export async function makeVersion(
  person: Caller,
  count: number,
): Promise<{ member: Caller; spaceId: number; versionId: number; itemIds: number[] }> {
  const space = await person.call(api.spaces.create, { body: { name: `Space ${Date.now()}` } });
  const member = person.inSpace(space.id);
  const facility = await member.call(api.facilities.create, { body: { name: 'Facility' } });
  const project = await member.call(api.projects.create, { body: { name: 'Project', facility_id: facility.id } });
  const schedule = await member.call(api.projects.createSchedule, { params: { id: project.id }, body: { name: 'Schedule' } });
  const version = await member.call(api.versions.create, { params: { id: schedule.id }, body: { name: 'Version' } });
  const itemIds: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const made = await member.call(api.wbs.create, {
      params: { id: version.id },
      body: { parent_id: null, item: { name: `Row ${index}` } },
    });
    itemIds.push(made.id);
  }
  return { member, spaceId: space.id, versionId: version.id, itemIds };
}
