import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconKey, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { useBackupFiles } from './backups.queries.ts';

const LAST_SIGNS = 5;

/** The code that files of backups open with, and restoring such a file as a new space. */
export function BackupRecovery({ spaceId, madeAt }: { spaceId: number; madeAt: string | null }) {
  const { t } = useTranslation();
  const { makeCode } = useBackupFiles(spaceId);
  const [uploading, setUploading] = useState(false);
  const askCode = async (): Promise<void> => {
    const sure =
      madeAt === null ||
      (await askConfirmation({ title: t('backup.code_renew'), text: t('backup.code_renew_text'), confirmLabel: t('backup.code_make') }));
    if (sure) makeCode.mutate();
  };
  return (
    <>
      <Text size="sm">{madeAt ? t('backup.code_made_at', { date: formatInstant(madeAt) }) : t('backup.code_none')}</Text>
      <Group my="md">
        <Button
          variant="default"
          leftSection={<IconKey size={16} stroke={1.5} />}
          loading={makeCode.isPending}
          onClick={() => void askCode()}
        >
          {t(madeAt ? 'backup.code_renew' : 'backup.code_make')}
        </Button>
        <Button variant="default" leftSection={<IconUpload size={16} stroke={1.5} />} onClick={() => setUploading(true)}>
          {t('backup.upload')}
        </Button>
      </Group>
      <Modal
        opened={makeCode.data !== undefined}
        onClose={makeCode.reset}
        title={t('backup.code')}
        size={520}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        {makeCode.data && <MadeCode code={makeCode.data.code} onClose={makeCode.reset} />}
      </Modal>
      <Modal opened={uploading} onClose={() => setUploading(false)} title={t('backup.upload_title')} size={520}>
        <UploadForm spaceId={spaceId} onClose={() => setUploading(false)} />
      </Modal>
    </>
  );
}

/** Goes only after a part of the code was typed back: it cannot be shown again. */
function MadeCode({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const kept = typed.trim().toUpperCase() === code.slice(-LAST_SIGNS);
  return (
    <Stack gap="md">
      <Alert color="yellow">{t('backup.code_shown')}</Alert>
      <Code block ta="center" fz="lg">
        {code}
      </Code>
      <TextInput
        data-autofocus
        label={t('backup.code_repeat')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      <Group justify="flex-end">
        <Button disabled={!kept} onClick={onClose}>
          {t('backup.code_kept')}
        </Button>
      </Group>
    </Stack>
  );
}

function UploadForm({ spaceId, onClose }: { spaceId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { upload } = useBackupFiles(spaceId);
  const [file, setFile] = useState<File | null>(null);
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const send = async (): Promise<void> => {
    if (file) await upload.mutateAsync({ file, code, name: name.trim() });
  };
  return (
    <DialogForm submitLabel={t('backup.restore')} ready={file !== null && code.trim() !== ''} onSubmit={send} onClose={onClose}>
      <Text size="sm">{t('backup.upload_text')}</Text>
      <FileDrop file={file} accept=".gantry-space" title={t('backup.upload_file')} hint=".gantry-space" onFile={setFile} />
      <TextInput label={t('backup.code')} value={code} onChange={(event) => setCode(event.currentTarget.value)} autoComplete="off" />
      <TextInput label={t('backup.upload_name')} value={name} onChange={(event) => setName(event.currentTarget.value)} autoComplete="off" />
    </DialogForm>
  );
}
