import type { SpaceRight } from '@gantry/domain';
import { z } from 'zod';

/**
 * Who may call: anyone, anyone signed in, anyone signed in by a session of their own (no access token, nobody's delegate),
 * an administrator of the installation by such a session, or a member of the current space whose role holds the right.
 */
export type Right = 'public' | 'signed_in' | 'own_session' | 'installation' | SpaceRight;

/** Whether a call needs a right inside a space. */
export function isSpaceRight(right: Right): right is SpaceRight {
  return right !== 'public' && right !== 'signed_in' && right !== 'own_session' && right !== 'installation';
}

/**
 * Where a right of a space must hold for a call: in the whole space; at the node or the version that a parameter or a field of
 * the body names, which rights given on a node above it include; or anywhere, when the call reads only what its caller may see.
 */
export type Place =
  | { kind: 'space' }
  | { kind: 'anywhere' }
  | { kind: 'node' | 'version'; param: string }
  | { kind: 'node'; field: string };

const NODE_PATH = /^\/api\/v1\/(?:eps|facilities|projects|schedules|schedule-group)\/\{id\}|\/by-(?:schedule|eps)-id\/\{id\}/;
const VERSION_PATH = /^\/api\/v1\/versions\/\{id\}/;
const NODE_BELOW_PATH = /^\/api\/v1\/eps\/\{epsId\}/;

/** Things that belong to the whole space or to the caller, not to a node: whoever changes the former needs the right everywhere. */
const OF_THE_SPACE =
  /^\/api\/v1\/(?:space|users|roles|access|delegation|ui-state-config|activities|attributes|calculated-attribute-settings|calendars|coefficients|eps\/key|filtering|import-settings|indicators|layouts|licenses|links|measures|parametric-lists|specialties|user-specialties|version-imports|wbs-group-settings)\//;

/** Where the right of an endpoint must hold: what it declares, else what its path says. Null: neither says it, which `npm run check` refuses. */
export function declaredPlace({ place, path, right }: Pick<Endpoint, 'place' | 'path' | 'right'>): Place | null {
  if (place) return place;
  if (VERSION_PATH.test(path)) return { kind: 'version', param: 'id' };
  if (NODE_PATH.test(path)) return { kind: 'node', param: 'id' };
  if (NODE_BELOW_PATH.test(path)) return { kind: 'node', param: 'epsId' };
  if (path.includes('{') && !OF_THE_SPACE.test(path)) return null;
  return { kind: right.endsWith('.read') && !path.startsWith('/api/v1/space/') ? 'anywhere' : 'space' };
}

/** Where the right of an endpoint must hold; where nothing says it, in the whole space. */
export function placeOf(endpoint: Pick<Endpoint, 'place' | 'path' | 'right'>): Place {
  return declaredPlace(endpoint) ?? { kind: 'space' };
}

const NAMED_BESIDE: Record<string, 'node' | 'version'> = {
  scheduleId: 'node',
  projectId: 'node',
  epsId: 'node',
  targetEpsId: 'node',
  versionId: 'version',
};

/** Every place where the right must hold: the call's own, and each node or version that its path names beside it, such as the target of a copy. */
export function placesOf(endpoint: Pick<Endpoint, 'place' | 'path' | 'right'>): Place[] {
  const own = placeOf(endpoint);
  const beside = [...endpoint.path.matchAll(/\{(\w+)\}/g)].flatMap(([, param]): Place[] => {
    const kind = NAMED_BESIDE[param];
    return kind && !('param' in own && own.param === param) ? [{ kind, param }] : [];
  });
  return [own, ...beside];
}

/** What a call does with a version that is none of its content: its name, its kind, its lock, a copy of it, its end. */
const VERSION_HEAD = /^\/api\/v1\/versions\/\{id\}(?:\/(?:rename|setActualStatus|setLocked|setTargetStatus|copy-to\/\{scheduleId\}))?$/;

/** Whether a locked version keeps a call out: each that writes its rows, relations, values or timetable. */
export function isKeptOutByLock(endpoint: Pick<Endpoint, 'place' | 'path' | 'right' | 'changesData'>): boolean {
  const { right, path, changesData } = endpoint;
  return (
    changesData && (right === 'plan.edit' || right === 'plan.calculate') && placeOf(endpoint).kind === 'version' && !VERSION_HEAD.test(path)
  );
}

/** Whether the audit notes a call: each that changes what others share, or a person's own account. What needs no more than reading keeps the caller's own settings. */
export function isAudited({ audit, changesData, right }: Pick<Endpoint, 'audit' | 'changesData' | 'right'>): boolean {
  return audit ?? (changesData && right !== 'public' && !right.endsWith('.read'));
}

/** How a body travels: JSON, a form with files, a form of another site's page (or JSON), or bytes. */
export type Transport = 'json' | 'multipart' | 'form' | 'binary' | 'socket';

/** One call of the API as a value: the server mounts it, the client calls it, OpenAPI publishes it. */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces, as the specification spells it. */
  path: `/api/v1/${string}`;
  /** Further spellings of the same call. */
  aliases: readonly `/api/v1/${string}`[];
  summary: string;
  right: Right;
  /** Where the right must hold, where the path does not say it. */
  place: Place | null;
  params: P;
  query: Q;
  body: B;
  output: O;
  request: Transport;
  response: Transport;
  /** A GET that changes data: it needs the CSRF header and is never cached. */
  changesData: boolean;
  /** Whether the audit notes the call; null: as `isAudited` says. */
  audit: boolean | null;
};

const nothing = z.strictObject({});
type Nothing = typeof nothing;

/** An answer without content besides success. */
export const done = z.object({ success: z.literal(true) });

/** Ids of rows in a path. */
export const pathId = z.coerce.number<number>().int().positive();

/** Declares an endpoint; what is left out is "nothing". */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  O extends z.ZodType = typeof done,
>(
  definition: Pick<Endpoint, 'method' | 'path' | 'summary' | 'right'> & {
    aliases?: Endpoint['aliases'];
    params?: P;
    query?: Q;
    body?: B;
    output?: O;
    request?: Transport;
    response?: Transport;
    changesData?: boolean;
    place?: Place;
    audit?: boolean;
  },
): Endpoint<P, Q, B, O> {
  return {
    aliases: [],
    place: null,
    audit: null,
    request: 'json',
    response: 'json',
    changesData: definition.method !== 'GET',
    params: nothing as never,
    query: nothing as never,
    body: nothing as never,
    output: done as never,
    ...definition,
  };
}

/** What the server's handler gets from a call. */
export type Input<E extends Endpoint> = { params: z.output<E['params']>; query: z.output<E['query']>; body: z.output<E['body']> };
/** A part of a call in which nothing is required; a schema without fields reads as `Record<string, never>`. */
type MayBeLeftOut<T> = Partial<T> extends T ? true : T extends Record<string, never> ? true : false;
/** One part of a call: it may be left out only where nothing in it is required. */
type Part<Name extends string, T> = MayBeLeftOut<T> extends true ? { [K in Name]?: T } : { [K in Name]: T };
/** What a client passes to a call. */
export type Call<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>;
/** The arguments after the endpoint: the call, which may be left out only where nothing in it is required, and options of the client. */
export type CallArguments<E extends Endpoint, Options> =
  Partial<Call<E>> extends Call<E> ? [call?: Call<E>, options?: Options] : [call: Call<E>, options?: Options];
/** What a call answers. */
export type Output<E extends Endpoint> = z.output<E['output']>;
