import { expect, it } from 'vitest';
import { startI18n, translate } from './i18n.ts';

it('counts in texts are grouped as numbers are, and take the form of the language', async () => {
  await startI18n('ru');
  expect(translate('edits.rows', { count: 1540 })).toBe('1\u00a0540 строк');
  expect(translate('edits.rows', { count: 21 })).toBe('21 строка');
  expect(translate('edits.undone', { name: undefined }), 'nothing is nothing, not a word for it').not.toContain('undefined');
  expect(translate('gantt.week', { week: 2025 }), 'no count').toContain('2025');
});
