import type { Figure } from '@gantry/contract';
import { Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { worksText } from '../analytics.model.ts';
import { useFigureName } from '../figure-view.tsx';

type Props = {
  figure: Figure;
  /** The row that the figure is narrowed to, by code and name; empty where it is of the whole plan. */
  row?: string;
  count: number;
  amount: number;
  onClear(): void;
};

/** The figure whose works alone a plan shows, with what they come to; its cross shows the others again. */
export function FigureBadge({ figure, row = '', count, amount, onClear }: Props) {
  const { t } = useTranslation();
  const name = [row, useFigureName(figure)].filter(Boolean).join(', ');
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
