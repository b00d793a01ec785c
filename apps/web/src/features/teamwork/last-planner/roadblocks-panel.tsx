import type { Roadblock } from '@gantry/contract';
import { ROADBLOCK_CATEGORIES, type RoadblockCategory } from '@gantry/domain';
import { Anchor, Badge, Button, Loader, NativeSelect, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Muted } from '../../../ui/text/text.tsx';
import classes from './last-planner.module.css';
import { useLiveWeeks, useRoadblocks, useWeekActs, type WeeksPlace } from './last-planner.queries.ts';

type Person = { value: number; label: string };
type Props = { place: WeeksPlace; itemId: number; people: readonly Person[]; mayReport: boolean };

/** What keeps a work from beginning: who clears it, by when it is needed, and what is promised. */
export function RoadblocksPanel({ place, itemId, people, mayReport }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [adding, setAdding] = useState(false);
  useLiveWeeks(place);
  const { data, isPending, isError, refetch } = useRoadblocks(place, itemId, !all);
  const acts = useWeekActs(place);
  if (isPending) return <Loader size="sm" m={16} />;
  if (isError)
    return (
      <Anchor component="button" onClick={() => void refetch()}>
        {t('comments.retry')}
      </Anchor>
    );
  return (
    <section className={classes.panel} aria-label={t('last_planner.roadblocks')}>
      <div className={classes.line}>
        <h3 className={classes.title}>{t('last_planner.roadblocks')}</h3>
        {mayReport && !adding && (
          <Button size="compact-xs" variant="default" onClick={() => setAdding(true)}>
            {t('last_planner.add_roadblock')}
          </Button>
        )}
      </div>
      {adding && (
        <RoadblockForm
          people={people}
          onSave={(fields) => acts.block({ item_id: itemId, ...fields }).then(() => setAdding(false))}
          onClose={() => setAdding(false)}
        />
      )}
      {!data.roadblocks.length && !adding && <Muted>{t('last_planner.no_roadblocks')}</Muted>}
      <ul className={classes.list}>
        {data.roadblocks.map((one) => (
          <OneRoadblock
            key={one.id}
            one={one}
            people={people}
            onChange={(fields) => acts.changeRoadblock(one.id, fields)}
            onRemove={() => acts.removeRoadblock(one.id)}
          />
        ))}
      </ul>
      <Anchor component="button" size="xs" onClick={() => setAll(!all)}>
        {t(all ? 'last_planner.show_open' : 'last_planner.show_cleared')}
      </Anchor>
    </section>
  );
}

type Fields = Pick<Roadblock, 'category' | 'text' | 'owner_id' | 'lead_days' | 'promised'>;
type FormProps = { kept?: Roadblock; people: readonly Person[]; onSave(fields: Fields): Promise<unknown>; onClose(): void };

function RoadblockForm({ kept, people, onSave, onClose }: FormProps) {
  const { t } = useTranslation();
  const [fields, setFields] = useState<Fields>(kept ?? { category: 'materials', text: '', owner_id: null, lead_days: 0, promised: null });
  const set = (change: Partial<Fields>): void => setFields({ ...fields, ...change });
  const send = (): void => {
    const { category, text, owner_id, lead_days, promised } = fields;
    if (text.trim()) void onSave({ category, text: text.trim(), owner_id, lead_days, promised }).catch(() => undefined);
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <NativeSelect
        size="xs"
        label={t('last_planner.category')}
        data={ROADBLOCK_CATEGORIES.map((value) => ({ value, label: t(`last_planner.category.${value}`) }))}
        value={fields.category}
        onChange={({ currentTarget }) => set({ category: currentTarget.value as RoadblockCategory })}
      />
      <Textarea
        size="xs"
        autoFocus
        rows={2}
        maxLength={500}
        label={t('last_planner.text')}
        value={fields.text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <Select
        size="xs"
        clearable
        searchable
        label={t('last_planner.owner')}
        placeholder={t('last_planner.nobody')}
        data={people.map(({ value, label }) => ({ value: String(value), label }))}
        value={fields.owner_id === null ? null : String(fields.owner_id)}
        onChange={(id) => set({ owner_id: id === null ? null : Number(id) })}
      />
      <div className={classes.pair}>
        <NumberField
          size="xs"
          label={t('last_planner.lead_days')}
          whole
          min={0}
          max={365}
          value={fields.lead_days}
          onChange={(days) => set({ lead_days: days ?? 0 })}
        />
        <DateField
          size="xs"
          label={t('last_planner.promised')}
          value={fields.promised}
          onChange={(date) => date !== undefined && set({ promised: date === null ? null : date.slice(0, 10) })}
        />
      </div>
      <div className={classes.line}>
        <Button type="submit" size="compact-sm" disabled={!fields.text.trim()}>
          {t('ui.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}

const dayText = (day: string | null): string => (day === null ? '–' : formatLocal(`${day}T00:00`));

type OneProps = {
  one: Roadblock;
  people: readonly Person[];
  onChange(fields: Partial<Fields> & { cleared?: boolean }): Promise<unknown>;
  onRemove(): Promise<unknown>;
};

function OneRoadblock({ one, people, onChange, onRemove }: OneProps) {
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  const ignore = (): undefined => undefined;
  const cleared = one.cleared_at !== null;
  if (changing)
    return (
      <li className={classes.item}>
        <RoadblockForm
          kept={one}
          people={people}
          onSave={(fields) => onChange(fields).then(() => setChanging(false))}
          onClose={() => setChanging(false)}
        />
      </li>
    );
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <span className={classes.text}>{one.text}</span>
        <Badge size="sm" variant="light" color={cleared ? 'green' : one.overdue ? 'red' : 'gray'}>
          {t(cleared ? 'last_planner.cleared' : one.overdue ? 'last_planner.overdue' : `last_planner.category.${one.category}`)}
        </Badge>
      </div>
      <p className={classes.note}>
        {t('last_planner.about', {
          needed: dayText(one.needed_by),
          promised: dayText(one.promised),
          owner: one.owner || t('last_planner.nobody'),
        })}
      </p>
      {one.may_change && (
        <div className={classes.line}>
          <Button
            size="compact-xs"
            variant={cleared ? 'default' : 'filled'}
            onClick={() => void onChange({ cleared: !cleared }).catch(ignore)}
          >
            {t(cleared ? 'last_planner.reopen' : 'last_planner.clear')}
          </Button>
          {!cleared && (
            <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
              {t('last_planner.change')}
            </Button>
          )}
          {one.may_remove && (
            <Button size="compact-xs" variant="subtle" onClick={() => void onRemove().catch(ignore)}>
              {t('ui.delete')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
