import type { FieldRow } from '@gantry/contract';
import { ROADBLOCK_CATEGORIES, type RoadblockCategory } from '@gantry/domain';
import { Anchor, Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import type { useFieldRoadblocks } from './last-planner.field.queries.ts';
import classes from './last-planner.module.css';

type Props = { row: FieldRow; roadblocks: ReturnType<typeof useFieldRoadblocks> };

/** What keeps a work of the person from going on, said from the site. */
export function FieldRoadblocks({ row, roadblocks }: Props) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [category, setCategory] = useState<RoadblockCategory>('materials');
  const [text, setText] = useState('');
  const { open, kept } = roadblocks.of(row);
  return (
    <section className={classes['field-roadblocks']} aria-label={t('last_planner.roadblocks_of_work', { name: row.row_name })}>
      {open.map((one) => (
        <p key={one.id} className={classes.note}>
          <b>{t(`last_planner.category.${one.category}`)}</b> · {one.text}
          {one.promised && ` · ${t('last_planner.promised_on', { date: formatLocal(`${one.promised}T00:00`) })}`}
        </p>
      ))}
      {kept.map((one) => (
        <p key={one.key} className={classes.note} role={one.refused ? 'alert' : 'status'}>
          <b>{t(`last_planner.category.${one.category}`)}</b> · {one.text} · {one.refused ? t(one.refused) : t('entries.state_waiting')}{' '}
          {one.refused && (
            <Anchor component="button" onClick={() => roadblocks.discard(one.key)}>
              {t('field.discard')}
            </Anchor>
          )}
        </p>
      ))}
      {adding ? (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!text.trim()) return;
            void roadblocks.add(row, category, text.trim());
            setText('');
            setAdding(false);
          }}
        >
          <NativeSelect
            size="md"
            label={t('last_planner.category')}
            data={ROADBLOCK_CATEGORIES.map((value) => ({ value, label: t(`last_planner.category.${value}`) }))}
            value={category}
            onChange={({ currentTarget }) => setCategory(currentTarget.value as RoadblockCategory)}
          />
          <Textarea
            size="md"
            rows={2}
            maxLength={500}
            label={t('last_planner.text')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <div className={classes.pair}>
            <Button type="submit" size="md" disabled={!text.trim()}>
              {t('entries.send')}
            </Button>
            <Button size="md" variant="default" onClick={() => setAdding(false)}>
              {t('ui.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <Button size="md" variant="subtle" onClick={() => setAdding(true)}>
          {t('last_planner.blocked_here')}
        </Button>
      )}
    </section>
  );
}
