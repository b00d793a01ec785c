import { z } from 'zod';
import { expect, it } from 'vitest';
import {
  atNode,
  type Call,
  type CallArguments,
  type Endpoint,
  endpoint,
  IN_SPACE,
  LARGE_BODY,
  pathId,
  placesOf,
  PLAIN_BODY,
  STATE_BODY,
} from './endpoint.ts';
import { api, endpoints } from './api.ts';

const bare = endpoint({ method: 'GET', path: '/api/v1/bare', summary: 'Nothing is needed', right: 'public' });
const filtered = endpoint({
  method: 'GET',
  path: '/api/v1/filtered',
  summary: 'Every part may be left out',
  right: 'public',
  query: z.object({ limit: z.coerce.number<number>().default(50) }),
});
const named = endpoint({
  method: 'POST',
  path: '/api/v1/named/{id}',
  summary: 'Path and body are needed',
  right: 'public',
  params: z.object({ id: pathId }),
  body: z.object({ name: z.string(), note: z.string().optional() }),
});

/** A client as the page has one: it answers how many arguments it was given. */
function call<E extends Endpoint>(_endpoint: E, ...rest: CallArguments<E, { quiet: boolean }>): number {
  return 1 + rest.length;
}

it('lets a call be left out only where nothing in it is required', () => {
  expect([call(bare), call(bare, {}), call(filtered), call(filtered, { query: { limit: 5 } })]).toEqual([1, 2, 1, 2]);
  expect(call(named, { params: { id: 1 }, body: { name: 'a' } }, { quiet: true })).toBe(3);
  // @ts-expect-error: path and body are required
  call(named);
  // @ts-expect-error: the body is required
  call(named, { params: { id: 1 } });
  // @ts-expect-error: the path is required
  call(named, { body: { name: 'a' } });
  // @ts-expect-error: a field of the body is required
  call(named, { params: { id: 1 }, body: { note: 'b' } });
  // @ts-expect-error: an id of a path is a number
  call(named, { params: { id: undefined }, body: { name: 'a' } });
  // @ts-expect-error: both are required here too
  call(api.relations.create);
});

it('knows no part that an endpoint does not declare', () => {
  const ofBare: Call<typeof bare> = {};
  // @ts-expect-error: there is no such field in the query
  const ofFiltered: Call<typeof filtered> = { query: { size: 3 } };
  expect([ofBare, ofFiltered]).toHaveLength(2);
});

it('takes a right of a space with its place alone', () => {
  const base = { method: 'GET', path: '/api/v1/things/{id}', summary: 'A thing', params: z.object({ id: pathId }) } as const;
  // @ts-expect-error: a right of a space without its place
  endpoint({ ...base, right: 'plan.read' });
  // @ts-expect-error: a right that is not of a space has no place
  endpoint({ ...base, right: 'signed_in', place: atNode('id') });
  expect(placesOf(endpoint({ ...base, right: 'plan.read', place: atNode('id'), alsoAt: [IN_SPACE] }))).toEqual([atNode('id'), IN_SPACE]);
});

/** The longest list that a body admits. */
function longestList(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { maxItems = 0 } = schema as { maxItems?: number };
  return Math.max(maxItems, ...Object.values(schema).map(longestList));
}

it('declares a large body where a call takes a long list, and never where anybody may call', () => {
  const calls = endpoints().filter(({ endpoint: { request } }) => request === 'json' || request === 'form');
  const large = calls.filter(({ endpoint: { bodyBytes } }) => bodyBytes === LARGE_BODY || bodyBytes === STATE_BODY);
  const plain = calls.filter(({ endpoint: { bodyBytes } }) => bodyBytes === PLAIN_BODY);
  const lists = plain.filter(({ endpoint: { body } }) => longestList(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) > 1000);
  expect(large.length + plain.length).toBe(calls.length);
  expect(lists.map(({ feature, name }) => `${feature}.${name}`)).toEqual([]);
  expect(large.filter(({ endpoint: { right } }) => right === 'public')).toEqual([]);
});

it('names the version by a parameter wherever a call is heavy with a version', () => {
  const heavy = endpoints().flatMap(({ endpoint: one }) => (one.heavy ? [one] : []));
  for (const { request } of heavy) expect(request).toBe('json');
  const ofVersions = heavy.filter((one) => one.heavy === 'version');
  expect(ofVersions.length).toBeGreaterThan(20);
  for (const { path, place } of ofVersions)
    expect({ path, place }).toMatchObject({ place: { kind: 'version', param: expect.any(String) } });
});
