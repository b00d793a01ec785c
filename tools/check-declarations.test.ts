import { api, type Endpoint, endpoint, endpoints } from '@gantry/contract';
import { expect, test } from 'vitest';
import { checkDeclarations } from './check-declarations.ts';

const { params } = api.eps.get;
const problems = (call: unknown) => checkDeclarations([{ feature: 'things', name: 'call', endpoint: call as Endpoint }]);
const base = { method: 'GET' as const, summary: '', right: 'plan.read' as const, params };

test('every call of the product is declared', () => {
  expect(checkDeclarations(endpoints())).toEqual([]);
});

test('a call whose path names a thing of nobody is refused until it says where its right must hold', () => {
  expect(problems(endpoint({ ...base, path: '/api/v1/things/{id}' }))).toHaveLength(1);
  expect(problems(endpoint({ ...base, path: '/api/v1/things/{id}', place: { kind: 'node', param: 'id' } }))).toEqual([]);
  expect(problems(endpoint({ ...base, path: '/api/v1/things/{id}', place: { kind: 'version', param: 'versionId' } }))).toHaveLength(1);
  expect(problems(endpoint({ ...base, path: '/api/v1/things' }))).toEqual([]);
  expect(problems(endpoint({ ...base, path: '/api/v1/versions/{id}/things' }))).toEqual([]);
  expect(problems(endpoint({ ...base, path: '/api/v1/things/{id}', right: 'signed_in' }))).toEqual([]);
});
