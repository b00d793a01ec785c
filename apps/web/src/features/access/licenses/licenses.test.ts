import type { SpaceRight } from '@gantry/domain';
import { expect, test } from 'vitest';
import { lastMoment, type LicenseFacts, noticeOf, toneOf } from './licenses.model.ts';

const facts = (changes: Partial<LicenseFacts>): LicenseFacts => ({
  state: 'licensed',
  expires_at: null,
  days_left: null,
  full: [],
  ...changes,
});
const PLANNER: SpaceRight[] = ['space.read', 'plan.edit'];
const MANAGER: SpaceRight[] = [...PLANNER, 'space.manage', 'users.manage'];

test.each([
  ['nothing of a free space', facts({ state: 'free' }), MANAGER, null],
  ['nothing of one with months to go', facts({ days_left: 31 }), MANAGER, null],
  ['the end that is near, to who manages the space', facts({ days_left: 30 }), MANAGER, { key: 'licenses.ending', days: 30, tone: 'warn' }],
  ['and to nobody else', facts({ days_left: 3, full: ['users'] }), PLANNER, null],
  ['seats that are all taken', facts({ full: ['users', 'bim'] }), MANAGER, { key: 'licenses.full_users', days: null, tone: 'warn' }],
  [
    'that it has ended, to everybody',
    facts({ state: 'expired', days_left: 0 }),
    PLANNER,
    { key: 'license.expired', days: null, tone: 'error' },
  ],
  ['that none is active', facts({ state: 'unpaid' }), PLANNER, { key: 'license.none_active', days: null, tone: 'error' }],
] as const)('the page says %s', (_what, license, rights, notice) => expect(noticeOf(license, rights)).toEqual(notice));

test('a licence that ends with a day names that day', () => {
  expect([lastMoment('2031-01-01T00:00:00.000Z'), lastMoment(null)]).toEqual(['2030-12-31T23:59:59.999Z', null]);
});

test('states have their colours', () => {
  expect((['free', 'licensed', 'inactive', 'not_yet_valid', 'expired', 'clock_back'] as const).map(toneOf)).toEqual([
    'green',
    'green',
    'gray',
    'gray',
    'red',
    'red',
  ]);
});
