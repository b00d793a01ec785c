import type { TFunction } from 'i18next';
import { askConfirmation } from '../forms/confirm.tsx';

/** Asks before named settings are deleted for everybody who uses them. */
export const askPresetDeletion = (t: TFunction, name: string): Promise<boolean> =>
  askConfirmation({ title: t('preset.delete_title'), text: t('preset.delete_question', { name }), confirmLabel: t('ui.delete') });
