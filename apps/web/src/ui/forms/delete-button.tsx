import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';

/** Deletes the entry of a line; a refusal is told by the one error handler. */
export function DeleteButton({ onDelete }: { onDelete(): void }) {
  const { t } = useTranslation();
  return <IconButton icon={IconTrash} size="sm" variant="subtle" label={t('ui.delete')} onClick={onDelete} />;
}
