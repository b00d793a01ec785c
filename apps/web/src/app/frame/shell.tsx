import { Outlet, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useActingFor } from '../../features/access/auth/auth.queries.ts';
import { ActingBadge } from '../../features/access/delegation/acting-badge.tsx';
import { LicenseBadge } from '../../features/access/licenses/license-badge.tsx';
import { ChatButton } from '../../features/teamwork/chat/chat-button.tsx';
import { NoticesBell } from '../../features/teamwork/notices/notices-bell.tsx';
import { useWhoAmI } from '../../features/access/users/users.queries.ts';
import { SupportContact } from '../../features/access/system/support-contact.tsx';
import { SlotOutlet } from '../../ui/shell-slots.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import { ConnectionState } from './connection-state.tsx';
import { Help } from '../help.tsx';
import { Palette } from '../palette/palette.tsx';
import { PathBar } from './path-bar.tsx';
import { Rail } from './rail.tsx';
import { useOutboxOf } from './use-outbox-of.ts';
import classes from './shell.module.css';

const SUPPORT_PX = 1236;

/** The frame of a space: rail, header with the path, the place itself, status line. */
export function Shell() {
  const { t } = useTranslation();
  // Where the line has no room for it, it stands in the guide.
  const wide = useWindowSize(({ appWidth }) => appWidth >= SUPPORT_PX);
  const spaceId = Number(useParams({ strict: false }).spaceId);
  // Notices and chats are a person's own: who works in another's name has them back with their own.
  const acting = useActingFor(spaceId);
  useOutboxOf(useWhoAmI()?.id ?? null, `${spaceId} ${acting?.userId ?? ''}`);
  return (
    <div className={classes.shell} key={spaceId}>
      <a className={classes.skip} href="#place">
        {t('shell.skip')}
      </a>
      <Rail spaceId={spaceId} />
      <header className={classes.header}>
        <PathBar spaceId={spaceId} />
        <ActingBadge spaceId={spaceId} />
        <SlotOutlet slot="header" className={classes.slot} />
        {!acting && <ChatButton spaceId={spaceId} />}
        {!acting && <NoticesBell spaceId={spaceId} />}
        <Palette spaceId={spaceId} />
      </header>
      <div className={classes.notice}>
        <LicenseBadge spaceId={spaceId} />
      </div>
      <main id="place" className={classes.place} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={classes.status}>
        <SlotOutlet slot="status" className={classes.slot} />
        {wide && <SupportContact />}
        <ConnectionState />
      </footer>
      <Help />
    </div>
  );
}
