import { Kbd, Modal, TextInput, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { indexTree, nodeKey, pathTo } from '../features/structure/eps/eps.model.ts';
import { treeQuery } from '../features/structure/eps/eps.queries.ts';
import { useStructureSelection } from '../features/structure/eps/eps.store.ts';
import { NodeIcon } from '../features/structure/eps/node-icon.tsx';
import { searchEntries, type PaletteEntry } from './palette-search.ts';
import { PLACES } from './places.ts';
import classes from './palette.module.css';

type Entry = PaletteEntry & { icon: Icon | Parameters<typeof NodeIcon>[0]['kind']; go: () => void };

const SHOWN = 12;
const SHORTCUT = 'Ctrl+K';

/** Ctrl+K: leads to any place, node or version of the space by its name. */
export function Palette({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useHotkeys([['mod+K', () => setOpened(true)]], []);
  return (
    <>
      <UnstyledButton className={classes.open} onClick={() => setOpened(true)} aria-label={`${t('palette.open')} ${SHORTCUT}`}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <Kbd size="xs">{SHORTCUT}</Kbd>
      </UnstyledButton>
      {/* In parts, because the whole gives its name to an element that cannot have one. */}
      <Modal.Root
        opened={opened}
        onClose={() => setOpened(false)}
        size={560}
        padding={0}
        yOffset="12vh"
        transitionProps={{ duration: 140, transition: 'fade' }}
      >
        <Modal.Overlay color="var(--gantry-scrim)" backgroundOpacity={1} />
        <Modal.Content aria-label={t('palette.open')}>
          <Modal.Body>
            <PaletteList spaceId={spaceId} onDone={() => setOpened(false)} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}

function PaletteList({ spaceId, onDone }: { spaceId: number; onDone: () => void }) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState('');
  const [at, setAt] = useState(0);
  const found = searchEntries(useEntries(spaceId), question, SHOWN);
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    onDone();
    entry.go();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt(Math.min(Math.max(at + step, 0), found.length - 1));
    }
    if (event.key === 'Enter') choose(found[at]);
  };
  return (
    <>
      <TextInput
        data-autofocus
        // At once: the trap of the dialog moves the focus a moment later, and what is typed until then would be lost.
        autoFocus
        variant="unstyled"
        className={classes.question}
        leftSection={<IconSearch size={16} stroke={1.5} />}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found[at] && `palette-${found[at].key}`}
        value={question}
        onChange={(event) => {
          setQuestion(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label={t('palette.open')} className={classes.list}>
        {found.length === 0 && <p className={classes.nothing}>{t('palette.nothing')}</p>}
        {found.map((entry, i) => (
          <button
            key={entry.key}
            id={`palette-${entry.key}`}
            type="button"
            role="option"
            aria-selected={i === at}
            tabIndex={-1}
            className={classes.entry}
            onClick={() => choose(entry)}
            onMouseMove={() => setAt(i)}
          >
            <EntryIcon icon={entry.icon} />
            <span className={classes.name}>{entry.name}</span>
            <span className={classes.where}>{entry.where}</span>
          </button>
        ))}
      </div>
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
    const places = PLACES.map(({ place, path, icon, nameKey }): Entry => {
      const to: string = `/${spaceId}${path && `/${path}`}`;
      return { key: place, name: t(nameKey), where: t('palette.screen'), icon, go: () => void navigate({ to }) };
    });
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
    return [...places, ...versions, ...nodes];
  }, [data, navigate, select, spaceId, t]);
}
