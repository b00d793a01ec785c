import { expect, test } from 'vitest';
import { keyOfName, writeValue } from './attributes.model.ts';

test.each([
  ['Planned cost, RUB', 'planned_cost_rub'],
  ['  Объём бетона  ', 'объём_бетона'],
  ['3rd stage', '_3rd_stage'],
  ['—', ''],
])('%j gives the key %j', (name, key) => expect(keyOfName(name)).toBe(key));

const words = { yes: 'Yes', no: 'No', person: (id: number) => `#${id}` };
test.each([
  ['percentage', 0.125, '12,50 %'],
  ['percentage', 0.5, '50 %'],
  ['number', 1234, '1\u00a0234'],
  ['money', 12, '12,00'],
  ['person', 7, '#7'],
  ['flag', false, 'No'],
  ['date', '2026-03-03T00:00', '03.03.2026'],
  ['date', '2026-03-03T09:30', '03.03.2026 09:30'],
  ['phone', '+79161234567', '+7 916 123-45-67'],
  ['string', null, ''],
] as const)('%s %j is written %j', (type, value, text) => expect(writeValue(type, value, words)).toBe(text));
