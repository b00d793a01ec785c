import type { SpaceRight } from '@gantry/domain';
import { z } from 'zod';

/**
 * Who may call: anyone, signed-in people, signed-in people with their own session (no access token, no delegation), administrators of the
 * installation with their own session, or members of the current space whose role has the right.
 */
export type Right = 'public' | 'signed_in' | 'own_session' | 'installation' | SpaceRight;

/** Whether a call needs a right inside a space. */
export function isSpaceRight(right: Right): right is SpaceRight {
  return right !== 'public' && right !== 'signed_in' && right !== 'own_session' && right !== 'installation';
}

/**
 * Where a right of a space must hold for a call: in the whole space, which a parameter may name; at the node or the version that
 * a parameter or a field of the body names, which rights given on a node above it include; or anywhere (in the space that a parameter
 * may name), when the call reads only what its caller may see.
 */
export type Place =
  | { kind: 'space'; param?: string }
  | { kind: 'anywhere'; param?: string }
  | { kind: 'node' | 'version'; param: string }
  | { kind: 'node'; field: string };

export const IN_SPACE: Place = { kind: 'space' };
export const ANYWHERE: Place = { kind: 'anywhere' };
/** Anywhere in the space that a parameter names. */
export const anywhereIn = (param: string): Place => ({ kind: 'anywhere', param });
export const atSpace = (param: string): Place => ({ kind: 'space', param });
export const atNode = (param: string): Place => ({ kind: 'node', param });
export const atVersion = (param: string): Place => ({ kind: 'version', param });
export const atNodeOfBody = (field: string): Place => ({ kind: 'node', field });

/** A right of a space says where it must hold: a call without its place does not compile. Other rights have no place. */
type Claim =
  | { right: Exclude<Right, SpaceRight>; place?: undefined; alsoAt?: undefined }
  | { right: SpaceRight; place: Place; alsoAt?: readonly Place[] };

/** Where the right of an endpoint must hold; the narrowest reading, the whole space, where it has no place. */
export function placeOf({ place }: Pick<Endpoint, 'place'>): Place {
  return place ?? IN_SPACE;
}

/** Every place where the right must hold: the call's own first. */
export function placesOf(endpoint: Pick<Endpoint, 'place' | 'alsoAt'>): readonly [Place, ...Place[]] {
  return [placeOf(endpoint), ...endpoint.alsoAt];
}

/** Rights by which calls write into a version. */
const WRITES_PLAN: ReadonlySet<Right> = new Set<Right>(['plan.edit', 'plan.calculate', 'plan.report', 'plan.approve']);

/** Whether a locked version keeps a call out: each that writes its rows, relations, values or timetable. */
export function isKeptOutByLock(endpoint: Pick<Endpoint, 'place' | 'right' | 'changesData' | 'whileLocked'>): boolean {
  const { right, changesData, whileLocked } = endpoint;
  return changesData && WRITES_PLAN.has(right) && placeOf(endpoint).kind === 'version' && !whileLocked;
}

/**
 * Whether the audit records a call: every change of shared data or of a person's own account. Calls that need only reading store personal
 * settings.
 */
export function isAudited({ audit, changesData, right }: Pick<Endpoint, 'audit' | 'changesData' | 'right'>): boolean {
  return audit ?? (changesData && right !== 'public' && !right.endsWith('.read'));
}

/** The bytes of a body where a call declares nothing else. */
export const PLAIN_BODY = 64 * 1024;
/** The bytes of a body of rows, lists, values or conditions: imports, pasted rows, changes of many rows, selections of all rows. */
export const LARGE_BODY = 8 * 1024 * 1024;

/** The bytes of a body that holds the state of a screen: the largest is that of the structure, which names the nodes that are collapsed. */
export const STATE_BODY = 512 * 1024;

/** How a body travels: JSON, a form with files, a form of another site's page (or JSON), or bytes. */
export type Transport = 'json' | 'multipart' | 'form' | 'binary' | 'socket';

/** How a body of bytes names itself, as tus 1.0 has it. */
export const STREAMED = 'application/offset+octet-stream';

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
  /** Where the right must hold; null for a right that is not of a space. */
  place: Place | null;
  /** Further places where it must hold, such as the target of a copy. */
  alsoAt: readonly Place[];
  /** A locked version does not keep the call out, since it touches none of its content: its name, kind, lock, a copy of it, its end. */
  whileLocked: boolean;
  params: P;
  query: Q;
  body: B;
  output: O;
  request: Transport;
  /** The most bytes of a JSON body or of a form; files have limits of their own. */
  bodyBytes: number;
  response: Transport;
  /** A GET that changes data: it needs the CSRF header and is never cached. */
  changesData: boolean;
  /** Whether the audit notes the call; null: as `isAudited` says. */
  audit: boolean | null;
  /** What the call reads or writes as a whole; where that is large, the server answers the call in a thread of its own. */
  heavy: 'version' | 'space' | null;
};

const nothing = z.strictObject({});
type Nothing = typeof nothing;

/** An answer without content besides success. */
export const done = z.object({ success: z.literal(true) });

/** Ids of rows in a path. */
export const pathId = z.coerce.number<number>().int().positive();

/** Declares an endpoint; omitted parts are empty. */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  O extends z.ZodType = typeof done,
>(
  definition: Pick<Endpoint, 'method' | 'path' | 'summary'> &
    Claim & {
      aliases?: Endpoint['aliases'];
      params?: P;
      query?: Q;
      body?: B;
      output?: O;
      request?: Transport;
      bodyBytes?: number;
      response?: Transport;
      changesData?: boolean;
      whileLocked?: boolean;
      audit?: boolean;
      heavy?: Endpoint['heavy'];
    },
): Endpoint<P, Q, B, O> {
  return {
    aliases: [],
    whileLocked: false,
    audit: null,
    heavy: null,
    request: 'json',
    bodyBytes: PLAIN_BODY,
    response: 'json',
    changesData: definition.method !== 'GET',
    params: nothing as never,
    query: nothing as never,
    body: nothing as never,
    output: done as never,
    ...definition,
    place: definition.place ?? null,
    alsoAt: definition.alsoAt ?? [],
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
