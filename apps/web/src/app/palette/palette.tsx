import { Kbd, UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightStore, useSpotlight } from '@mantine/spotlight';
import { IconBolt, IconForms, IconSearch, IconTable, IconTimeline, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { indexTree, nodeKey, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { useStructureSelection } from '../../features/structure/eps/eps.store.ts';
import { NodeIcon } from '../../features/structure/eps/node-icon.tsx';
import { useOffered } from '../../ui/commands.ts';
import { useFormEntries } from './palette-forms.ts';
import { ALL_FOUND, useFoundEntries } from './palette-found.ts';
import { searchEntries, type PaletteEntry } from './palette-search.ts';
import { type Place, PLACES, PLACES_BESIDE } from '../frame/places.ts';
import classes from './palette.module.css';

type Entry = PaletteEntry & { icon: Icon | Parameters<typeof NodeIcon>[0]['kind']; go: () => void };

const SHOWN = 13;
const ROWS_SHOWN = 8;
const SHORTCUT = 'Ctrl+K';

/** Ctrl+K: leads to any place, node or version of the space by its name, and to the rows and commands of the place that is open. */
export function Palette({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const [[store, palette]] = useState(createSpotlight);
  return (
    <>
      <UnstyledButton className={classes.open} onClick={palette.open} aria-label={`${t('palette.open')} ${SHORTCUT}`}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <Kbd size="xs">{SHORTCUT}</Kbd>
      </UnstyledButton>
      <Spotlight.Root
        store={store}
        // The shortcut works inside text fields as well.
        tagsToIgnore={[]}
        title={t('palette.open')}
        classNames={{ header: classes.title }}
        size={560}
        yOffset="12vh"
        // A list that grows by what is found later keeps its entries where they are: a click meets what it was aimed at.
        centered={false}
        overlayProps={{ color: 'var(--gantry-scrim)', backgroundOpacity: 1 }}
        transitionProps={{ duration: 140, transition: 'fade' }}
        onSpotlightClose={() => store.setState({ ...store.getState(), query: '' })}
      >
        <PaletteList spaceId={spaceId} store={store} />
      </Spotlight.Root>
    </>
  );
}

function PaletteList({ spaceId, store }: { spaceId: number; store: SpotlightStore }) {
  const { t } = useTranslation();
  const { query, selected } = useSpotlight(store);
  const select = useCallback((index: number): void => store.setState({ ...store.getState(), selected: index }), [store]);
  const entries = useEntries(spaceId);
  const forms = useFormEntries(spaceId);
  const offer = useOffered();
  const texts = useFoundEntries(spaceId, query);
  const named = useMemo(() => {
    const commands = (offer?.commands ?? []).map(({ key, name, shortcut, run }): Entry => ({
      key,
      name,
      where: [t('palette.command'), shortcut].filter(Boolean).join(' · '),
      icon: IconBolt,
      go: run,
    }));
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    // Where a form opens narrows the search for it, but does not find it: its name does.
    const opening = forms
      .filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)))
      .map((form): Entry => ({ ...form, icon: IconForms }));
    const rows = query.trim() ? (offer?.find(query.trim(), ROWS_SHOWN) ?? []).map((row): Entry => ({ ...row, icon: IconTimeline })) : [];
    return [...searchEntries(query.trim() ? [...entries, ...commands, ...opening] : entries, query, SHOWN), ...rows];
  }, [entries, forms, offer, query, t]);
  // Enter leads to the first one, also where nothing is typed and where the structure has only now come.
  const marked = useRef<Entry[]>(null);
  useEffect(() => {
    if (marked.current === named) return;
    marked.current = named;
    select(0);
  }, [select, named]);
  // Texts come later and stand behind the names, so that no mark moves.
  const found: Entry[] = [...named, ...texts];
  return (
    <>
      {/* Arrows mark the entry in the document alone: what has the focus of a screen reader follows here. */}
      <div role="presentation" onKeyDown={() => select(store.getState().selected)}>
        <Spotlight.Search
          // At once: the trap of the dialog moves the focus a moment later, and what is typed until then would be lost.
          autoFocus
          classNames={{ input: classes.question }}
          leftSection={<IconSearch size={16} stroke={1.5} />}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.placeholder')}
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={found[selected] && `palette-${found[selected].key}`}
        />
      </div>
      <Spotlight.ActionsList id="palette-list" className={classes.list} role="listbox" aria-label={t('palette.open')}>
        {found.every(({ key }) => key === ALL_FOUND) && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
        {found.map((entry, index) => (
          <Spotlight.Action
            key={entry.key}
            renderRoot={(props) => <button {...props} id={`palette-${entry.key}`} />}
            role="option"
            aria-selected={index === selected}
            data-selected={index === selected || undefined}
            className={classes.entry}
            onClick={entry.go}
            onMouseMove={() => selected !== index && select(index)}
          >
            <EntryIcon icon={entry.icon} />
            <span className={classes.name}>{entry.name}</span>
            <span className={classes.where}>{entry.where}</span>
          </Spotlight.Action>
        ))}
      </Spotlight.ActionsList>
    </>
  );
}

function EntryIcon({ icon }: { icon: Entry['icon'] }) {
  if (typeof icon === 'string') return <NodeIcon kind={icon} />;
  const Shape = icon;
  return <Shape size={16} stroke={1.5} aria-hidden />;
}

function useEntries(spaceId: number): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const select = useStructureSelection((store) => store.select);
  const { data } = useQuery(treeQuery(spaceId));
  return useMemo(() => {
    const index = indexTree(data ?? { nodes: [], versions: [] });
    const above = (id: number): string =>
      pathTo(index, id)
        .map(({ name }) => name)
        .join(' / ');
    const placeEntry = ({ place, path, icon, nameKey }: Place): Entry => {
      const to: string = `/${spaceId}${path && `/${path}`}`;
      return { key: place, name: t(nameKey), where: t('palette.screen'), icon, go: () => void navigate({ to }) };
    };
    const versions = [...index.versions.values()].map((version): Entry => ({
      key: `v${version.id}`,
      name: version.name,
      where: above(version.schedule_id),
      icon: `version_${version.kind}`,
      go: () => void navigate({ to: `/${spaceId}/schedule/${version.id}` }),
    }));
    const nodes = [...index.nodes.values()].map((node): Entry => ({
      key: `n${node.id}`,
      name: node.name,
      where: node.parent_id === null ? '' : above(node.parent_id),
      icon: node.kind,
      go: () => {
        select(spaceId, nodeKey(node.id));
        void navigate({ to: `/${spaceId}` });
      },
    }));
    const grids = [...index.nodes.values()].flatMap((node): Entry[] =>
      node.kind === 'project'
        ? [
            {
              key: `g${node.id}`,
              name: `${t('gwbs.title')} · ${node.name}`,
              where: node.parent_id === null ? '' : above(node.parent_id),
              icon: IconTable,
              go: () =>
                void navigate({ to: '/$spaceId/grid/$projectId', params: { spaceId: String(spaceId), projectId: String(node.id) } }),
            },
          ]
        : [],
    );
    return [...PLACES.map(placeEntry), ...versions, ...nodes, ...grids, ...PLACES_BESIDE.map(placeEntry)];
  }, [data, navigate, select, spaceId, t]);
}
