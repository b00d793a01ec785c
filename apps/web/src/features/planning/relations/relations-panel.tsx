import type { Edited } from '@gantry/contract';
import { RELATION_TYPES, type RelationType } from '@gantry/domain';
import { NativeSelect, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LagPicker } from './lag-picker.tsx';
import { createRelation, removeRelation, type TaskRelation, updateRelation, useRelationsOf } from './relations.queries.ts';
import { SectionTitle } from '../../../ui/text/text.tsx';
import classes from './relations-panel.module.css';

/** A task to choose, told by its code and name. */
export type TaskChoice = { id: number; label: string };

type Props = {
  versionId: number;
  itemId: number;
  revision: number;
  minutesPerDay: number;
  readOnly: boolean;
  onOpen(itemId: number): void;
  /** Tasks whose code or name has the text in it, the first few of them. */
  findTasks(text: string): TaskChoice[];
  /** Takes in the change that an edit made. */
  onEdited(send: () => Promise<Edited>): void;
};

/** Predecessors and successors of a task: type, lag, dates, floats; edited in place. */
export function RelationsPanel(props: Props) {
  const { t } = useTranslation();
  const { data } = useRelationsOf(props.versionId, props.itemId, props.revision);
  const relations = data?.relations ?? [];
  return (
    <div className={classes.panel}>
      {(['predecessor', 'successor'] as const).map((side) => (
        <section key={side} aria-label={t(`relations.${side}s`)}>
          <SectionTitle order={3} size="panel">
            {t(`relations.${side}s`)}
          </SectionTitle>
          <Side {...props} side={side} relations={relations.filter((relation) => relation.side === side)} />
          {!props.readOnly && <AddRelation {...props} key={props.itemId} side={side} relations={relations} />}
        </section>
      ))}
    </div>
  );
}

/** Relates the task to another one, found by code or name: finish to start, without lag. */
function AddRelation({
  versionId,
  itemId,
  side,
  relations,
  findTasks,
  onEdited,
}: Props & { side: 'predecessor' | 'successor'; relations: TaskRelation[] }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const related = new Set([itemId, ...relations.filter((relation) => relation.side === side).map(({ other }) => other.id)]);
  const choices = useMemo(() => (text.trim() ? findTasks(text.trim()) : []), [text, findTasks]);
  return (
    <Select
      size="xs"
      mt={6}
      aria-label={t(`relations.add_${side}`)}
      placeholder={t(`relations.add_${side}`)}
      leftSection={<IconPlus size={14} stroke={1.5} />}
      rightSection={null}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      data={choices.filter(({ id }) => !related.has(id)).map(({ id, label }) => ({ value: String(id), label }))}
      filter={({ options }) => options}
      nothingFoundMessage={text.trim() ? t('relations.no_such_task') : undefined}
      comboboxProps={{ withinPortal: true }}
      onChange={(chosen) => {
        if (chosen === null) return;
        const other = Number(chosen);
        const [predecessor_id, successor_id] = side === 'predecessor' ? [other, itemId] : [itemId, other];
        setText('');
        onEdited(() => createRelation(versionId, { predecessor_id, successor_id, type: 'fs', lag_minutes: 0 }));
      }}
    />
  );
}

function Side({ relations, side, ...props }: Props & { side: 'predecessor' | 'successor'; relations: TaskRelation[] }) {
  const { t } = useTranslation();
  if (!relations.length) return <p className={classes.empty}>{t(`relations.no_${side}s`)}</p>;
  return (
    <table className={classes.table}>
      <colgroup>
        <col />
        <col style={{ width: 64 }} />
        <col style={{ width: 60 }} />
        <col style={{ width: 52 }} />
        <col style={{ width: 28 }} />
      </colgroup>
      <thead>
        <tr>
          <th>{t('relations.task')}</th>
          <th>{t('relations.type')}</th>
          <th>{t('relations.lag')}</th>
          <th className={classes.number} title={t('relations.full_reserve')}>
            {t('relations.reserve')}
          </th>
          <th />
        </tr>
      </thead>
      <tbody>
        {relations.map((relation) => (
          <Row key={relation.id} relation={relation} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  relation,
  versionId,
  minutesPerDay,
  readOnly,
  onOpen,
  onEdited,
}: Omit<Props, 'itemId' | 'revision'> & { relation: TaskRelation }) {
  const { t } = useTranslation();
  const { other } = relation;
  const days = (minutes: number | null) =>
    minutes === null ? '–' : formatNumber(minutes / minutesPerDay, { decimals: minutes % minutesPerDay ? 1 : 0 });
  const facts = [
    `${formatLocal(other.start)} – ${formatLocal(other.finish)}`,
    t(`status.${other.status}`),
    `${Math.round(other.progress * 100)} %`,
    ...(relation.driving ? [t('relations.driving')] : []),
    ...(other.critical ? [t('relations.critical')] : []),
    ...(other.scenario === null ? [] : [t('ui.named', { name: t('relations.scenario'), text: t(`timetable.scenario_${other.scenario}`) })]),
  ];
  const place = [other.project, other.schedule].filter(Boolean).join(' › ');
  return (
    <tr>
      <td>
        <button type="button" className={classes.other} onClick={() => onOpen(other.id)} title={`${other.code} ${other.name}`.trim()}>
          <span className={`${classes.name} ${other.critical ? classes.critical : ''}`}>{`${other.code} ${other.name}`.trim()}</span>
        </button>
        <div className={classes.detail} title={facts.join(' · ')}>
          {facts.join(' · ')}
        </div>
        <div className={classes.detail} title={place}>
          {place}
        </div>
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={t('relations.type')}
          disabled={readOnly}
          value={relation.type}
          data={RELATION_TYPES.map((type) => ({ value: type, label: type.toUpperCase() }))}
          onChange={(event) => {
            const type = event.currentTarget.value as RelationType;
            onEdited(() => updateRelation(versionId, relation.id, { type }));
          }}
        />
      </td>
      <td>
        <LagPicker
          key={relation.lag_minutes}
          days={relation.lag_minutes / minutesPerDay}
          disabled={readOnly}
          onCommit={(value) => onEdited(() => updateRelation(versionId, relation.id, { lag_minutes: Math.round(value * minutesPerDay) }))}
        />
      </td>
      <td
        className={`${classes.number} ${(other.full_reserve ?? 0) < 0 ? classes.critical : ''}`}
        title={t('ui.named', { name: t('relations.free_reserve'), text: days(other.free_reserve) })}
      >
        {days(other.full_reserve)}
      </td>
      <td>
        {!readOnly && (
          <IconButton
            size="sm"
            icon={IconTrash}
            label={t('relations.remove')}
            onClick={() => onEdited(() => removeRelation(versionId, relation.id))}
          />
        )}
      </td>
    </tr>
  );
}
