import { Button, Loader } from '@mantine/core';
import { IconArrowBackUp, IconLink, IconTarget, IconUnlink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { WorksList } from '../../features/bim/model-links/works-list.tsx';
import type { Elements } from '../../features/bim/models/viewer/models.styles.model.ts';
import { formatCount } from '../../lib/numbers.ts';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './model-page.module.css';
import type { HandLinks } from './use-hand-links.ts';

type Props = {
  hand: HandLinks;
  elements: number;
  mayEdit: boolean;
  onChoose: (elements: Elements) => void;
  /** Makes a link to link by hand with; null: there is one, or it may not be made. */
  onCreate: (() => void) | null;
  hasLink: boolean;
};

/** Works of the plan, linked by hand with the elements that are chosen. */
export function WorksTab({ hand, elements, mayEdit, onChoose, onCreate, hasLink }: Props) {
  const { t } = useTranslation();
  const { works, picked, last } = hand;
  if (!hasLink)
    return (
      <div className={classes.search}>
        <p className={classes.note}>{t('model_link.no_link_hint')}</p>
        {onCreate && (
          <Button size="xs" variant="default" onClick={onCreate}>
            {t('model_link.create_by_hand')}
          </Button>
        )}
      </div>
    );
  if (!works) return <Loader size="sm" m="md" role="status" aria-label={t('model_link.works')} />;
  const show = (): void => onChoose(hand.elements());
  return (
    <div className={classes.works}>
      <p className={classes.note} role="status">
        {t('model_link.chosen', { elements: formatCount(elements), works: formatCount(picked.size) })}
      </p>
      <div className={classes.line}>
        {mayEdit && (
          <>
            <Button
              size="compact-xs"
              leftSection={<IconLink size={14} />}
              title={`${t('model_link.join')} (L)`}
              disabled={!hand.mayLink}
              onClick={() => hand.link()}
            >
              {t('model_link.join')}
            </Button>
            <NumberField
              size="xs"
              w={84}
              min={0}
              max={100}
              unit="%"
              aria-label={t('model_link.share')}
              title={t('model_link.share')}
              value={hand.share}
              onChange={(value) => value !== null && hand.setShare(value)}
            />
            <IconButton
              icon={IconUnlink}
              label={t('model_link.part')}
              shortcut="U"
              size="sm"
              variant="default"
              disabled={!hand.mayLink}
              onClick={hand.part}
            />
          </>
        )}
        <IconButton
          icon={IconTarget}
          label={t('model_link.choose_elements')}
          size="sm"
          variant="default"
          disabled={picked.size === 0}
          onClick={show}
        />
        <Button size="compact-xs" variant="default" disabled={hand.related.size === 0} onClick={hand.chooseRelated}>
          {t('model_link.choose_works', { number: formatCount(hand.related.size) })}
        </Button>
      </div>
      {last && (
        <div className={classes.line}>
          <span role="status">{t('model_link.done', { added: formatCount(last.added), removed: formatCount(last.removed) })}</span>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconArrowBackUp size={14} />}
            title={`${t('model_link.undo')} (Ctrl+Z)`}
            onClick={hand.undo}
          >
            {t('model_link.undo')}
          </Button>
        </div>
      )}
      <WorksList
        works={works}
        picked={picked}
        related={hand.related}
        mayEdit={mayEdit}
        onPick={hand.setPicked}
        onDrop={(id) => hand.link(new Set([id]))}
        onOpen={show}
      />
    </div>
  );
}
