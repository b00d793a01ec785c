import { api } from '@gantry/contract';
import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/calls/api-error.ts';
import { problemOf, show } from '../../testing/show.tsx';
import { firstProblem, problemsOf, useContractForm } from './contract-form.ts';

const schema = api.recovery.reset.body.pick({ password: true });
const GOOD = 'eleven cranes over the harbour';
const differ = ({ password, repeated }: { password: string; repeated: string }) => ({
  repeated: password === repeated ? undefined : 'validation.password_mismatch',
});

it('takes a field that the form alone knows for no fault', () => {
  expect(problemsOf(schema, { password: GOOD, repeated: GOOD }, {})).toEqual({});
});

it('names each field with its first problem; that of the call stands before that of the form', () => {
  const own = { password: 'validation.password_mismatch', repeated: 'validation.password_mismatch' };
  expect(problemsOf(schema, { password: 'short', repeated: 'other' }, own)).toEqual({
    password: 'validation.password_short',
    repeated: 'validation.password_mismatch',
  });
});

it('says the first problem of a value alone, or none', () => {
  expect(firstProblem(schema.shape.password, 'short')).toBe('validation.password_short');
  expect(firstProblem(schema.shape.password, GOOD)).toBeNull();
});

type Sent = (values: { password: string; repeated: string }) => void;

function Form({ onSend, refusal }: { onSend: Sent; refusal?: ApiError }) {
  const form = useContractForm({ password: '', repeated: '' }, schema, differ);
  return (
    <form onSubmit={form.submit(onSend)} noValidate>
      <TextInput label="New" {...form.field('password')} />
      <TextInput label="Again" {...form.field('repeated')} />
      <button type="submit">Send</button>
      <button type="button" onClick={() => form.reset({ password: '', repeated: '' })}>
        Anew
      </button>
      <button type="button" onClick={() => refusal && form.refuse(refusal, { 'user.password_weak': 'password' })}>
        Answer
      </button>
      <output>{JSON.stringify(form.values)}</output>
    </form>
  );
}

const [first, again] = ['New', 'Again'].map((label) => () => screen.getByLabelText(label));
const press = (name: string) => screen.getByRole('button', { name });

it('is silent until it is sent, then follows what is typed', async () => {
  const onSend = vi.fn();
  const { user } = await show(<Form onSend={onSend} />);
  await user.type(first(), 'short');
  expect(problemOf(first())).toBe('');
  await user.click(press('Send'));
  expect(problemOf(first())).toBe('At least 12 characters');
  expect(problemOf(again())).toBe('Password mismatch');
  expect(document.activeElement).toBe(first());
  await user.clear(first());
  await user.type(first(), GOOD);
  expect(problemOf(first())).toBe('');
  await user.click(press('Send'));
  expect(document.activeElement).toBe(again());
  expect(onSend).not.toHaveBeenCalled();
  await user.type(again(), GOOD);
  await user.click(press('Send'));
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ password: GOOD, repeated: GOOD });
});

it('shows a refusal at its field until that field changes', async () => {
  const refusal = new ApiError('refused', '/x', 422, 'user.password_weak');
  const { user } = await show(<Form onSend={vi.fn()} refusal={refusal} />);
  await user.type(first(), GOOD);
  await user.type(again(), GOOD);
  await user.click(press('Answer'));
  expect(problemOf(first())).not.toBe('');
  expect(problemOf(again())).toBe('');
  expect(document.activeElement).toBe(first());
  await user.type(again(), '!');
  expect(problemOf(first())).not.toBe('');
  await user.type(first(), '!');
  expect(problemOf(first())).toBe('');
});

it('leaves a refusal that is about no field to whoever asked', async () => {
  const { user } = await show(<Form onSend={vi.fn()} refusal={new ApiError('refused', '/x', 409, 'user.name_taken')} />);
  await user.click(press('Answer'));
  expect(problemOf(first())).toBe('');
  expect(document.activeElement).toBe(press('Answer'));
});

it('begins anew without problems', async () => {
  const { user } = await show(<Form onSend={vi.fn()} />);
  await user.type(again(), 'x');
  await user.click(press('Send'));
  await user.click(press('Anew'));
  expect(problemOf(first())).toBe('');
  expect(screen.getByRole('status').textContent).toBe('{"password":"","repeated":""}');
});
