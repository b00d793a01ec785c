import type { Checklist, ChecklistItem } from '@gantry/contract';
import { Anchor, Checkbox, Loader, Menu, Progress, TextInput } from '@mantine/core';
import { IconCamera, IconClock, IconCopy, IconDots, IconExclamationMark, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeptInput } from '../../../ui/fields/kept-input.tsx';
import classes from './checklists.module.css';
import { type ChecklistsPlace, type UnsentTick, useChecklistActs, useChecklists, useUnsentTicks } from './checklists.queries.ts';

type Props = { spaceId: number; place: ChecklistsPlace; mayEdit: boolean; mayTick: boolean };

/** What has to be looked at or done for a work: lists of items to tick, shared by all versions of the schedule. */
export function ChecklistsPanel({ spaceId, place, mayEdit, mayTick }: Props) {
  const { t } = useTranslation();
  const { data, isPending, isError, refetch } = useChecklists(spaceId, place);
  const acts = useChecklistActs(spaceId, place);
  const unsent = useUnsentTicks(place);
  const lists = data?.checklists ?? [];
  if (data && !lists.length && !mayEdit) return null;
  return (
    <section className={classes.panel} aria-label={t('checklists.title')}>
      <h3 className={classes.title}>{t('checklists.title')}</h3>
      {isPending && <Loader size="sm" />}
      {isError && (
        <p className={classes.note}>
          {t('checklists.not_loaded')}{' '}
          <Anchor component="button" onClick={() => void refetch()}>
            {t('comments.retry')}
          </Anchor>
        </p>
      )}
      {lists.map((list, place) => (
        <OneList
          key={list.id}
          list={list}
          mayEdit={mayEdit}
          mayTick={mayTick}
          acts={acts}
          unsent={unsent}
          onMove={(step) => {
            const target = step < 0 ? place - 2 : place + 1;
            if (place + step >= 0 && place + step < lists.length) acts.update({ id: list.id, after_id: lists[target]?.id ?? null });
          }}
        />
      ))}
      {mayEdit && data && <AddField label={t('checklists.add_list')} onAdd={(name) => acts.create({ name })} />}
    </section>
  );
}

type Acts = ReturnType<typeof useChecklistActs>;
type ListProps = {
  list: Checklist;
  mayEdit: boolean;
  mayTick: boolean;
  acts: Acts;
  unsent: ReadonlyMap<number, UnsentTick>;
  onMove(step: -1 | 1): void;
};

