import { expect, test } from 'vitest';
import { safeReturnPath } from './guest-paths.ts';

test.each(['/5', '/5/schedule/7?target=3', '/auth/select-space', '/5/admin#x'])('%s is gone back to after the sign-in', (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

/** Redirect after sign-in: what would lead off the site, or round in a circle. */
test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '///evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'http:evil.example',
  'evil.example',
  '/auth/login',
  '/auth/login?redirect=/auth/login',
  '/error?message=x',
  '/disconnect',
  '/5/../auth/login',
])('%j is not', (path) => {
  expect(safeReturnPath(path)).toBeNull();
});

test.each(['/@evil.example', '/.evil.example', '/%2f%2fevil.example', '/%5cevil.example', '/5?next=//evil.example'])(
  '%j stays on the site',
  (path) => {
    expect(new URL(safeReturnPath(path) ?? '/', 'https://plans.gantry.example').origin).toBe('https://plans.gantry.example');
  },
);
