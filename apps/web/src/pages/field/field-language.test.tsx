import { api } from '@gantry/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { SYSTEM } from '../../testing/examples.ts';
import { answer } from '../../testing/fake-server.ts';
import { currentLanguage, switchLanguage } from '../../lib/texts/i18n.ts';
import { speakAsElsewhere, speakAsLast } from './field-language.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  await switchLanguage('en-US');
});

it('speaks as the rest of the page, and the same without a connection', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR']);
  answer(api.system.state, { ...SYSTEM, allowed_langs: ['en-US', 'ru', 'fr'] });
  await speakAsElsewhere(null);
  expect(currentLanguage()).toBe('fr');
  await switchLanguage('en-US');
  await speakAsLast();
  expect(currentLanguage()).toBe('fr');
  await speakAsElsewhere('ru');
  expect(currentLanguage()).toBe('ru');
});
