import type { ActionItem } from '@gantry/contract';
import type { ActionItemStep } from '@gantry/domain';
import { Anchor, Badge, Button, Loader, Textarea } from '@mantine/core';
import { IconMessage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, formatLocal } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import { ActionItemForm } from './action-item-form.tsx';
import classes from './action-items.module.css';
import { type ActionItemsPlace, isPast, useActionItemActs, useActionItems } from './action-items.queries.ts';

const TONES = { new: 'blue', accepted: 'blue', declined: 'red', done: 'green', closed: 'gray' } as const;
const STEPS: readonly ActionItemStep[] = ['accept', 'do', 'decline', 'close', 'reopen'];

type Props = {
  spaceId: number;
  place: ActionItemsPlace;
  /** The works that a new one is given for: the rows chosen, else the one that the person stands on. */
  chosen: readonly number[];
  mayGive: boolean;
  renderComments(item: ActionItem): ReactNode;
};

/** What people were asked to do about a work: asked, accepted, done and closed, with what was written about it. */
export function ActionItemsPanel({ spaceId, place, chosen, mayGive, renderComments }: Props) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useActionItems(spaceId, place);
  const acts = useActionItemActs(spaceId);
  const [giving, setGiving] = useState(false);
  const works = chosen.length ? [...chosen] : [place.itemId];
  return (
    <section className={classes.panel} aria-label={t('eps.tab_assignments')}>
      {isPending && <Loader size="sm" />}
      {isError && (
        <p className={classes.note}>
          {t('action_items.not_loaded')}{' '}
          <Anchor component="button" onClick={() => void refetch()}>
            {t('comments.retry')}
          </Anchor>
        </p>
      )}
      {mayGive && !giving && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => setGiving(true)}
          style={{ alignSelf: 'start' }}
        >
          {works.length > 1 ? t('action_items.new_of', { count: works.length }) : t('action_items.new')}
        </Button>
      )}
      {giving && (
        <ActionItemForm
          spaceId={spaceId}
          nodeId={place.nodeId}
          onSave={(draft) => acts.give({ versionId: place.versionId, itemIds: works, ...draft })}
          onClose={() => setGiving(false)}
        />
      )}
      {data && !data.items.length && <Muted>{t('action_items.none')}</Muted>}
      <ul className={classes.list}>
        {data?.items.map((item) => (
          <li key={item.id}>
            <OneItem spaceId={spaceId} item={item} acts={acts} renderComments={renderComments} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneProps = {
  spaceId: number;
  item: ActionItem;
  acts: ReturnType<typeof useActionItemActs>;
  renderComments(item: ActionItem): ReactNode;
};

function OneItem({ spaceId, item, acts, renderComments }: OneProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'comments' | 'change' | 'decline' | null>(null);
  const [reason, setReason] = useState('');
  const isOpen = item.status === 'new' || item.status === 'accepted';
  const late = isOpen && isPast(item.due);
  const quietly = (act: Promise<unknown>): void => void act.then(() => setShown(null)).catch(() => undefined);
  const toggle = (what: typeof shown): void => setShown(shown === what ? null : what);
  const remove = async (): Promise<void> => {
    const sure = await askConfirmation({
      title: t('action_items.remove_title', { title: item.title }),
      text: t('action_items.remove_text'),
      confirmLabel: t('ui.delete'),
    });
    if (sure) quietly(acts.remove(item));
  };
  if (shown === 'change')
    return (
      <ActionItemForm
        spaceId={spaceId}
        nodeId={item.schedule_id}
        item={item}
        onSave={(draft) => acts.update({ item, change: draft })}
        onClose={() => setShown(null)}
      />
    );
  return (
    <article className={classes.item} aria-label={item.title} data-closed={item.status === 'closed' || undefined}>
      <header className={classes.head}>
        <b className={classes.title}>{item.title}</b>
        <Badge size="sm" variant="light" color={TONES[item.status]}>
          {t(`action_items.status_${item.status}`)}
        </Badge>
        {item.acts.includes('change') && (
          <IconButton icon={IconPencil} size="sm" variant="subtle" label={t('action_items.change')} onClick={() => setShown('change')} />
        )}
        {item.acts.includes('remove') && (
          <IconButton icon={IconTrash} size="sm" variant="subtle" label={t('ui.delete')} onClick={() => void remove()} />
        )}
      </header>
      {item.text && <p className={classes.text}>{item.text}</p>}
      {item.reason && <p className={classes.text}>{t('ui.named', { name: t('action_items.reason'), text: item.reason })}</p>}
      <p className={classes.about}>
        {item.people.map(({ name }) => name).join(', ')}
        {item.due && (
          <span data-late={late || undefined}>
            {' · '}
            {t(late ? 'action_items.was_due' : 'action_items.due_on', { date: formatLocal(`${item.due}T00:00`) })}
          </span>
        )}
        {' · '}
        {item.author} {formatInstant(item.created_at)}
      </p>
      <div className={classes.acts}>
        {STEPS.filter((step) => item.acts.includes(step)).map((step) => (
          <Button
            key={step}
            size="compact-xs"
            variant={step === 'accept' ? 'filled' : 'default'}
            onClick={() => (step === 'decline' ? toggle('decline') : quietly(acts.update({ item, act: step })))}
          >
            {t(`action_items.act_${step}`)}
          </Button>
        ))}
        <span className={classes.gap} />
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconMessage size={14} stroke={1.5} />}
          aria-expanded={shown === 'comments'}
          onClick={() => toggle('comments')}
        >
          {t('action_items.comments', { count: item.comments })}
        </Button>
      </div>
      {shown === 'decline' && (
        <div className={classes.decline}>
          <Textarea
            size="xs"
            autoFocus
            rows={2}
            label={t('action_items.why')}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button size="compact-xs" mt={4} disabled={!reason.trim()} onClick={() => quietly(acts.update({ item, act: 'decline', reason }))}>
            {t('action_items.act_decline')}
          </Button>
        </div>
      )}
      {shown === 'comments' && renderComments(item)}
    </article>
  );
}
