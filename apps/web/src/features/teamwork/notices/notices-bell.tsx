import type { Notice } from '@gantry/contract';
import { Anchor, Button, Indicator, Loader, Popover, SegmentedControl } from '@mantine/core';
import { IconBell, IconX } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { noticeText } from './notices.model.ts';
import classes from './notices-bell.module.css';
import { showOnDesktop } from './notices.desktop.queries.ts';
import { type NoticesPart, useDueWorks, useNotices, useNoticesStatus, useOpenNotice, useRemoveNotices } from './notices.queries.ts';

const MOST_SHOWN = 99;

/** The bell: how much is new, and what it is. */
export function NoticesBell({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const open = useOpenNotice(spaceId);
  const go = (id: number): void => {
    setOpened(false);
    open.mutate(id);
  };
  useNamedNotice(go);
  const { data } = useNoticesStatus(spaceId, (notice, desktop) => {
    const text = noticeText(notice, t);
    const shown = (
      <Anchor component="button" onClick={() => go(notice.id)}>
        {text}
      </Anchor>
    );
    showToast('info', shown, { id: `notice-${notice.id}` });
    if (desktop) showOnDesktop(spaceId, { id: notice.id, text }, () => go(notice.id));
  });
  const unread = data?.unread ?? 0;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={380} trapFocus withinPortal>
      <Indicator
        disabled={!unread}
        label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        size={14}
        offset={4}
        color="var(--gantry-error)"
      >
        <Popover.Target>
          <IconButton
            icon={IconBell}
            label={unread ? t('notices.unread', { count: unread }) : t('notices.none_new')}
            onClick={() => setOpened((shown) => !shown)}
          />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('notices.title')}>
        {opened && <NoticesList spaceId={spaceId} area={data?.area ?? 0} onOpen={go} onLeave={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Opens the notice that the address names, as one on the desktop does; once, so that the way back leads past it. */
function useNamedNotice(go: (id: number) => void): void {
  const { notice } = useSearch({ strict: false }) as { notice?: string | number };
  const navigate = useNavigate();
  const id = Number(notice);
  const follow = useEffectEvent(() => {
    void navigate({ to: '.', search: (search) => ({ ...search, notice: undefined }), replace: true }).then(() => go(id));
  });
  useEffect(() => {
    if (Number.isSafeInteger(id) && id > 0) follow();
  }, [id]);
}

type ListProps = { spaceId: number; area: number; onOpen: (id: number) => void; onLeave: () => void };

function NoticesList({ spaceId, area, onOpen, onLeave }: ListProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState<NoticesPart>('list');
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotices(spaceId, part);
  const { remove, removeAll } = useRemoveNotices(spaceId, part);
  const notices = data?.pages.flatMap((page) => page.notices) ?? [];
  return (
    <>
      <div className={classes.head}>
        <SegmentedControl
          size="xs"
          value={part}
          onChange={(value) => setPart(value === 'area' ? 'area' : 'list')}
          data={[
            { value: 'list', label: t('notices.all') },
            { value: 'area', label: `${t('notices.area')}${area ? ` ${area}` : ''}` },
          ]}
        />
        {notices.length > 0 && (
          <Anchor component="button" size="sm" onClick={() => removeAll(notices[0].id)}>
            {t('notices.remove_all')}
          </Anchor>
        )}
      </div>
      {part === 'area' && <DueWorks spaceId={spaceId} onLeave={onLeave} />}
      {isPending && <Loader size="sm" className={classes.loading} />}
      {!isPending && !notices.length && (
        <MessagePage icon={IconBell} title={t('notices.empty')}>
          <p>{t('notices.empty_hint')}</p>
        </MessagePage>
      )}
      <ul className={classes.list}>
        {notices.map((notice) => (
          <Line key={notice.id} notice={notice} onOpen={() => onOpen(notice.id)} onRemove={() => remove(notice.id)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="compact-sm" variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('notices.more')}
        </Button>
      )}
    </>
  );
}

/** Works that wait for a report of today, each a way to its row. */
function DueWorks({ spaceId, onLeave }: { spaceId: number; onLeave: () => void }) {
  const { t } = useTranslation();
  const data = useDueWorks(spaceId);
  if (!data?.due) return null;
  return (
    <section className={classes.due} aria-label={t('notices.due_title')}>
      <b>{t('notices.due', { count: data.due })}</b>
      <ul className={classes.list}>
        {data.rows.map(({ version_id, row_id, schedule_name, code, name }) => (
          <li key={`${version_id} ${row_id}`} className={classes.line}>
            <Link
              className={classes.open}
              to="/$spaceId/schedule/$id"
              params={{ spaceId: String(spaceId), id: String(version_id) }}
              search={{ target: String(row_id) }}
              onClick={onLeave}
            >
              <span>{`${code} ${name}`.trim()}</span>
              <small>{schedule_name}</small>
            </Link>
          </li>
        ))}
      </ul>
      {data.due > data.rows.length && <small>{t('notices.due_more', { count: data.due - data.rows.length })}</small>}
    </section>
  );
}

function Line({ notice, onOpen, onRemove }: { notice: Notice; onOpen: () => void; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <li className={classes.line} data-new={notice.checked ? undefined : true}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <span>{noticeText(notice, t)}</span>
        <small>{[notice.node_name, formatInstant(notice.at)].filter(Boolean).join(' · ')}</small>
      </button>
      <IconButton icon={IconX} label={t('notices.remove')} onClick={onRemove} />
    </li>
  );
}
