import { expect, it } from 'vitest';
import { isSignInTrouble, startAddress } from './single-sign-on.model.ts';

it.each([
  ['openid', undefined, '/api/v1/auth/openid'],
  ['adfs', '/1/schedule/5?target=3#top', '/api/v1/auth/adfs?redirect=%2F1%2Fschedule%2F5%3Ftarget%3D3%23top'],
] as const)('%s with %s begins at %s', (method, redirect, address) => {
  expect(startAddress(method, redirect)).toBe(address);
});

it('only what a sign-in can be refused by is shown as such', () => {
  expect(['sign_in.expired', 'auth.user_disabled'].map(isSignInTrouble)).toEqual([true, true]);
  expect(['Forbidden', '', 'toString', 'auth.success'].map(isSignInTrouble)).toEqual([false, false, false, false]);
});
