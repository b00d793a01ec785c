import { expect, test } from 'vitest';
import { callsOf, coverageOf, inLines, servedBy } from './call-coverage.ts';

const table = [
  'group\tmethod\tpath\tbody\tresponse\tnotes\texplicit',
  'Kanban\tPOST\t/api/v1/kanban/items/create\tjson\tjson\tspelled twice; alias=POST kanban/create-item [L146]\tyes',
  'Kanban\tGET\t/api/v1/kanban/{id}\tnone\tjson\t\tyes',
  'Chat\tGET\t/api/v1/chat\tnone\tjson\t\tyes',
].join('\n');

test('a row counts when each of its spellings is served, whatever its parameters are called', () => {
  const served = servedBy({ paths: { '/api/v1/kanban/{kanbanId}': { get: {} }, '/api/v1/kanban/items/create': { post: {} } } });
  const coverage = coverageOf(callsOf(table), served);
  expect(inLines(coverage, true)).toEqual([
    '   1 of   2  Kanban',
    '              - POST kanban/create-item',
    '   0 of   1  Chat',
    '              - GET chat',
    '1 of 3 calls are served (2 of 4 spellings)',
  ]);
});

test('the other method of the same path is another call', () => {
  expect(coverageOf(callsOf(table), servedBy({ paths: { '/api/v1/chat': { post: {} } } })).at(-1)?.served).toBe(0);
});
