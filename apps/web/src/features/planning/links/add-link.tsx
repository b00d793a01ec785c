import type { Edited } from '@gantry/contract';
import { LINK_SIDES, type LinkSide, RELATION_TYPES, type RelationType } from '@gantry/domain';
import { Button, NativeSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { treeQuery } from '../../structure/eps/eps.queries.ts';
import { linkableSchedules } from './links.model.ts';
import { createLink, useTasksOf } from './links.queries.ts';
import classes from './links-panel.module.css';

type Props = {
  spaceId: number;
  scheduleId: number;
  versionId: number;
  itemId: number;
  onEdited(send: () => Promise<Edited & { version_id: number }>): void;
  onDone(): void;
};

/** Chooses a task of another schedule, and which of the two comes first. */
export function AddLink({ spaceId, scheduleId, versionId, itemId, onEdited, onDone }: Props) {
  const { t } = useTranslation();
  const { data: tree } = useQuery(treeQuery(spaceId));
  const schedules = useMemo(() => (tree ? linkableSchedules(tree, scheduleId) : []), [tree, scheduleId]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [chosenVersion, setChosenVersion] = useState<number | null>(null);
  const [side, setSide] = useState<LinkSide>('predecessor');
  const [type, setType] = useState<RelationType>('fs');
  const [text, setText] = useState('');
  const [task, setTask] = useState<number | null>(null);
  const schedule = schedules.find(({ id }) => id === chosen) ?? null;
  const other = chosenVersion ?? schedule?.versions[0].id ?? null;
  const { data: tasks = [] } = useTasksOf(other, text);
  if (tree && !schedules.length) return <p className={classes.empty}>{t('links.no_schedules')}</p>;
  return (
    <form
      className={classes.form}
      aria-label={t('links.add')}
      onSubmit={(event) => {
        event.preventDefault();
        if (other === null || task === null) return;
        onEdited(createLink({ version_id: versionId, item_id: itemId, side, other_version_id: other, other_item_id: task, type }));
        onDone();
      }}
    >
      <Select
        size="xs"
        label={t('links.schedule')}
        placeholder={t('links.choose_schedule')}
        searchable
        autoFocus
        value={chosen === null ? null : String(chosen)}
        data={schedules.map(({ id, label }) => ({ value: String(id), label }))}
        comboboxProps={{ withinPortal: true }}
        onChange={(value) => {
          setChosen(value === null ? null : Number(value));
          setChosenVersion(null);
          setTask(null);
          setText('');
        }}
      />
      {schedule && schedule.versions.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('links.version')}
          value={String(other)}
          data={schedule.versions.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => {
            setChosenVersion(Number(event.currentTarget.value));
            setTask(null);
          }}
        />
      )}
      <div className={classes.pair}>
        <NativeSelect
          size="xs"
          label={t('links.side')}
          value={side}
          data={LINK_SIDES.map((value) => ({ value, label: t(`links.side_${value}`) }))}
          onChange={(event) => setSide(event.currentTarget.value as LinkSide)}
        />
        <NativeSelect
          size="xs"
          label={t('links.type')}
          value={type}
          data={RELATION_TYPES.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(event) => setType(event.currentTarget.value as RelationType)}
        />
      </div>
      <Select
        size="xs"
        label={t('links.row')}
        placeholder={t('links.find_task')}
        searchable
        disabled={other === null}
        rightSection={null}
        value={task === null ? null : String(task)}
        searchValue={text}
        onSearchChange={setText}
        data={tasks.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}`.trim() }))}
        filter={({ options }) => options}
        nothingFoundMessage={text.trim() ? t('links.no_such_task') : undefined}
        comboboxProps={{ withinPortal: true }}
        onChange={(value) => setTask(value === null ? null : Number(value))}
      />
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {t('links.cancel')}
        </Button>
        <Button size="compact-sm" type="submit" disabled={task === null}>
          {t('links.create')}
        </Button>
      </div>
    </form>
  );
}
