import { IconTimeline } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import type { ChosenFlow } from './use-flow-choice.ts';

type Props = {
  chosen: Pick<ChosenFlow, 'axis' | 'positions' | 'distance' | 'placeBy'>;
  /** What is left out. */
  sentence: string;
  action: ReactNode;
};

/** Why nothing is drawn, and what to do about it. */
export function FlowEmpty({ chosen: { axis, positions, distance, placeBy }, sentence, action }: Props) {
  const { t } = useTranslation();
  const why =
    axis === 'places'
      ? placeBy === null
        ? 'no_attributes'
        : 'no_values'
      : !positions.length
        ? 'no_distance'
        : !distance
          ? 'no_from'
          : 'no_positions';
  return (
    <MessagePage icon={IconTimeline} title={t(`cyclogram.${why}`)} actions={action}>
      <p>{t(`cyclogram.${why}_hint`)}</p>
      {sentence && <p>{sentence}</p>}
    </MessagePage>
  );
}
