import { anywhereIn, api, atNode, atVersion, type Endpoint, endpoint, endpoints, IN_SPACE } from '@gantry/contract';
import { expect, test } from 'vitest';
import { checkDeclarations } from './check-declarations.ts';

const { params } = api.eps.get;
const problems = (call: unknown) => checkDeclarations([{ feature: 'things', name: 'call', endpoint: call as Endpoint }]);
const base = { method: 'GET' as const, summary: '', right: 'plan.read' as const, params };

test('every call of the product is declared', () => {
  expect(checkDeclarations(endpoints())).toEqual([]);
});

test('a place is among what the path names, and what the path names is among the places', () => {
  expect(problems(endpoint({ ...base, path: '/api/v1/things/{id}', place: atNode('id') }))).toEqual([]);
  expect(problems(endpoint({ ...base, path: '/api/v1/things/{id}', place: atVersion('thingId') }))).toHaveLength(1);
  expect(problems(endpoint({ ...base, path: '/api/v1/versions/{id}/things', place: IN_SPACE }))).toHaveLength(1);
  expect(problems(endpoint({ ...base, path: '/api/v1/versions/{id}/to/{scheduleId}', place: atVersion('id') }))).toHaveLength(1);
  expect(
    problems(endpoint({ ...base, path: '/api/v1/versions/{id}/to/{scheduleId}', place: atVersion('id'), alsoAt: [atNode('scheduleId')] })),
  ).toEqual([]);
  expect(problems(endpoint({ ...base, path: '/api/v1/versions/{id}', right: 'signed_in' }))).toEqual([]);
  const inSpace = { ...base, path: '/api/v1/space/{id}/things', place: anywhereIn('id') } as const;
  expect(problems(endpoint(inSpace))).toEqual([]);
  expect(problems(endpoint({ ...inSpace, method: 'POST' }))).toHaveLength(1);
});
