import { api } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { actFor } from '../../features/access/auth/auth.acting.store.ts';
import { whoAmIQuery } from '../../features/access/users/users.queries.ts';
import { call, setApiErrorHandler } from '../../lib/calls/api-client.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { readLastSpace, readToken, saveLastSpace, saveToken } from '../../lib/storage/client-storage.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { ADA, signedInWith } from '../../testing/examples.ts';
import { answer, asked, receivedBy, refuse } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { handleApiError, watchForDefects } from './error-handler.tsx';
import { router } from '../router.tsx';

const navigate = vi.spyOn(router, 'navigate').mockImplementation(async () => undefined);
const ask = (options = {}) => call(api.roles.list, {}, options);

/** The page stands here. */
const at = (pathname: string): void => {
  Object.assign(router.state, { location: { ...router.state.location, pathname, href: `${pathname}?tab=2` } });
};

beforeEach(() => {
  navigate.mockClear();
  setApiErrorHandler(handleApiError);
  signedInWith();
  saveToken('abc');
  at('/1/schedule/9');
});

it('tells of a refusal by a toast, and throws it on', async () => {
  refuse(api.roles.list, 'role.name_taken', { name: 'Guest' });
  await show(null);
  await expect(ask()).rejects.toBeInstanceOf(ApiError);
  expect((await screen.findByRole('alert')).textContent).toContain('There is a role named “Guest” already');
  expect(navigate).not.toHaveBeenCalled();
});

it('puts the title of a refusal before its text, bold', async () => {
  refuse(api.roles.list, 'job.not_found');
  await show(null);
  await expect(ask()).rejects.toThrow(ApiError);
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain('Long work: There is no such work');
  expect(toast.querySelector('b')?.textContent).toBe('Long work: ');
});

it('tells once of what fails twice', async () => {
  refuse(api.roles.list, 'job.not_found');
  await show(null);
  await expect(ask()).rejects.toThrow(ApiError);
  await expect(ask()).rejects.toThrow(ApiError);
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
});

it('is silent where the caller shows the failure itself', async () => {
  refuse(api.roles.list, 'job.not_found');
  await show(null);
  await expect(ask({ quiet: true })).rejects.toBeInstanceOf(ApiError);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('leads to the login where nobody is signed in any more, and back afterwards', async () => {
  refuse(api.roles.list, 'auth.not_signed_in');
  queryClient.setQueryData(whoAmIQuery.queryKey, ADA);
  await expect(ask({ quiet: true })).rejects.toThrow(ApiError);
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/auth/login', search: { redirect: '/1/schedule/9?tab=2' } });
  expect(readToken()).toBeNull();
  expect(queryClient.getQueryData(whoAmIQuery.queryKey)).toBeUndefined();
});

it('stays on a page that asks for no sign-in', async () => {
  at('/auth/register');
  refuse(api.roles.list, 'auth.not_signed_in');
  await expect(ask()).rejects.toThrow(ApiError);
  expect(navigate).not.toHaveBeenCalled();
  expect(readToken()).toBeNull();
});

it('leads to the choice of a space where the licence of this one is over, and forgets it', async () => {
  queryClient.setQueryData(whoAmIQuery.queryKey, ADA);
  saveLastSpace(ADA.id, 5);
  await show(null);
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error_message: 'license.missing', errors: [] }, { status: 402 }));
  await expect(ask()).rejects.toThrow(ApiError);
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/auth/select-space' });
  expect(readLastSpace(ADA.id)).toBeNull();
  expect(await screen.findByRole('alert')).toBeTruthy();
});

it('leads to the privacy policy, and asks anew who is signed in', async () => {
  queryClient.setQueryData(whoAmIQuery.queryKey, ADA);
  refuse(api.roles.list, 'user.privacy_not_accepted');
  await expect(ask()).rejects.toThrow(ApiError);
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/auth/privacy', search: { redirect: '/1/schedule/9?tab=2' } });
  expect(queryClient.getQueryData(whoAmIQuery.queryKey)).toBeUndefined();
});

it('does not lead away from a guest page to the privacy policy', async () => {
  at('/auth/login');
  refuse(api.roles.list, 'user.privacy_not_accepted');
  await expect(ask()).rejects.toThrow(ApiError);
  expect(navigate).not.toHaveBeenCalled();
});

it('leads from a blocked address to the error page; the call never ends and nothing is kept', async () => {
  queryClient.setQueryData(['kept'], 1);
  refuse(api.roles.list, 'IPNotAllowed');
  const ended = vi.fn();
  void ask().then(ended, ended);
  await waitFor(() => expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/error', search: { message: 'IPNotAllowed' } }));
  await waitFor(() => expect(queryClient.getQueryData(['kept'])).toBeUndefined());
  expect(ended).not.toHaveBeenCalled();
});

it('acts as oneself again where the delegation has ended', async () => {
  answer(api.roles.list, { roles: [] });
  actFor({ spaceId: 1, userId: 7, name: 'Boris' });
  await ask();
  refuse(api.roles.list, 'delegation.not_valid');
  await show(null);
  await expect(ask()).rejects.toThrow(ApiError);
  answer(api.roles.list, { roles: [] });
  await ask();
  expect(receivedBy(api.roles.list).map(({ headers }) => headers.get('X-On-Behalf-Of'))).toEqual(['7', '7', null]);
  expect(await screen.findByRole('alert')).toBeTruthy();
});

it('does nothing about a call that was cancelled', async () => {
  const abort = new AbortController();
  vi.stubGlobal('fetch', async () => {
    throw new Error('aborted');
  });
  abort.abort();
  await show(null);
  await expect(ask({ signal: abort.signal })).rejects.toMatchObject({ kind: 'cancelled' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reports defects of the page to the server, and no failed calls', async () => {
  answer(api.system.clientError, {});
  watchForDefects();
  window.dispatchEvent(Object.assign(new Event('error'), { error: new Error('broken'), message: 'broken' }));
  window.dispatchEvent(Object.assign(new Event('error'), { error: null, message: 'a script of another site' }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new TypeError('undone') }));
  window.dispatchEvent(Object.assign(new Event('error'), { error: new ApiError('timeout', '/x') }));
  const failed = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason: new ApiError('timeout', '/x') });
  window.dispatchEvent(failed);
  expect(failed.defaultPrevented).toBe(true);
  await waitFor(() => expect(asked(api.system.clientError)).toHaveLength(3));
  expect(asked(api.system.clientError).map(({ body }) => body.message)).toEqual(['broken', 'a script of another site', 'undone']);
});
