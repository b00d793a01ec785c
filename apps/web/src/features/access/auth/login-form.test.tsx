import { api } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { readToken } from '../../../lib/storage/client-storage.ts';
import { SYSTEM } from '../../../testing/examples.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { problemOf, show } from '../../../testing/show.tsx';
import { LoginForm } from './login-form.tsx';

const onSignedIn = vi.fn();
const login = () => screen.getByLabelText('Login or email');
const password = () => screen.getByLabelText('Password');
const signIn = () => screen.getByRole('button', { name: 'Sign in' });

beforeEach(() => {
  onSignedIn.mockClear();
  answer(api.system.state, SYSTEM);
});

it('signs in with what is typed and keeps the session', async () => {
  answer(api.auth.login, { token: 'abc', user_id: 7 });
  const { user } = await show(<LoginForm onSignedIn={onSignedIn} />);
  expect(document.activeElement).toBe(login());
  await user.type(login(), 'ada');
  await user.type(password(), 'eleven cranes');
  await user.click(signIn());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(asked(api.auth.login)).toMatchObject([{ body: { login: 'ada', password: 'eleven cranes' } }]);
  expect(readToken()).toBe('abc');
});

it('says what is missing, sends nothing, and leads to the first empty field', async () => {
  const { user } = await show(<LoginForm onSignedIn={onSignedIn} />);
  expect(screen.queryByText('Enter login')).toBeNull();
  await user.type(password(), 'eleven cranes');
  await user.click(signIn());
  expect(problemOf(login())).toBe('Enter login');
  expect(document.activeElement).toBe(login());
  expect(asked(api.auth.login)).toEqual([]);
  await user.type(login(), 'a');
  expect(screen.queryByText('Enter login')).toBeNull();
});

it('selects the password after a refusal, so that it is typed anew', async () => {
  refuse(api.auth.login, 'auth.wrong_credentials');
  const { user } = await show(<LoginForm onSignedIn={onSignedIn} />);
  await user.type(login(), 'ada');
  await user.type(password(), 'wrong{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(password()));
  const field = password() as HTMLInputElement;
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]));
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(readToken()).toBeNull();
});

it('leads to the registration only where it is open', async () => {
  await show(<LoginForm onSignedIn={onSignedIn} />);
  expect((await screen.findByRole('link', { name: 'Register' })).getAttribute('href')).toBe('/auth/register');
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/auth/restore');
});

it('does not lead to a closed registration', async () => {
  answer(api.system.state, { ...SYSTEM, registration_open: false });
  await show(<LoginForm onSignedIn={onSignedIn} />);
  await waitFor(() => expect(asked(api.system.state)).toHaveLength(1));
  expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
});
