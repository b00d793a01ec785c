import { api, type Endpoint, isAudited } from '@gantry/contract';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { startI18n } from '../../../lib/texts/i18n.ts';
import { texts as en } from '../../../lib/texts/texts-en.ts';
import { texts as fr } from '../../../lib/texts/texts-fr.ts';
import { texts as ru } from '../../../lib/texts/texts-ru.ts';
import { auditRange, detailsLine, firstDays, objectLine } from './audit.model.ts';

test.each([
  ['en-US', null, ''],
  ['en-US', {}, ''],
  ['en-US', { user: 5, login: 'vera' }, 'person: 5, login: vera'],
  [
    'en-US',
    { before: { role: 'viewer', rights: ['a', 'b'] }, after: { role: 'Own role' }, note: null },
    'before · role: Viewer, before · rights: a b, after · role: Own role',
  ],
  ['ru', { executor: false, list: [] }, 'исполнитель: Нет'],
  ['en-US', { node: 5, board: 7 }, 'node: Block A, board: 7'],
  ['ru', { name: 'Demo', kind: 'demo' }, 'название: Demo, вид: демонстрационный'],
  ['fr', { kind: 'demo', never_seen: 1 }, 'type : démonstration, never_seen : 1'],
] as const)('in %s %j reads %s', async (language, details, line) => {
  await startI18n(language);
  expect(detailsLine(details, { 'node 5': 'Block A' }, i18next.t)).toBe(line);
});

test.each([
  ['en-US', 'space 3, users 5', 'space 3, person 5'],
  ['ru', 'versions 6, wbs 12', 'версия 6, работа 12'],
  ['fr', 'versions 6, {versionId} 12', 'version 6 12'],
  ['fr', 'never-seen 6', 'never-seen 6'],
  ['en-US', 'versions 8, wbs 13', 'version: Baseline, work: A10 Dig'],
] as const)('in %s %s is %s', async (language, object, line) => {
  await startI18n(language);
  expect(objectLine(object, { 'versions 8': 'Baseline', 'wbs 13': 'A10 Dig' }, i18next.t)).toBe(line);
});

test('days where nobody chose others are the month before today, whole days of the person', () => {
  const days = firstDays(new Date(2025, 2, 31, 15, 0));
  expect(days).toEqual({ from: '2025-02-28T00:00', until: '2025-03-31T00:00' });
  expect(auditRange(days)).toEqual({
    from: new Date(2025, 1, 28).toISOString(),
    until: new Date(2025, 2, 31, 23, 59, 59, 999).toISOString(),
  });
});

test.each([
  [null, null, 2000, 2050],
  ['1995-05-01T00:00', '2060-01-01T00:00', 2000, 2050],
  ['2031-01-01T00:00', '2024-01-01T00:00', 2024, 2031],
])('from %s until %s reaches from %i to %i', (from, until, first, last) => {
  const range = auditRange({ from, until });
  expect([new Date(range.from).getFullYear(), new Date(range.until).getFullYear()]).toEqual([first, last]);
});

test.each(Object.entries({ en, ru, fr }))('what the audit notes is said in words: %s', (_language, texts) => {
  const audited = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([name, endpoint]) => (isAudited(endpoint) ? [`audit.action_${area}.${name}`] : [])),
  );
  expect(audited.length).toBeGreaterThan(200);
  expect(audited.filter((key) => !(key in texts))).toEqual([]);
});

test.each(Object.entries({ en, ru, fr }))('so is what a call is done to: %s', (_language, texts) => {
  const audited = Object.values(api as Record<string, Record<string, Endpoint>>).flatMap((calls) => Object.values(calls).filter(isAudited));
  const nouns = audited.flatMap(({ path }) => [...path.matchAll(/([\w-]+)\/\{/g)].map(([, noun]) => `audit.noun_${noun}`));
  expect(nouns.length).toBeGreaterThan(200);
  expect([...new Set(nouns)].filter((key) => !(key in texts))).toEqual([]);
});
