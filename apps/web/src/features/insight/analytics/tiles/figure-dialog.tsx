import type { Figure } from '@gantry/contract';
import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AnalyticsPlace } from '../analytics.queries.ts';
import { FigureView } from '../figure-view.tsx';
import type { OpenVersion } from '../work-counts.tsx';

type Props = { place: AnalyticsPlace; figure: Figure | null; version: OpenVersion | null; onClose(): void };

/** What an amount of a tile is made of; a row of an open version closes it. */
export function FigureDialog({ place, figure, version, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={figure !== null} onClose={onClose} size={560} title={t('dashboard.formula_parts')}>
      {figure && <FigureView place={place} figure={figure} version={openedThere(place, version, onClose)} onClose={onClose} />}
    </Modal>
  );
}

/** The open version where it is the place, whose rows are gone to once the dialog is closed. */
export const openedThere = (place: AnalyticsPlace, version: OpenVersion | null, onClose: () => void): OpenVersion | null =>
  version && place.kind === 'version' && version.id === place.id
    ? {
        ...version,
        onOpen: (row) => {
          onClose();
          version.onOpen(row);
        },
      }
    : null;
