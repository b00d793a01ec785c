import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { type QuantitySource, useQuantityActs } from './estimate-quantities.queries.ts';
import type { QuantitiesPlace } from './quantities-dialog.tsx';
import classes from './quantities.module.css';

type Props = {
  spaceId: number;
  estimate: { id: number; currency: string };
  source: QuantitySource;
  mayEdit: boolean;
  onOpen(place: QuantitiesPlace): void;
};

const money = (text: string | null): string =>
  text === null ? '–' : formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 });

/** Offers quantities that a new version of a model has changed. */
export function QuantitiesOffer({ spaceId, estimate, source, mayEdit, onOpen }: Props) {
  const { t } = useTranslation();
  const acts = useQuantityActs(spaceId, estimate.id);
  const { models, changed, total } = source;
  return (
    <Alert variant="light" p="xs" mt={8} role="status">
      <p className={classes.offer}>{t('estimate_quantity.changed', { models: models.join(', '), count: changed })}</p>
      <p className={classes.offer}>{`${money(total.before)} → ${money(total.after)} ${estimate.currency}`}</p>
      {mayEdit && (
        <Group gap={6} mt={6}>
          <Button size="compact-xs" onClick={() => onOpen({ versionId: source.version_id, linkId: source.link_id })}>
            {t('estimate_quantity.show')}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void acts.putAway(source).catch(() => {})}>
            {t('estimate_quantity.put_away')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
