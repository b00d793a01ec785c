import { api } from '@gantry/contract';
import { SPACE_RIGHTS, type SpaceRight } from '@gantry/domain';
import { Button, Checkbox, Code, CopyButton, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { useCreateToken } from './access-tokens.queries.ts';

const LIVES = [7, 30, 90, 365];
const { name: nameSchema, rights: rightsSchema } = api.accessTokens.create.body.shape;

type Props = { opened: boolean; spaces: { id: number; name: string }[]; onClose: () => void };

/** Makes an access token and shows it, this once. */
export function CreateTokenDialog({ opened, spaces, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('tokens.create')} size={520}>
      <TokenForm spaces={spaces} onClose={onClose} />
    </Modal>
  );
}

function TokenForm({ spaces, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [space, setSpace] = useState('');
  const [rights, setRights] = useState<SpaceRight[]>(['space.read', 'structure.read', 'plan.read']);
  const [days, setDays] = useState(30);
  const [shown, setShown] = useState(false);
  const create = useCreateToken();
  const [nameProblem, rightsProblem] = [firstProblem(nameSchema, name), firstProblem(rightsSchema, rights)];
  const submit = () => create.mutateAsync({ name: name.trim(), space_id: space ? Number(space) : null, rights, days });
  if (create.data) return <MadeToken token={create.data.token} onClose={onClose} />;
  return (
    <DialogForm
      submitLabel={t('ui.create')}
      ready={!nameProblem && !rightsProblem}
      onTry={() => setShown(true)}
      onSubmit={submit}
      onDone={() => undefined}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('ui.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={shown && nameProblem ? t(nameProblem) : undefined}
        autoComplete="off"
      />
      <Select
        label={t('tokens.space')}
        data={[{ value: '', label: t('tokens.all_spaces') }, ...spaces.map(({ id, name: label }) => ({ value: String(id), label }))]}
        value={space}
        allowDeselect={false}
        onChange={(value) => setSpace(value ?? '')}
      />
      <Select
        label={t('tokens.life')}
        data={LIVES.map((count) => ({ value: String(count), label: t('tokens.days', { count }) }))}
        value={String(days)}
        allowDeselect={false}
        onChange={(value) => setDays(Number(value))}
      />
      <Checkbox.Group
        label={t('tokens.rights')}
        description={t('tokens.rights_hint')}
        value={rights}
        onChange={(values) => setRights(values)}
        error={shown && rightsProblem ? t(rightsProblem) : undefined}
      >
        <Stack gap="sm" mt="sm">
          {SPACE_RIGHTS.map((right) => (
            <Checkbox key={right} value={right} label={t(`right.${right}`)} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <p>{t('tokens.shown_once')}</p>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {token}
      </Code>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'tokens.copied' : 'tokens.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </Group>
    </Stack>
  );
}
