import type { Figure } from '@gantry/contract';
import { Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { worksText } from '../analytics.model.ts';
import { useFigureName } from '../figure-view.tsx';

/** The figure whose works alone a plan shows, with what they come to; its cross shows the others again. */
export function FigureBadge({ figure, count, amount, onClear }: { figure: Figure; count: number; amount: number; onClear(): void }) {
  const { t } = useTranslation();
  const name = useFigureName(figure);
  return (
    <Pill
      withRemoveButton
      onRemove={onClear}
      title={t('analytics.narrowed_to')}
      removeButtonProps={{ 'aria-label': t('analytics.show_all_works'), 'aria-hidden': false, tabIndex: 0 }}
    >
      {t('ui.named', { name, text: worksText(figure, count, amount, t) })}
    </Pill>
  );
}
