import { expect, it } from 'vitest';
import { ApiError } from '../../lib/calls/api-error.ts';
import { decideOnError, linesOf, type Texts } from './error-decision.ts';
import { isGuestPath, safeReturnPath } from '../guest/guest-paths.ts';

const refused = (status: number, message = '', path = '/api/v1/eps'): ApiError => new ApiError('refused', path, status, message);

it.each([
  ['401 leads to the login', refused(401), false, { do: 'login' }],
  ['401 leads to the login also from a quiet call', refused(401), true, { do: 'login' }],
  ['401 of the login itself is told', refused(401, '', '/api/v1/auth/login'), false, { do: 'toast' }],
  ['401 of the Kerberos ticket is told', refused(401, '', '/api/v1/auth/kerberos'), false, { do: 'toast' }],
  ['402 leads to the choice of a space', refused(402), false, { do: 'select-space' }],
  ['402 of the call that loads a licence is told', refused(402, '', '/api/v1/licenses'), false, { do: 'toast' }],
  ['402 of an invitation is told', refused(402, '', '/api/v1/space/7/users/invite'), false, { do: 'toast' }],
  ['402 of a change in the space leads to the choice of a space', refused(402, '', '/api/v1/space/7'), true, { do: 'select-space' }],
  ['a blocked address leads to the error page', refused(403, 'IPNotAllowed'), false, { do: 'error-page', message: 'IPNotAllowed' }],
  [
    'a privacy policy that is not accepted leads to its page, whichever call finds out',
    new ApiError('refused', '/x', 403, '', [{ code: 'user.privacy_not_accepted', message: '', parameters: {} }]),
    true,
    { do: 'privacy' },
  ],
  ['another 403 is told', refused(403, 'auth.forbidden'), false, { do: 'toast' }],
  [
    'a delegation that has ended ends the acting, whichever call finds out',
    new ApiError('refused', '/x', 403, '', [{ code: 'delegation.not_valid', message: '', parameters: {} }]),
    true,
    { do: 'act-as-oneself' },
  ],
  ['a defect is told', refused(500), false, { do: 'toast' }],
  ['a quiet call is not told', refused(500), true, { do: 'nothing' }],
  ['a cancelled call is not told', new ApiError('cancelled', '/x'), false, { do: 'nothing' }],
])('%s', (_name, error, quiet, expected) => expect(decideOnError(error, quiet)).toEqual(expected));

const TEXTS: Record<string, string> = {
  'error_title.node': 'Structure',
  'error_title.BadRequestException': 'Error',
  'node.name_taken': '{name} is taken',
  'error.unknown': 'unknown error',
  'error_title.server': 'Server',
  'error.unreachable': 'No answer',
  'validation.too_long': 'Too long',
  'request.invalid': '{field}: {reason}',
};
const texts: Texts = {
  has: (key) => key in TEXTS,
  get: (key, values = {}) => TEXTS[key].replace(/\{(\w+)\}/g, (_match, name: string) => String(values[name])),
};
const reported = (errors: ApiError['errors'], message = '') => linesOf(new ApiError('refused', '/x', 400, message, errors), texts);

it('translates codes with their parameters and falls back to the raw message', () => {
  expect(
    reported([
      { code: 'node.name_taken', message: 'taken', parameters: { name: 'A' } },
      { code: 'new.code', message: 'As the server says', parameters: {} },
    ]),
  ).toEqual([
    { title: 'Structure', text: 'A is taken' },
    { title: '', text: 'As the server says' },
  ]);
  expect(reported([{ code: 'BadRequestException', message: 'Wrong', parameters: {} }])).toEqual([{ title: 'Error', text: 'Wrong' }]);
});

it('translates the reason why a field was refused', () => {
  expect(reported([{ code: 'request.invalid', message: '', parameters: { field: 'name', reason: 'validation.too_long' } }])).toEqual([
    { title: '', text: 'name: Too long' },
  ]);
});

it('says "unknown error" for an empty list, and names the server that does not answer', () => {
  expect(reported([])).toEqual([{ title: '', text: 'unknown error' }]);
  expect(linesOf(new ApiError('unreachable', '/x'), texts)).toEqual([{ title: 'Server', text: 'No answer' }]);
});

it('returns only to places of this site that need a session', () => {
  expect(safeReturnPath('/1/schedule/5?target=3')).toBe('/1/schedule/5?target=3');
  for (const path of [
    undefined,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/auth/login',
    '/error?message=Forbidden',
  ])
    expect(safeReturnPath(path)).toBeNull();
  expect(isGuestPath('/auth/select-space')).toBe(false);
  expect(isGuestPath('/auth/idleness')).toBe(true);
});
