import { api } from '@gantry/contract';
import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { ownTimeZone } from '../../../lib/dates.ts';
import { useCreateSpace } from './spaces.queries.ts';

type Props = { opened: boolean; onCreated(spaceId: number): void; onClose(): void };

/** Makes a space: its name, and whether it is a free one. */
export function CreateSpaceDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('spaces.create_title')} size={420}>
      <CreateSpaceForm {...props} />
    </Modal>
  );
}

function CreateSpaceForm({ onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const create = useCreateSpace();
  const [name, setName] = useState('');
  const [free, setFree] = useState(false);
  const [shown, setShown] = useState(false);
  const problem = firstProblem(api.spaces.create.body.shape.name, name);
  return (
    <DialogForm
      submitLabel={t('spaces.create')}
      ready={!problem}
      onTry={() => setShown(true)}
      onSubmit={async () =>
        onCreated((await create.mutateAsync({ name: name.trim(), kind: free ? 'free' : 'regular', time_zone: ownTimeZone() })).id)
      }
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        autoFocus
        label={t('spaces.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={shown && problem ? t(problem) : undefined}
        autoComplete="off"
      />
      <Checkbox
        label={t('spaces.free')}
        description={t('spaces.free_hint')}
        checked={free}
        onChange={(event) => setFree(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
