import { api, type Pipe, type PipeDefinition } from '@gantry/contract';
import { Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';

type Schedule = { id: number; name: string; attributes: string[] };
type Side = PipeDefinition['main'];
type Props = {
  opened: boolean;
  /** Null: a new one. */
  pipe: Pipe | null;
  schedules: readonly Schedule[];
  onSubmit(pipe: PipeDefinition): Promise<unknown>;
  onClose(): void;
};

/** Asks which two schedules a pipe joins, by which attributes, and by when the main one needs its packages. */
export function PipeDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t(props.pipe ? 'pipe.change' : 'pipe.create')} size={520}>
      <Form key={props.pipe?.id ?? 0} {...props} />
    </Modal>
  );
}

const nameSchema = api.pipes.create.body.shape.name;

function Form({ pipe, schedules, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const usual = (place: number): Side => {
    const schedule = schedules[place] ?? schedules[0];
    return { schedule_id: schedule?.id ?? 0, attribute: schedule?.attributes[0] ?? '', separator: ',' };
  };
  const [name, setName] = useState(pipe?.name ?? '');
  const [main, setMain] = useState<Side>(pipe?.main ?? usual(1));
  const [supply, setSupply] = useState<Side>(pipe?.supply ?? usual(0));
  const [end, setEnd] = useState(pipe?.need.end ?? 'start');
  const [days, setDays] = useState<number | null>(pipe?.need.days ?? 0);
  const [tried, setTried] = useState(false);
  const problem = firstProblem(nameSchema, name);
  const same = main.schedule_id === supply.schedule_id;
  const ready = !problem && !same && days !== null && Boolean(main.attribute) && Boolean(supply.attribute);
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={ready}
      onTry={() => setTried(true)}
      onClose={onClose}
      onSubmit={() => onSubmit({ name: name.trim(), main, supply, need: { end, days: days ?? 0 } })}
    >
      <TextInput
        data-autofocus
        label={t('pipe.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && problem ? t(problem) : undefined}
        autoComplete="off"
      />
      <SideFields title="supply" side={supply} schedules={schedules} onChange={setSupply} tried={tried} />
      <SideFields title="main" side={main} schedules={schedules} onChange={setMain} tried={tried} />
      {tried && same && <p role="alert">{t('pipe.same_schedule')}</p>}
      <Select
        label={t('pipe.need')}
        value={end}
        allowDeselect={false}
        onChange={(value) => setEnd(value === 'finish' ? 'finish' : 'start')}
        data={(['start', 'finish'] as const).map((value) => ({ value, label: t(`pipe.need_${value}`) }))}
      />
      <NumberField whole min={-3650} max={3650} label={t('pipe.need_days')} value={days} onChange={setDays} />
    </DialogForm>
  );
}

type SideProps = { title: 'main' | 'supply'; side: Side; schedules: readonly Schedule[]; tried: boolean; onChange(side: Side): void };

function SideFields({ title, side, schedules, tried, onChange }: SideProps) {
  const { t } = useTranslation();
  const known = schedules.find(({ id }) => id === side.schedule_id)?.attributes ?? [];
  const attributes = [...new Set(side.attribute && !known.includes(side.attribute) ? [...known, side.attribute] : known)];
  const heading = t(`pipe.${title}`);
  return (
    <>
      <Select
        searchable
        label={heading}
        value={String(side.schedule_id)}
        allowDeselect={false}
        data={schedules.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => {
          const schedule = schedules.find(({ id }) => String(id) === value);
          if (schedule) onChange({ ...side, schedule_id: schedule.id, attribute: schedule.attributes[0] ?? '' });
        }}
      />
      <Select
        searchable
        label={t('pipe.attribute')}
        aria-label={t('ui.named', { name: heading, text: t('pipe.attribute') })}
        value={side.attribute || null}
        allowDeselect={false}
        data={attributes}
        error={tried && !side.attribute ? t('validation.enter_name') : undefined}
        onChange={(value) => onChange({ ...side, attribute: value ?? '' })}
      />
      <TextInput
        label={t('pipe.separator')}
        aria-label={t('ui.named', { name: heading, text: t('pipe.separator') })}
        description={t('pipe.separator_hint')}
        value={side.separator}
        maxLength={8}
        onChange={(event) => onChange({ ...side, separator: event.currentTarget.value })}
      />
    </>
  );
}
