import { VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './estimates-page.module.css';

export const COSTING_VIEWS = ['estimates', 'rules', 'acts', 'contracts'] as const;
export type CostingView = (typeof COSTING_VIEWS)[number];

/** The view that an address names. */
export const viewOf = (text: string | undefined): CostingView => COSTING_VIEWS.find((view) => view === text) ?? 'estimates';

/** The parts of a project's costs: its estimates and the rules that bring them to works. */
export function CostingTabs({ spaceId, projectId, view }: { spaceId: number; projectId: number; view: CostingView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <nav className={classes.tabs} aria-label={t('costing.views')}>
      <VisuallyHidden component="h1">{t('costing.view_estimates')}</VisuallyHidden>
      {COSTING_VIEWS.map((one) => (
        <a
          key={one}
          href={`/${spaceId}/estimates/${projectId}?view=${one}`}
          aria-current={one === view ? 'page' : undefined}
          onClick={(event) => {
            event.preventDefault();
            void navigate({ to: `/${spaceId}/estimates/${projectId}`, search: one === 'estimates' ? {} : { view: one } });
          }}
        >
          {t(`costing.view_${one}`)}
        </a>
      ))}
    </nav>
  );
}
