import type { PipelineSettings } from '@gantry/contract';
import { Checkbox, Modal } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './pipes.module.css';

type Props = {
  opened: boolean;
  /** The settings with the schedules in the order of the stages. */
  settings: PipelineSettings & { schedules: readonly { id: number; name: string }[] };
  onSubmit(settings: PipelineSettings): Promise<unknown>;
  onClose(): void;
};

/** Asks in which order packages pass the schedules of a project, and what opens the way from one to the next. */
export function PipeSettingsDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('pipe.settings')} size={640}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ settings, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [stages, setStages] = useState(settings.schedules.map(({ id }) => id));
  const [warnDays, setWarnDays] = useState<number | null>(settings.warn_days);
  const [gates, setGates] = useState(settings.gates);
  const nameOf = (id: number): string => settings.schedules.find((one) => one.id === id)?.name ?? '';
  const swap = (place: number, other: number): void =>
    setStages(stages.map((id, index) => (index === place ? stages[other] : index === other ? stages[place] : id)));
  type Gate = (typeof gates)[number];
  const change = (id: number, gate: Gate | null): void =>
    setGates([...gates.filter(({ schedule_id }) => schedule_id !== id), ...(gate ? [gate] : [])]);
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={warnDays !== null}
      onClose={onClose}
      onSubmit={() => onSubmit({ stages, warn_days: warnDays ?? 0, gates })}
    >
      <NumberField whole min={0} max={365} label={t('pipe.warn_days')} value={warnDays} onChange={setWarnDays} />
      <table className={classes.settings}>
        <thead>
          <tr>
            <th scope="col">{t('pipe.stage')}</th>
            <th scope="col">{t('pipe.gate')}</th>
            <th scope="col">{t('pipe.gate_progress')}</th>
            <th scope="col">{t('pipe.gate_approval')}</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((id, place) => {
            const name = nameOf(id);
            const gate = gates.find(({ schedule_id }) => schedule_id === id);
            return (
              <tr key={id}>
                <th scope="row">
                  <IconButton
                    icon={IconArrowUp}
                    label={t('pipe.up', { name })}
                    disabled={place === 0}
                    onClick={() => swap(place, place - 1)}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    label={t('pipe.down', { name })}
                    disabled={place === stages.length - 1}
                    onClick={() => swap(place, place + 1)}
                  />
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <Checkbox
                    aria-label={t('ui.named', { name, text: t('pipe.gate') })}
                    checked={gate !== undefined}
                    onChange={() => change(id, gate ? null : { schedule_id: id, progress: 1, approval: false })}
                  />
                </td>
                <td>
                  {gate && (
                    <NumberField
                      size="xs"
                      min={0}
                      max={100}
                      aria-label={t('ui.named', { name, text: t('pipe.gate_progress') })}
                      value={Math.round(gate.progress * 1000) / 10}
                      onChange={(value) => change(id, { ...gate, progress: (value ?? 100) / 100 })}
                    />
                  )}
                </td>
                <td>
                  {gate && (
                    <Checkbox
                      aria-label={t('ui.named', { name, text: t('pipe.gate_approval') })}
                      checked={gate.approval}
                      onChange={() => change(id, { ...gate, approval: !gate.approval })}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </DialogForm>
  );
}
