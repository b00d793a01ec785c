import { Button, FileButton, Group, Modal, Stack, Textarea } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import type { useLicenses } from './licenses.queries.ts';
import classes from './license-panel.module.css';

type Props = { opened: boolean; load: ReturnType<typeof useLicenses>['load']; onClose: () => void };

/** Loads a licence from text or file; the reason of a refusal appears at the field. */
export function LoadLicenseDialog({ opened, load, onClose }: Props) {
  const { t } = useTranslation();
  const [token, setToken] = useState('');
  const close = (): void => {
    setToken('');
    load.reset();
    onClose();
  };
  const change = (text: string): void => {
    load.reset();
    setToken(text);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    load.mutate(token.trim(), {
      onSuccess: ({ active }) => {
        showToast('ok', t(active ? 'licenses.loaded_active' : 'licenses.loaded'));
        close();
      },
    });
  };
  return (
    <Modal opened={opened} onClose={close} title={t('licenses.load')} size={560}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Textarea
            data-autofocus
            className={classes.token}
            label={t('licenses.token')}
            description={t('licenses.token_hint')}
            rows={8}
            spellCheck={false}
            value={token}
            onChange={(event) => change(event.currentTarget.value)}
            error={load.error ? refusalText(load.error, t) : undefined}
          />
          <Group justify="space-between">
            <FileButton accept=".jws,.jwt,.lic,.txt,text/plain" onChange={(file) => void file?.text().then(change)}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconFile size={16} stroke={1.5} />}>
                  {t('licenses.from_file')}
                </Button>
              )}
            </FileButton>
            <Group gap="sm">
              <Button variant="default" onClick={close}>
                {t('ui.cancel')}
              </Button>
              <Button type="submit" loading={load.isPending} disabled={!token.trim()}>
                {t('licenses.load_it')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
