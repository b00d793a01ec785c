import { SegmentedControl } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { personName } from '../../lib/person-name.ts';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useMembers } from '../../features/access/spaces/spaces.queries.ts';
import { useAttributes } from '../../features/catalog/attributes/attributes.queries.ts';
import { useMeasures } from '../../features/catalog/measures/measures.queries.ts';
import { useParametricLists } from '../../features/catalog/parametric-lists/parametric-lists.queries.ts';
import { ActDialog } from '../../features/planning/catalog-changes/act-dialog.tsx';
import { NodePicker, type PickedPlace } from '../../features/structure/eps/node-picker.tsx';
import { NodeAccess } from './node-access.tsx';
import { NodeAttributes } from './node-attributes.tsx';
import { NodeIndicators } from './node-indicators.tsx';
import { VersionAttributesPane } from './version-attributes-pane.tsx';
import { VersionIndicatorsPane } from './version-indicators-pane.tsx';
import classes from './attributes-page.module.css';

type Kept = { place: PickedPlace; what?: 'attributes' | 'indicators' | 'access' };

/** Attributes of the space: places at the left, their attributes beside. */
export function AttributesPage() {
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { t } = useTranslation();
  const [{ place, what = 'attributes' }, setKept] = useUiState<Kept>(spaceId, 'attributes', 'place', {
    place: 'space',
    what: 'attributes',
  });
  const { data } = useAttributes(spaceId);
  const people = (useMembers(spaceId) ?? []).map((person) => ({ value: person.id, label: personName(person) }));
  const words = { yes: t('ui.yes'), no: t('ui.no'), person: (id: number) => people.find(({ value }) => value === id)?.label ?? `#${id}` };
  const id = place === 'space' ? null : Number(place.slice(1));
  const offers = { units: (useMeasures(spaceId) ?? []).map(({ sign }) => sign), lists: useParametricLists(spaceId) ?? [] };
  const tabs = (
    <SegmentedControl
      size="xs"
      aria-label={t('attributes.title')}
      value={what === 'access' && !place.startsWith('n') ? 'attributes' : what}
      onChange={(next) => setKept({ place, what: next })}
      data={[
        { value: 'attributes', label: t('attributes.title') },
        { value: 'indicators', label: t('indicators.title') },
        ...(place.startsWith('n') ? [{ value: 'access' as const, label: t('attribute_access.tab') }] : []),
      ]}
    />
  );
  const pane = place.startsWith('v') ? (
    what !== 'indicators' ? (
      <VersionAttributesPane
        key={place}
        spaceId={spaceId}
        versionId={id as number}
        people={people}
        words={words}
        offers={offers}
        tabs={tabs}
      />
    ) : (
      <VersionIndicatorsPane key={place} spaceId={spaceId} versionId={id as number} tabs={tabs} />
    )
  ) : what === 'access' && id !== null ? (
    <NodeAccess key={place} spaceId={spaceId} nodeId={id} tabs={tabs} />
  ) : what !== 'indicators' ? (
    <NodeAttributes key={place} spaceId={spaceId} nodeId={id} people={people} words={words} offers={offers} tabs={tabs} />
  ) : (
    <NodeIndicators key={place} spaceId={spaceId} nodeId={id} tabs={tabs} />
  );
  return (
    <div className={classes.page}>
      <nav className={classes.places}>
        <NodePicker
          spaceId={spaceId}
          versions
          value={place}
          onChange={(next) => setKept({ place: next, what })}
          count={(at) =>
            at.startsWith('v')
              ? 0
              : (data?.attributes.filter(({ node_id }) => node_id === (at === 'space' ? null : Number(at.slice(1)))).length ?? 0)
          }
        />
      </nav>
      {pane}
      <ActDialog spaceId={spaceId} />
    </div>
  );
}
