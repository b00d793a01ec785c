import { Tooltip } from '@mantine/core';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import { SidePanel, type PanelState } from '../../../ui/side-panel.tsx';
import { INFO_TABS, useInfoTab, type InfoTab } from './eps.info-tabs.store.ts';
import classes from './info-panel.module.css';

type Props = {
  state: PanelState;
  onChange: (state: PanelState) => void;
  /** Content of tabs by the screen; for missing ones the panel gives the reason. */
  contents: Partial<Record<InfoTab, ReactNode>>;
  /** Whether a row is selected that the tabs could tell about. */
  hasSelection: boolean;
};

/** The info panel of a screen: ten tabs about the node or row that is selected. */
export function InfoPanel({ state, onChange, contents, hasSelection }: Props) {
  const { t } = useTranslation();
  const { tab, open } = useInfoTab();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (INFO_TABS.findIndex((entry) => entry.tab === tab) + step + INFO_TABS.length) % INFO_TABS.length;
    open(INFO_TABS[next].tab);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next].focus();
  };
  const { icon } = INFO_TABS.find((entry) => entry.tab === tab) ?? INFO_TABS[0];
  const tabs = (
    <div ref={list} role="tablist" aria-label={t('eps.info')} className={classes.tabs}>
      {INFO_TABS.map(({ tab: name, icon: Shape }) => (
        <Tooltip key={name} label={t(`eps.tab_${name}`)}>
          <button
            type="button"
            role="tab"
            id={`info-tab-${name}`}
            aria-selected={name === tab}
            aria-controls="info-panel"
            aria-label={t(`eps.tab_${name}`)}
            tabIndex={name === tab ? 0 : -1}
            className={classes.tab}
            onClick={() => open(name)}
            onKeyDown={onKeyDown}
          >
            <Shape size={16} stroke={1.5} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
  return (
    <SidePanel label={t('eps.info')} state={state} onChange={onChange} head={tabs}>
      <div role="tabpanel" id="info-panel" aria-labelledby={`info-tab-${tab}`} className={classes.content}>
        <h2 className={classes.title}>{t(`eps.tab_${tab}`)}</h2>
        {contents[tab] ?? (
          <MessagePage icon={icon} title={t(hasSelection ? 'eps.tab_not_here' : 'eps.nothing_selected')}>
            <p>{t(hasSelection ? `eps.hint_${tab}` : 'eps.select_hint')}</p>
          </MessagePage>
        )}
      </div>
    </SidePanel>
  );
}
