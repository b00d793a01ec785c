import { Alert, Button, Code, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconKey, IconLinkPlus, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { type PairedInstallation, usePairedInstallations } from './remote-spaces.queries.ts';

/** Installations that are paired with this one, the code by which another one is, and pairing with one. */
export function RemoteInstallationsPanel() {
  const { t } = useTranslation();
  const { list, makeCode, unpair } = usePairedInstallations();
  const [pairing, setPairing] = useState(false);
  if (list.isPending) return <Loader size={24} />;
  if (!list.data) {
    return (
      <Alert color="red" title={t('remote.not_shown')}>
        <Button variant="default" onClick={() => void list.refetch()}>
          {t('shell.try_again')}
        </Button>
      </Alert>
    );
  }
  const { installations, fingerprint } = list.data;
  const askUnpair = async ({ id, name }: PairedInstallation): Promise<void> => {
    const words = { title: t('remote.unpair_title'), text: t('remote.unpair_text', { name }), confirmLabel: t('remote.unpair') };
    if (await askConfirmation(words)) unpair.mutate(id);
  };
  return (
    <>
      <Text size="sm">{t('remote.own_fingerprint', { fingerprint })}</Text>
      <Group my="md">
        <Button
          variant="default"
          leftSection={<IconKey size={16} stroke={1.5} />}
          loading={makeCode.isPending}
          onClick={() => makeCode.mutate()}
        >
          {t('remote.make_code')}
        </Button>
        <Button variant="default" leftSection={<IconLinkPlus size={16} stroke={1.5} />} onClick={() => setPairing(true)}>
          {t('remote.pair')}
        </Button>
      </Group>
      {!installations.length && <Text c="dimmed">{t('remote.installations_none')}</Text>}
      {installations.length > 0 && (
        <RecordTable
          label={t('remote.installations')}
          heads={[
            t('remote.installation'),
            t('remote.address_field'),
            t('remote.fingerprint'),
            t('remote.paired_by'),
            t('remote.paired_at'),
            t('remote.last_seen'),
            '',
          ]}
        >
          {installations.map((one) => (
            <tr key={one.id}>
              <td>{one.name}</td>
              <td data-quiet>{one.base_url}</td>
              <td data-tight>
                <Code>{one.fingerprint}</Code>
              </td>
              <td data-quiet>{one.paired_by}</td>
              <td data-quiet data-tight>
                {formatInstant(one.paired_at)}
              </td>
              <td data-quiet data-tight>
                {one.last_seen ? formatInstant(one.last_seen) : t('remote.never_seen')}
              </td>
              <td data-tight>
                <IconButton icon={IconUnlink} label={t('remote.unpair_named', { name: one.name })} onClick={() => void askUnpair(one)} />
              </td>
            </tr>
          ))}
        </RecordTable>
      )}
      <Modal opened={makeCode.data !== undefined} onClose={makeCode.reset} title={t('remote.pairing_code')} size={520}>
        {makeCode.data && (
          <ShownCode
            code={makeCode.data.code}
            text={t('remote.pairing_shown', { address: makeCode.data.base_url, date: formatInstant(makeCode.data.until) })}
            onClose={makeCode.reset}
          />
        )}
      </Modal>
      <Modal opened={pairing} onClose={() => setPairing(false)} title={t('remote.pair_title')} size={520}>
        <PairForm onClose={() => setPairing(false)} />
      </Modal>
    </>
  );
}

/** A code that is shown this once. */
export function ShownCode({ code, text, onClose }: { code: string; text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <Code block ta="center" fz="md">
        {code}
      </Code>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('remote.consent_kept')}
        </Button>
      </Group>
    </Stack>
  );
}

function PairForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { pair } = usePairedInstallations();
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const send = () => pair.mutateAsync({ base_url: address.trim(), code });
  return (
    <DialogForm submitLabel={t('remote.pair_act')} ready={address.trim() !== '' && code.trim() !== ''} onSubmit={send} onClose={onClose}>
      <Text size="sm">{t('remote.pair_text')}</Text>
      <TextInput
        data-autofocus
        label={t('remote.address_field')}
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        autoComplete="off"
      />
      <TextInput
        label={t('remote.code')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  );
}
