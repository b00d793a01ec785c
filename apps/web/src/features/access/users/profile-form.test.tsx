import { api } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ADA } from '../../../testing/examples.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { problemOf, show } from '../../../testing/show.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { RegisterForm } from './register-form.tsx';

const ABOUT = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', login: 'ada', secret_question: 'First engine?' };
const GOOD = 'eleven cranes over the harbour';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const confirming = () => screen.queryByLabelText('Your password, to confirm');
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

beforeEach(() => answer(api.users.update, {}));

it('saves a name without asking for the password', async () => {
  const { user } = await show(<ProfileForm person={ADA} />);
  expect(save().disabled).toBe(true);
  await user.type(field('First name'), ' Augusta');
  expect(save().disabled).toBe(false);
  expect(confirming()).toBeNull();
  await user.click(save());
  await waitFor(() => expect(asked(api.users.update)).toMatchObject([{ body: { ...ABOUT, first_name: 'Ada Augusta' } }]));
  expect(asked(api.users.update)[0].body.password).toBeUndefined();
  expect(asked(api.users.update)[0].body.answer).toBeUndefined();
});

it('saves a last name too', async () => {
  const { user } = await show(<ProfileForm person={ADA} />);
  await user.type(field('Last name'), '-King');
  expect(save().disabled).toBe(false);
  expect(confirming()).toBeNull();
});

it.each(['Login', 'Email', 'Security question', 'Answer'])('asks for the password where %s changes', async (label) => {
  const { user } = await show(<ProfileForm person={ADA} />);
  await user.type(field(label), 'x');
  expect(confirming()).not.toBeNull();
  await user.click(save());
  expect(problemOf(field('Your password, to confirm'))).toBe('Enter password');
  expect(asked(api.users.update)).toEqual([]);
});

it('demands an answer to a new question, and sends both with the password', async () => {
  const { user } = await show(<ProfileForm person={ADA} />);
  await user.type(field('Security question'), '!');
  await user.type(screen.getByLabelText('Your password, to confirm'), GOOD);
  await user.click(save());
  expect(problemOf(field('Answer'))).toBe('Enter answer');
  await user.type(field('Answer'), 'Difference');
  await user.click(save());
  await waitFor(() => expect(asked(api.users.update)).toHaveLength(1));
  expect(asked(api.users.update)[0].body).toMatchObject({ secret_question: 'First engine?!', answer: 'Difference', password: GOOD });
  expect(await screen.findByText('Your profile is saved')).toBeTruthy();
  await waitFor(() => expect(field('Answer').value).toBe(''));
});

it.each([
  ['user.wrong_password', 'Your password, to confirm'],
  ['user.name_taken', 'Login'],
] as const)('shows %s at its field', async (code, label) => {
  refuse(api.users.update, code);
  const { user } = await show(<ProfileForm person={ADA} />);
  await user.type(field('Login'), '2');
  await user.type(screen.getByLabelText('Your password, to confirm'), GOOD);
  await user.click(save());
  await waitFor(() => expect(problemOf(field(label))).not.toBe(''));
  expect(document.activeElement).toBe(field(label));
});

it('changes the password, says how many sessions ended, and empties the form', async () => {
  answer(api.users.changePassword, { ended: 2 });
  const { user } = await show(<PasswordForm />);
  await user.type(field('Present password'), 'old one');
  await user.type(field('New password'), GOOD);
  await user.type(field('Password again'), 'other');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(problemOf(field('Password again'))).toBe('Password mismatch');
  await user.clear(field('Password again'));
  await user.type(field('Password again'), `${GOOD}{Enter}`);
  await waitFor(() =>
    expect(asked(api.users.changePassword)).toMatchObject([{ body: { old_password: 'old one', password: GOOD, end_tokens: false } }]),
  );
  await waitFor(() => expect(field('Present password').value).toBe(''));
});

it('ends the access tokens with the password, or with another email, by choice', async () => {
  answer(api.users.changePassword, { ended: 0 });
  const { user } = await show(
    <>
      <PasswordForm />
      <ProfileForm person={ADA} />
    </>,
  );
  const [ofPassword, none] = screen.queryAllByLabelText('End my access tokens too');
  expect(none).toBeUndefined();
  await user.type(field('Present password'), 'old one');
  await user.type(field('New password'), GOOD);
  await user.type(field('Password again'), GOOD);
  await user.click(ofPassword);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(asked(api.users.changePassword)).toMatchObject([{ body: { end_tokens: true } }]));
  await user.type(field('Email'), '.org');
  await user.click(screen.getAllByLabelText('End my access tokens too')[1]);
  await user.type(field('Your password, to confirm'), GOOD);
  await user.click(save());
  await waitFor(() => expect(asked(api.users.update)).toMatchObject([{ body: { email: 'ada@example.com.org', end_tokens: true } }]));
});

it.each([
  ['user.wrong_password', 'Present password'],
  ['user.password_weak', 'New password'],
] as const)('shows at the field why the password stays: %s', async (code, label) => {
  refuse(api.users.changePassword, code);
  const { user } = await show(<PasswordForm />);
  await user.type(field('Present password'), 'old one');
  await user.type(field('New password'), GOOD);
  await user.type(field('Password again'), `${GOOD}{Enter}`);
  await waitFor(() => expect(problemOf(field(label))).not.toBe(''));
  expect(field('New password').value).toBe(GOOD);
});

it('registers with the address that a letter has shown, which stays', async () => {
  const registered: object[] = [];
  const { user } = await show(
    <RegisterForm
      email="ada@example.com"
      register={async (person) => {
        registered.push(person);
        return { token: 't', user_id: 1 };
      }}
      onRegistered={(session) => registered.push(session)}
    />,
  );
  expect(field('Email').readOnly).toBe(true);
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Login', 'ada'],
    ['Password', GOOD],
    ['Password again', GOOD],
    ['Security question', 'First engine?'],
  ] as const)
    await user.type(field(label), text);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(problemOf(field('Answer'))).toBe('Enter answer');
  expect(registered).toEqual([]);
  await user.type(field('Answer'), 'Difference{Enter}');
  await waitFor(() => expect(registered).toHaveLength(2));
  expect(registered).toEqual([
    { ...ABOUT, password: GOOD, answer: 'Difference' },
    { token: 't', user_id: 1 },
  ]);
});
