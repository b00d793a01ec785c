import { ERRORS } from '@gantry/contract';
import { expect, it } from 'vitest';
import { linesOf } from './error-decision.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { texts as en } from '../../lib/texts/texts-en.ts';
import { texts as fr } from '../../lib/texts/texts-fr.ts';
import { texts as ru } from '../../lib/texts/texts-ru.ts';

it.each([
  ['English', en],
  ['Russian', ru],
  ['French', fr],
])('every refusal has a title in %s', (_language, texts: Record<string, string>) => {
  const known = { has: (key: string) => key in texts, get: (key: string) => texts[key] };
  const titleOf = (code: string) =>
    linesOf(new ApiError('refused', '/x', 400, '', [{ code, message: '', parameters: {} }]), known)[0].title;
  expect(Object.keys(ERRORS).filter((code) => !titleOf(code))).toEqual([]);
});
