import type { ProposedVolume } from '@gantry/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';

type Props = Pick<ProposedVolume, 'quantity' | 'from_file' | 'from_geometry' | 'without'>;

/** Which elements a quantity comes from, and how many say nothing. */
export function MeasuredBadge({ quantity, from_file, from_geometry, without }: Props) {
  const { t } = useTranslation();
  const parts = [
    quantity === 'count' ? t('model_volume.counted', { number: formatCount(from_file) }) : null,
    quantity !== 'count' && from_file > 0 ? t('model_volume.from_file', { number: formatCount(from_file) }) : null,
    from_geometry > 0 ? t('model_volume.from_geometry', { number: formatCount(from_geometry) }) : null,
    without > 0 ? t('model_volume.without', { number: formatCount(without) }) : null,
  ];
  return <>{parts.filter(Boolean).join('; ')}</>;
}
