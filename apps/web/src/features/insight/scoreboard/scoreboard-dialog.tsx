import { api, type Scoreboard, type ScoreboardColumn, type ScoreboardContent } from '@gantry/contract';
import { NODE_KINDS, type NodeKind } from '@gantry/domain';
import { Modal, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { isInOrder, usualColumns } from './scoreboard.model.ts';
import { ColumnsPicker } from './scoreboard-picker.tsx';
import type { BoardForm } from './scoreboard.queries.ts';

type Place = { id: number; name: string };
type Props = {
  opened: boolean;
  /** Null: a new one. */
  board: Scoreboard | null;
  places: readonly Place[];
  mayShare: boolean;
  onSubmit(form: BoardForm): Promise<unknown>;
  onClose(): void;
};

/** Asks what a board is called, which places it shows, and by which figures and limits. */
export function ScoreboardDialog(props: Props) {
  const { t } = useTranslation();
  const title = t(props.board ? 'scoreboard.change' : 'scoreboard.create');
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={title} size={560}>
      <Form key={props.board?.id ?? 0} {...props} />
    </Modal>
  );
}

const CHOSEN = 'chosen';
const nameSchema = api.scoreboard.create.body.shape.name;

function Form({ board, places, mayShare, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const rows = board?.content.rows;
  const [name, setName] = useState(board?.name ?? '');
  const [shared, setShared] = useState(board?.shared ?? false);
  const [kind, setKind] = useState<NodeKind | typeof CHOSEN>(rows && 'ids' in rows ? CHOSEN : (rows?.kind ?? 'project'));
  const [under, setUnder] = useState<number | null>(rows && 'under' in rows ? rows.under : null);
  const [ids, setIds] = useState<number[]>(rows && 'ids' in rows ? rows.ids : []);
  const [sort, setSort] = useState<ScoreboardContent['sort']>(board?.content.sort ?? 'worst');
  const [columns, setColumns] = useState<ScoreboardColumn[]>(board?.content.columns ?? usualColumns());
  const [tried, setTried] = useState(false);
  const problem = firstProblem(nameSchema, name);
  const incomplete = columns.length === 0 || !columns.every(isInOrder) || (kind === CHOSEN && ids.length === 0);
  const options = places.map((place) => ({ value: String(place.id), label: place.name }));
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={!problem && !incomplete}
      onTry={() => setTried(true)}
      onClose={onClose}
      onSubmit={() =>
        onSubmit({ name: name.trim(), shared, content: { rows: kind === CHOSEN ? { ids } : { kind, under }, columns, sort } })
      }
    >
      <TextInput
        data-autofocus
        label={t('ui.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && problem ? t(problem) : undefined}
        autoComplete="off"
      />
      <Select
        label={t('scoreboard.rows')}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(NODE_KINDS.find((known) => known === value) ?? CHOSEN)}
        data={[...NODE_KINDS, CHOSEN].map((value) => ({ value, label: t(`scoreboard.rows_${value}`) }))}
      />
      {kind === CHOSEN ? (
        <MultiSelect
          searchable
          label={t('scoreboard.places')}
          data={options}
          value={ids.map(String)}
          onChange={(values) => setIds(values.map(Number))}
          error={tried && !ids.length ? t('scoreboard.choose_places') : undefined}
        />
      ) : (
        <Select
          searchable
          clearable
          label={t('scoreboard.under')}
          placeholder={t('scoreboard.whole_space')}
          data={options}
          value={under === null ? null : String(under)}
          onChange={(value) => setUnder(value === null ? null : Number(value))}
        />
      )}
      <Select
        label={t('scoreboard.sort')}
        value={sort}
        allowDeselect={false}
        onChange={(value) => setSort(value === 'place' ? 'place' : 'worst')}
        data={(['worst', 'place'] as const).map((value) => ({ value, label: t(`scoreboard.sort_${value}`) }))}
      />
      <ColumnsPicker title={t('scoreboard.columns')} columns={columns} onChange={setColumns} />
      {mayShare && <Switch label={t('preset.share')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />}
    </DialogForm>
  );
}
