import { api } from '@gantry/contract';
import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';

const schema = api.analyticsSettings.createDashboard.body.shape.name;
type Props = { opened: boolean; onSubmit(name: string): Promise<unknown>; onClose(): void };

/** Asks what a new dashboard is called. */
export function NameDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('dashboard.create')}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const problem = firstProblem(schema, name);
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={!problem}
      onTry={() => setTried(true)}
      onSubmit={() => onSubmit(name.trim())}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('ui.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && problem ? t(problem) : undefined}
        autoComplete="off"
      />
    </DialogForm>
  );
}
