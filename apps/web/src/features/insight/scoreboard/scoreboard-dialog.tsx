import { api, type Scoreboard, SCOREBOARD_FIGURES, type ScoreboardColumn, type ScoreboardContent } from '@gantry/contract';
import { NODE_KINDS, type NodeKind } from '@gantry/domain';
import { Checkbox, Modal, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { FIGURES, isInOrder, limitOf, typedLimit, usualColumn, usualColumns } from './scoreboard.model.ts';
import type { BoardForm } from './scoreboard.queries.ts';
import classes from './scoreboard.module.css';

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
  const change = (column: ScoreboardColumn): void => setColumns(columns.map((one) => (one.figure === column.figure ? column : one)));
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
      <table className={classes.limits}>
        <thead>
          <tr>
            <th scope="col">{t('scoreboard.columns')}</th>
            <th scope="col">{t('scoreboard.warn')}</th>
            <th scope="col">{t('scoreboard.error')}</th>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((figure) => {
            const column = columns.find((one) => one.figure === figure);
            const title = t(`scoreboard.figure_${figure}`);
            const order = (all: ScoreboardColumn[]) => FIGURES.flatMap((known) => all.find((one) => one.figure === known) ?? []);
            return (
              <tr key={figure}>
                <td>
                  <Checkbox
                    label={title}
                    checked={column !== undefined}
                    onChange={() => setColumns(column ? columns.filter((one) => one !== column) : order([...columns, usualColumn(figure)]))}
                  />
                </td>
                {(['warn', 'error'] as const).map((limit) => (
                  <td key={limit}>
                    {column && SCOREBOARD_FIGURES[figure].worse !== null && (
                      <NumberField
                        size="xs"
                        aria-label={t('ui.named', { name: title, text: t(`scoreboard.${limit}`) })}
                        value={typedLimit(figure, column[limit])}
                        onChange={(value) => change({ ...column, [limit]: limitOf(figure, value) })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {!columns.every(isInOrder) && (
        <p className={classes.wrong} role="alert">
          {t('validation.lights_order')}
        </p>
      )}
      {mayShare && <Switch label={t('preset.share')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />}
    </DialogForm>
  );
}
