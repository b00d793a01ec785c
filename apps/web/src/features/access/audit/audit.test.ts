import { api, type Endpoint, isAudited } from '@gantry/contract';
import { expect, test } from 'vitest';
import { texts as en } from '../../../lib/texts/texts-en.ts';
import { texts as fr } from '../../../lib/texts/texts-fr.ts';
import { texts as ru } from '../../../lib/texts/texts-ru.ts';
import { detailsLine } from './audit.model.ts';

test.each([
  [null, ''],
  [{}, ''],
  [{ user: 5, login: 'vera' }, 'user: 5, login: vera'],
  [
    { before: { role: 'viewer', rights: ['a', 'b'] }, after: { role: 'planner' }, note: null },
    'before.role: viewer, before.rights: a b, after.role: planner',
  ],
  [{ executor: false, list: [] }, 'executor: false'],
])('%j reads %j', (details, line) => {
  expect(detailsLine(details)).toBe(line);
});

test.each(Object.entries({ en, ru, fr }))('what the audit notes is said in words: %s', (_language, texts) => {
  const audited = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([name, endpoint]) => (isAudited(endpoint) ? [`audit.action_${area}.${name}`] : [])),
  );
  expect(audited.length).toBeGreaterThan(200);
  const without = audited.filter((key) => !(key in texts));
  // Calls of a feature under way may have none for a while.
  expect(without.length, without.join(', ')).toBeLessThan(25);
});