function OneList({ list, mayEdit, mayTick, acts, unsent, onMove }: ListProps) {
  const { t } = useTranslation();
  const done = list.items.filter((item) => isDone(item, unsent.get(item.id))).length;
  const remove = async (): Promise<void> => {
    const sure =
      !list.items.length ||
      (await askConfirmation({
        title: t('checklists.remove_title', { name: list.name }),
        text: t('checklists.remove_text', { count: list.items.length }),
        confirmLabel: t('ui.delete'),
      }));
    if (sure) acts.remove(list.id);
  };
  return (
    <div className={classes.list} role="group" aria-label={list.name}>
      <header className={classes.head}>
        <KeptInput
          label={t('checklists.name')}
          value={list.name}
          readOnly={!mayEdit}
          onKeep={(name) => acts.update({ id: list.id, name })}
        />
        <span className={classes.count} title={t('checklists.done_of', { done, count: list.items.length })}>
          {done}/{list.items.length}
        </span>
        {mayEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton icon={IconDots} size="sm" variant="subtle" label={t('checklists.more', { name: list.name })} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onMove(-1)}>{t('checklists.up')}</Menu.Item>
              <Menu.Item onClick={() => onMove(1)}>{t('checklists.down')}</Menu.Item>
              <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => void acts.create({ name: list.name, template: list.id })}>
                {t('checklists.copy')}
              </Menu.Item>
              <Menu.Item color="var(--gantry-error)" leftSection={<IconTrash size={14} />} onClick={() => void remove()}>
                {t('ui.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </header>
      {list.items.length > 0 && <Progress size={3} value={(100 * done) / list.items.length} aria-hidden />}
      <ul className={classes.items}>
        {list.items.map((item, index) => (
          <OneItem
            key={item.id}
            item={item}
            unsent={unsent.get(item.id)}
            mayEdit={mayEdit}
            mayTick={mayTick}
            onChange={(change) => acts.changeItem({ checklistId: list.id, itemId: item.id, ...change })}
            onMove={(step) => {
              const target = step < 0 ? index - 2 : index + 1;
              if (index + step >= 0 && index + step < list.items.length)
                acts.changeItem({ checklistId: list.id, itemId: item.id, after_id: list.items[target]?.id ?? null });
            }}
            onRemove={() => acts.removeItem(item.id)}
          />
        ))}
      </ul>
      {mayEdit && <AddField label={t('checklists.add_item')} onAdd={(text) => acts.addItem({ checklistId: list.id, text })} />}
    </div>
  );
}

/** What waits for the server is shown as it will be, what was refused as it stands. */
const isDone = ({ done_at }: ChecklistItem, unsent: UnsentTick | undefined): boolean =>
  unsent && unsent.reason === null ? unsent.done : done_at !== null;

type ItemProps = {
  item: ChecklistItem;
  unsent: UnsentTick | undefined;
  mayEdit: boolean;
  mayTick: boolean;
  onChange(change: { done?: boolean; text?: string; required?: boolean; photo_required?: boolean }): void;
  onMove(step: -1 | 1): void;
  onRemove(): void;
};

function OneItem({ item, unsent, mayEdit, mayTick, onChange, onMove, onRemove }: ItemProps) {
  const { t } = useTranslation();
  const done = isDone(item, unsent);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined;
    if (!step || !mayEdit) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <li className={classes.item} data-done={done || undefined} onKeyDown={onKeyDown}>
      <Checkbox
        size="xs"
        aria-label={item.text}
        checked={done}
        disabled={!mayTick}
        title={item.done_at === null ? undefined : `${item.done_by ?? ''} ${formatInstant(item.done_at)}`}
        onChange={(event) => onChange({ done: event.currentTarget.checked })}
      />
      <div className={classes.text}>
        <KeptInput label={t('checklists.item')} value={item.text} readOnly={!mayEdit} onKeep={(text) => onChange({ text })} />
      </div>
      {unsent && unsent.reason === null && (
        <IconClock className={classes.mark} size={14} aria-label={t('checklists.waiting')} role="img">
          <title>{t('checklists.waiting')}</title>
        </IconClock>
      )}
      {item.required && <IconExclamationMark className={classes.mark} size={14} aria-label={t('checklists.required')} role="img" />}
      {item.photo_required && <IconCamera className={classes.mark} size={14} aria-label={t('checklists.photo_required')} role="img" />}
      {mayEdit && (
        <Menu position="bottom-end" closeOnItemClick={false}>
          <Menu.Target>
            <IconButton icon={IconDots} size="sm" variant="subtle" label={t('checklists.more', { name: item.text })} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.CheckboxItem checked={item.required} onChange={(required) => onChange({ required })}>
              {t('checklists.required')}
            </Menu.CheckboxItem>
            <Menu.CheckboxItem checked={item.photo_required} onChange={(photo_required) => onChange({ photo_required })}>
              {t('checklists.photo_required')}
            </Menu.CheckboxItem>
            <Menu.Item rightSection="Alt+↑" onClick={() => onMove(-1)}>
              {t('checklists.up')}
            </Menu.Item>
            <Menu.Item rightSection="Alt+↓" onClick={() => onMove(1)}>
              {t('checklists.down')}
            </Menu.Item>
            <Menu.Item color="var(--gantry-error)" leftSection={<IconTrash size={14} />} onClick={onRemove}>
              {t('ui.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {unsent && unsent.reason !== null && (
        <p className={classes.refused} role="alert">
          {t(unsent.done ? 'checklists.not_ticked' : 'checklists.not_unticked', { reason: unsent.reason })}{' '}
          <Anchor component="button" onClick={unsent.drop}>
            {t('checklists.let_go')}
          </Anchor>
        </p>
      )}
    </li>
  );
}

/** A line that adds what is typed by Enter; what is refused stays in it. */
function AddField({ label, onAdd }: { label: string; onAdd(text: string): Promise<unknown> }) {
  const [text, setText] = useState('');
  const add = async (): Promise<void> => {
    const added = text.trim();
    if (!added) return;
    setText('');
    await onAdd(added).catch(() => setText(added));
  };
  return (
    <TextInput
      size="xs"
      variant="unstyled"
      leftSection={<IconPlus size={14} />}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={512}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void add();
        if (event.key === 'Escape') setText('');
      }}
      onBlur={() => void add()}
    />
  );
}
