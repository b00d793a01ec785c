import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useCalendars } from '../../features/catalog/calendars/calendars.queries.ts';
import { ActDialog } from '../../features/planning/catalog-changes/act-dialog.tsx';
import { NodePicker, type PickedPlace } from '../../features/structure/eps/node-picker.tsx';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { NodeCalendars } from './node-calendars.tsx';
import { VersionCalendarsPane } from './version-calendars-pane.tsx';
import classes from './calendars-page.module.css';

/** Calendars of the space: a place at the left, its calendars beside it, the year of the chosen one. */
export function CalendarsPage() {
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { t } = useTranslation();
  const [kept, setKept] = useUiState<{ place: PickedPlace }>(spaceId, 'calendars', 'place', { place: 'space' });
  const [dirty, setDirty] = useState(false);
  const { data } = useCalendars(spaceId);
  const { place } = kept;

  /** Continues when nothing would be lost or the person confirms. */
  const leave = async (): Promise<boolean> => {
    if (!dirty) return true;
    const yes = await askConfirmation({
      title: t('calendars.unsaved'),
      text: t('calendars.unsaved_text'),
      confirmLabel: t('calendars.discard'),
    });
    if (yes) setDirty(false);
    return yes;
  };
  const id = place === 'space' ? null : Number(place.slice(1));
  const shared = { spaceId, leave, onDirty: setDirty };
  return (
    <div className={classes.page}>
      <nav className={classes.places}>
        <NodePicker
          spaceId={spaceId}
          versions
          value={place}
          onChange={(next) => void leave().then((yes) => yes && setKept({ place: next }))}
          count={(at) =>
            at.startsWith('v')
              ? 0
              : (data?.calendars.filter(({ node_id }) => node_id === (at === 'space' ? null : Number(at.slice(1)))).length ?? 0)
          }
        />
      </nav>
      {place.startsWith('v') ? (
        <VersionCalendarsPane key={place} versionId={id as number} {...shared} />
      ) : (
        <NodeCalendars key={place} nodeId={id} {...shared} />
      )}
      <ActDialog spaceId={spaceId} />
    </div>
  );
}
