import { Box, Button, Checkbox, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { RemoteConsents } from './remote-consents.tsx';
import { type RemoteSpaceRow, useRemoteSpaces } from './remote-spaces.queries.ts';

/** Copies between installations: those that the person may make, and those that the owner of the space allows. */
export function RemoteSpacesPanel({ spaceId, mayAllow }: { spaceId: number; mayAllow: boolean }) {
  const { t } = useTranslation();
  const remote = useRemoteSpaces((status) =>
    showToast(status === 'done' ? 'ok' : 'warn', t(status === 'done' ? 'remote.copied' : 'remote.copy_failed')),
  );
  const [copied, setCopied] = useState<RemoteSpaceRow | null>(null);
  const { data } = remote.list;
  if (!data) return null;
  const { installations, remote_spaces: spaces } = data;
  return (
    <Box mt="xl">
      <SectionTitle order={2} size="large">
        {t('remote.title')}
      </SectionTitle>
      {!installations.length && <Text c="dimmed">{t('remote.none_paired')}</Text>}
      {installations.length > 0 && (
        <>
          <Text size="sm">{t('remote.here_text')}</Text>
          <ClaimForm installations={installations} onClaim={(remote_id, code) => remote.claim.mutateAsync({ remote_id, code })} />
          {spaces.length > 0 && (
            <RecordTable
              label={t('remote.here')}
              heads={[t('remote.space'), t('remote.installation'), t('remote.files'), t('remote.until'), '']}
            >
              {spaces.map((space) => (
                <tr key={space.id}>
                  <td>
                    {space.name} {!space.compatible && <Text span size="xs" c="red">{`${t('remote.newer')} (${space.program})`}</Text>}
                  </td>
                  <td data-quiet>{space.installation}</td>
                  <td data-tight>{t('backup.megabytes', { count: Math.ceil(space.bytes / 1_000_000) })}</td>
                  <td data-quiet data-tight>
                    {formatInstant(space.consent)}
                  </td>
                  <td data-tight>
                    <Group gap={4} wrap="nowrap">
                      {space.compatible && (
                        <IconButton
                          icon={IconCopyPlus}
                          label={t('remote.copy_named', { name: space.name })}
                          onClick={() => setCopied(space)}
                        />
                      )}
                      <IconButton
                        icon={IconTrash}
                        label={t('remote.forget_named', { name: space.name })}
                        onClick={() => remote.forget.mutate(space.id)}
                      />
                    </Group>
                  </td>
                </tr>
              ))}
            </RecordTable>
          )}
          {mayAllow && (
            <Box mt="xl">
              <RemoteConsents spaceId={spaceId} />
            </Box>
          )}
        </>
      )}
      <Modal opened={copied !== null} onClose={() => setCopied(null)} title={t('remote.copy_title')} size={520}>
        {copied && (
          <CopyForm
            space={copied}
            onCopy={(name, with_files) =>
              remote.copy.mutateAsync({ remote_id: copied.remote_id, remote_space_id: copied.space_id, name, with_files })
            }
            onClose={() => setCopied(null)}
          />
        )}
      </Modal>
    </Box>
  );
}

type Named = { id: number; name: string };

/** What a list of installations offers. */
const installationOptions = (installations: readonly Named[]) => installations.map(({ id, name }) => ({ value: String(id), label: name }));

function ClaimForm({ installations, onClaim }: { installations: readonly Named[]; onClaim(id: number, code: string): Promise<unknown> }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(String(installations[0]?.id ?? ''));
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!code.trim() || busy) return;
    setBusy(true);
    await onClaim(Number(chosen), code).then(
      () => setCode(''),
      () => undefined,
    );
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Group align="flex-end" my="md">
        <Select
          label={t('remote.installation')}
          data={installationOptions(installations)}
          value={chosen}
          onChange={(value) => value && setChosen(value)}
          allowDeselect={false}
        />
        <TextInput
          label={t('remote.code')}
          w={340}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="default" loading={busy}>
          {t('remote.claim')}
        </Button>
      </Group>
    </form>
  );
}

function CopyForm({
  space,
  onCopy,
  onClose,
}: {
  space: RemoteSpaceRow;
  onCopy(name: string, withFiles: boolean): Promise<unknown>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState(space.name);
  const [withFiles, setWithFiles] = useState(true);
  return (
    <DialogForm submitLabel={t('remote.copy')} ready={name.trim() !== ''} onSubmit={() => onCopy(name.trim(), withFiles)} onClose={onClose}>
      <Text size="sm">{t('remote.copy_text', { name: space.name, installation: space.installation })}</Text>
      <TextInput
        data-autofocus
        label={t('remote.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
      <Checkbox label={t('remote.with_files')} checked={withFiles} onChange={(event) => setWithFiles(event.currentTarget.checked)} />
    </DialogForm>
  );
}
