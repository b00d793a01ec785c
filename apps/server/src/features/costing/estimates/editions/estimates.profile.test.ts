import { decimalOf, type EstimateProfile } from '@gantry/domain';
import { amountAtPrice, amountOfQuantity } from '@gantry/engine';
import { expect, test } from 'vitest';

const decimal = (text: string) => decimalOf(text) ?? { units: 0n, decimals: 0 };
const recounted = (profile: EstimateProfile, amount: bigint, quantity: string, to = quantity) =>
  amountOfQuantity(profile, amount, decimal(quantity), decimal(to), 2);

test('a price of one unit is rounded as the standard does before it is multiplied', () => {
  const at = (profile: EstimateProfile) => amountAtPrice(profile, decimal('1000'), decimal('1.23456'), 2);
  expect([at('plain'), at('ru_rim'), at('gaeb'), at('bc3')]).toEqual([123456n, 123456n, 123500n, 123000n]);
  expect(amountAtPrice('gaeb', decimal('-3'), decimal('0.0015'), 2)).toBe(-1n);
});

test('an amount is recounted by the price of one unit, and to itself where the standard wrote it', () => {
  expect(['plain', 'ru_bim', 'gaeb', 'bc3'].map((profile) => recounted(profile as EstimateProfile, 123456n, '1000'))).toEqual([
    123456n,
    123456n,
    123500n,
    123000n,
  ]);
  for (const profile of ['gaeb', 'bc3'] as const)
    for (const quantity of ['0.1', '3', '9.999', '10', '433.517', '120000', '-7'])
      for (const price of ['0.01', '1.23', '19.9', '1000.07']) {
        const own = amountAtPrice(profile, decimal(quantity), decimal(price), 2);
        expect([quantity, price, recounted(profile, own, quantity)]).toEqual([quantity, price, own]);
      }
});

test('another quantity takes the same price; of no quantity there is none', () => {
  expect([recounted('plain', 1010n, '2', '3'), recounted('gaeb', 1010n, '3', '6'), recounted('bc3', 1010n, '3', '6')]).toEqual([
    1515n,
    2020n,
    2022n,
  ]);
  expect(recounted('gaeb', 1010n, '0', '3')).toBeNull();
});
