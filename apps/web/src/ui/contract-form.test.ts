import { api } from '@gantry/contract';
import { expect, it } from 'vitest';
import { contractResolver } from './contract-form.ts';

type Fields = { password: string; repeated: string };
const resolver = contractResolver<Fields>(api.recovery.reset.body.pick({ password: true }), ({ password, repeated }) => ({
  repeated: password === repeated ? undefined : 'validation.password_mismatch',
}));
const errorsOf = async (values: Fields): Promise<string[]> => {
  const { errors } = await resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.entries(errors).map(([field, error]) => `${field}: ${error?.message}`);
};

it('takes a field that the form alone knows for no fault', async () => {
  expect(await errorsOf({ password: 'eleven cranes over the harbour', repeated: 'eleven cranes over the harbour' })).toEqual([]);
});

it('names each field with its first problem, of the call and of the form', async () => {
  expect(await errorsOf({ password: 'short', repeated: 'other' })).toEqual([
    'password: validation.password_short',
    'repeated: validation.password_mismatch',
  ]);
});
