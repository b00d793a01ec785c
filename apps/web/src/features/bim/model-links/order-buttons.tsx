import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';

type Props = { index: number; count: number; onMove: (by: -1 | 1) => void; onRemove: () => void };

/** Moves one of an ordered list earlier or later, or takes it out. */
export function OrderButtons({ index, count, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const look = { size: 'sm', variant: 'subtle' } as const;
  return (
    <>
      <IconButton icon={IconArrowUp} label={t('model_link.earlier')} {...look} disabled={index === 0} onClick={() => onMove(-1)} />
      <IconButton icon={IconArrowDown} label={t('model_link.later')} {...look} disabled={index === count - 1} onClick={() => onMove(1)} />
      <IconButton icon={IconTrash} label={t('ui.delete')} {...look} onClick={onRemove} />
    </>
  );
}
