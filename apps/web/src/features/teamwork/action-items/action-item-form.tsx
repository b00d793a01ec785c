import type { ActionItem } from '@gantry/contract';
import { Button, Group, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useMentionable } from '../comments/comments.queries.ts';
import type { ActionItemDraft } from './action-items.queries.ts';
import classes from './action-items.module.css';

type Props = {
  spaceId: number;
  nodeId: number;
  /** What is changed; left out: a new one. */
  item?: ActionItem;
  onSave(draft: ActionItemDraft): Promise<unknown>;
  onClose(): void;
};

/** What is asked, of whom and by when. What is refused stays in the form. */
export function ActionItemForm({ spaceId, nodeId, item, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const mentionable = useMentionable(spaceId, nodeId);
  const [known, setKnown] = useState(() => new Map((item?.people ?? []).map(({ user_id, name }) => [String(user_id), name])));
  const [draft, setDraft] = useState<ActionItemDraft>({
    title: item?.title ?? '',
    text: item?.text ?? '',
    due: item?.due ?? null,
    remind_days: item?.remind_days ?? 1,
    people: item?.people.map(({ user_id }) => user_id) ?? [],
  });
  const [saving, setSaving] = useState(false);
  const set = (change: Partial<ActionItemDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const offered = new Map([...known, ...mentionable.people.map(({ user_id, name }) => [String(user_id), name] as const)]);
  const ready = draft.title.trim() !== '' && draft.people.length > 0;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!ready || saving) return;
    setSaving(true);
    onSave(draft)
      .then(onClose)
      .catch(() => setSaving(false));
  };
  return (
    <form className={classes.form} onSubmit={save} aria-label={t(item ? 'action_items.change' : 'action_items.new')}>
      <TextInput
        size="xs"
        label={t('action_items.title')}
        required
        autoFocus
        maxLength={512}
        value={draft.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        size="xs"
        label={t('action_items.text')}
        rows={3}
        maxLength={4000}
        value={draft.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <MultiSelect
        size="xs"
        label={t('action_items.people')}
        required
        searchable
        data={[...offered].map(([value, label]) => ({ value, label }))}
        value={draft.people.map(String)}
        onSearchChange={mentionable.onMention}
        onFocus={() => mentionable.onMention('')}
        onChange={(ids) => {
          setKnown(new Map(ids.map((id) => [id, offered.get(id) ?? id])));
          set({ people: ids.map(Number) });
        }}
      />
      <Group gap={8} grow>
        <DateField
          size="xs"
          label={t('action_items.due')}
          value={draft.due === null ? null : `${draft.due}T00:00`}
          onChange={(moment) => set({ due: moment ? moment.slice(0, 10) : null })}
        />
        <NumberField
          size="xs"
          label={t('action_items.remind_days')}
          min={0}
          max={60}
          whole
          value={draft.remind_days}
          onChange={(value) => set({ remind_days: value ?? 1 })}
        />
      </Group>
      <Group gap={8}>
        <Button type="submit" size="compact-sm" disabled={!ready} loading={saving}>
          {t(item ? 'ui.save' : 'action_items.give')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </Group>
    </form>
  );
}
