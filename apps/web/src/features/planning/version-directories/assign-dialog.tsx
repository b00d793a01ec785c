import type { DirectoryAssignment, FoundDirectoryRow } from '@gantry/contract';
import { Checkbox, Group, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { useDirectories } from '../../catalog/directories/directories.queries.ts';
import { RowPicker } from '../../catalog/directories/row-picker.tsx';
import { useFollowingRows } from '../../catalog/directory-relations/directory-relations.queries.ts';
import classes from './version-directories-panel.module.css';

type Props = {
  opened: boolean;
  spaceId: number;
  nodeId: number;
  /** How many works take the row. */
  works: number;
  onSubmit(assignment: DirectoryAssignment): Promise<unknown>;
  onClose(): void;
};

/** Gives works a row of a directory: searched, with its volume, and with what follows from it to be seen first. */
export function AssignDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('version_directory.add')} size={560}>
      {props.opened && <AssignForm {...props} />}
    </Modal>
  );
}

function AssignForm({ spaceId, nodeId, works, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const directories = useDirectories(spaceId, nodeId).data?.directories ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const directory = chosen ?? directories.find(({ kind }) => kind === 'work_types')?.id ?? directories[0]?.id ?? null;
  const [row, setRow] = useState<FoundDirectoryRow | null>(null);
  const [volume, setVolume] = useState('');
  const [unit, setUnit] = useState('');
  const [crew, setCrew] = useState('1');
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set());
  const following = useFollowingRows(spaceId, directory, row?.id ?? null);
  const [amount, people] = [readTyped(volume), readTyped(crew)];
  const wrongVolume = volume.trim() !== '' && (amount === null || amount < 0);
  const wrongCrew = people === null || people <= 0;
  return (
    <DialogForm
      submitLabel={works > 1 ? t('version_directory.accept_many', { count: works }) : t('version_directory.accept')}
      ready={directory !== null && row !== null && !wrongVolume && !wrongCrew}
      onSubmit={() =>
        onSubmit({
          directory_id: directory ?? 0,
          row_id: row?.id ?? 0,
          items: [{ id: 0, volume: amount, volume_unit: unit.trim() }],
          crew: people ?? 1,
          with_relation_row_ids: [...wanted],
        })
      }
      onClose={onClose}
    >
      <Select
        label={t('version_directory.directory')}
        data={directories.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={directory === null ? null : String(directory)}
        allowDeselect={false}
        nothingFoundMessage={t('directory.none')}
        onChange={(id) => {
          setChosen(id === null ? null : Number(id));
          setRow(null);
        }}
      />
      <RowPicker
        label={t('directory.row')}
        spaceId={spaceId}
        place={directory === null ? null : { epsId: nodeId, directoryId: directory }}
        value={row}
        onChange={setRow}
      />
      <Group grow align="start">
        <TextInput
          label={t(works > 1 ? 'version_directory.volume_each' : 'version_directory.volume')}
          value={volume}
          error={wrongVolume ? t('validation.not_negative') : undefined}
          onChange={(event) => setVolume(event.currentTarget.value)}
          autoComplete="off"
        />
        <TextInput
          label={t('directory.measure')}
          placeholder={t('version_directory.unit_of_row')}
          value={unit}
          onChange={(event) => setUnit(event.currentTarget.value)}
          autoComplete="off"
        />
        <TextInput
          label={t('version_directory.crew')}
          value={crew}
          error={wrongCrew}
          onChange={(event) => setCrew(event.currentTarget.value)}
          autoComplete="off"
        />
      </Group>
      {row !== null && (
        <section aria-label={t('version_directory.follows_title')}>
          <h4 className={classes.subtitle}>{t('version_directory.follows_title')}</h4>
          {following?.length === 0 && <p className={classes.empty}>{t('version_directory.follows_none')}</p>}
          <ul className={classes.following}>
            {following?.map(({ id, row_b: other, quantity, options, relation }) => (
              <li key={id}>
                {options.optional || !relation.options.follow ? (
                  <Checkbox
                    size="xs"
                    label={`${other.code} ${other.name}`}
                    checked={wanted.has(id)}
                    onChange={(event) => {
                      const on = event.currentTarget.checked;
                      setWanted((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
                    }}
                  />
                ) : (
                  <span>
                    {other.code} {other.name}
                  </span>
                )}
                <span className={classes.quiet}>
                  {formatNumber(quantity * (amount ?? 1), { decimals: 2 })} {other.unit}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DialogForm>
  );
}
