import type { DirectoryList, InvalidDirectoryValue } from '@gantry/contract';
import { Indicator } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconListNumbers, IconSitemap } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ContentCommands, DirectoryPlace, InvalidValues } from '../../features/catalog/directories/directories.queries.ts';
import { GraphPanel } from '../../features/catalog/directories/panels/graph-panel.tsx';
import { HistoryPanel } from '../../features/catalog/directories/panels/history-panel.tsx';
import { InvalidPanel } from '../../features/catalog/directories/panels/invalid-panel.tsx';
import { ListsPanel } from '../../features/catalog/directories/panels/lists-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import classes from './directories-pane.module.css';

const SIDES = [
  ['invalid', IconAlertTriangle],
  ['lists', IconListNumbers],
  ['graph', IconSitemap],
  ['history', IconHistory],
] as const;
/** The open side panel and its width. */
export type KeptSides = { open: boolean; width: number; tab: (typeof SIDES)[number][0] };

type Props = {
  spaceId: number;
  place: DirectoryPlace;
  revision: number;
  lists: readonly DirectoryList[];
  /** Null: not known yet. */
  invalid: InvalidValues | null;
  state: KeptSides;
  onState(state: KeptSides): void;
  titleOf(attributeId: number | null): string;
  /** A value as people type it in its column. */
  write(attributeId: number | null, value: InvalidDirectoryValue['value']): string;
  commands: ContentCommands;
  readOnly: boolean;
  onShow(rowId: number, attributeId: number | null): void;
  onOpen(directoryId: number, nodeId: number): void;
};

/** Side panels of a directory: errors, lists, dependencies, history. */
export function DirectorySides(props: Props) {
  const { spaceId, place, revision, lists, invalid, state, onState, titleOf, write, commands, readOnly, onShow, onOpen } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isWrong = (invalid?.total ?? 0) > 0;
  return (
    <SidePanel
      label={t('directory.about')}
      state={state}
      onChange={(change) => onState({ ...state, ...change })}
      head={
        <div className={classes.tabs}>
          {SIDES.map(([tab, icon]) => (
            <Indicator key={tab} disabled={tab !== 'invalid' || !isWrong} size={7} offset={5} color="var(--gantry-error)">
              <IconButton
                icon={icon}
                label={t(`directory.side_${tab}`)}
                variant={state.tab === tab ? 'light' : 'subtle'}
                aria-pressed={state.tab === tab}
                onClick={() => onState({ ...state, tab })}
              />
            </Indicator>
          ))}
        </div>
      }
    >
      {state.tab === 'invalid' && invalid && (
        <InvalidPanel invalid={invalid} nameOf={titleOf} write={write} commands={commands} readOnly={readOnly} onShow={onShow} />
      )}
      {state.tab === 'lists' && <ListsPanel lists={lists} commands={commands} readOnly={readOnly} />}
      {state.tab === 'graph' && (
        <GraphPanel
          spaceId={spaceId}
          place={place}
          onOpen={({ kind, id, node_id }) =>
            kind === 'directory' ? onOpen(id, node_id) : void navigate({ to: `/${spaceId}/schedule/${id}` })
          }
        />
      )}
      {state.tab === 'history' && (
        <HistoryPanel spaceId={spaceId} place={place} revision={revision} commands={commands} readOnly={readOnly} />
      )}
    </SidePanel>
  );
}
