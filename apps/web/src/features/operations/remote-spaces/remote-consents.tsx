import { Button, Group, Modal, Select, Text } from '@mantine/core';
import { IconShare, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { ShownCode } from './remote-installations-panel.tsx';
import { useRemoteConsents } from './remote-spaces.queries.ts';

/** Which installations may copy the space, and letting one do so for a day. */
export function RemoteConsents({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { list, allow, withdraw } = useRemoteConsents(spaceId);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!list.data) return null;
  const { consents, installations } = list.data;
  const options = installations.map(({ id, name }) => ({ value: String(id), label: name }));
  const picked = chosen ?? options[0]?.value ?? null;
  const nameOf = (value: string | null): string => options.find((option) => option.value === value)?.label ?? '';
  const askWithdraw = async (id: number, name: string): Promise<void> => {
    const words = { title: t('remote.withdraw_title'), text: t('remote.withdraw_text', { name }), confirmLabel: t('remote.withdraw') };
    if (await askConfirmation(words)) withdraw.mutate(id);
  };
  return (
    <>
      <SectionTitle order={2} size="large">
        {t('remote.away')}
      </SectionTitle>
      <Text size="sm">{t('remote.away_text')}</Text>
      <Group align="flex-end" my="md">
        <Select label={t('remote.installation')} data={options} value={picked} onChange={setChosen} allowDeselect={false} />
        <Button
          variant="default"
          leftSection={<IconShare size={16} stroke={1.5} />}
          loading={allow.isPending}
          disabled={picked === null}
          onClick={() => allow.mutate(Number(picked))}
        >
          {t('remote.allow')}
        </Button>
      </Group>
      {consents.length > 0 && (
        <RecordTable
          label={t('remote.away')}
          heads={[t('remote.installation'), t('remote.given_by'), t('remote.until'), t('remote.claimed'), '']}
        >
          {consents.map(({ id, installation, given_by, until, claimed_at }) => (
            <tr key={id}>
              <td>{installation}</td>
              <td data-quiet>{given_by}</td>
              <td data-quiet data-tight>
                {formatInstant(until)}
              </td>
              <td data-quiet data-tight>
                {claimed_at ? formatInstant(claimed_at) : t('remote.not_claimed')}
              </td>
              <td data-tight>
                <IconButton
                  icon={IconTrash}
                  label={t('remote.withdraw_named', { name: installation })}
                  onClick={() => void askWithdraw(id, installation)}
                />
              </td>
            </tr>
          ))}
        </RecordTable>
      )}
      <Modal
        opened={allow.data !== undefined}
        onClose={allow.reset}
        title={t('remote.consent_code', { installation: nameOf(picked) })}
        size={520}
      >
        {allow.data && (
          <ShownCode
            code={allow.data.code}
            text={t('remote.consent_shown', { date: formatInstant(allow.data.until) })}
            onClose={allow.reset}
          />
        )}
      </Modal>
    </>
  );
}
