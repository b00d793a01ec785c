import { Badge, Button, Group } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { type AccessToken, useRevokeToken, useTokens } from './access-tokens.queries.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';

/** The person's access tokens: rights, space, expiry. */
export function TokenList({ spaces }: { spaces: { id: number; name: string }[] }) {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const tokens = useTokens();
  const revoke = useRevokeToken();
  const spaceName = (id: number | null): string =>
    id === null ? t('tokens.all_spaces') : (spaces.find((space) => space.id === id)?.name ?? `#${id}`);
  const askRevoke = async ({ id, name }: AccessToken): Promise<void> => {
    const sure = await askConfirmation({
      title: t('tokens.revoke_title'),
      text: t('tokens.revoke_text', { name }),
      confirmLabel: t('tokens.revoke'),
    });
    if (sure) revoke.mutate(id);
  };
  return (
    <>
      <p>{t('tokens.purpose')}</p>
      {tokens?.length === 0 && <p>{t('tokens.none')}</p>}
      {tokens && tokens.length > 0 && (
        <RecordTable
          label={t('tokens.title')}
          heads={[t('ui.name'), t('tokens.space'), t('tokens.rights'), t('tokens.until'), t('tokens.used'), '']}
        >
          {tokens.map((token) => (
            <tr key={token.id}>
              <td>
                <Group gap="sm" wrap="nowrap">
                  <span>{token.name}</span>
                  {token.expired && (
                    <Badge size="xs" variant="light" color="gray">
                      {t('tokens.expired')}
                    </Badge>
                  )}
                </Group>
              </td>
              <td>{spaceName(token.space_id)}</td>
              <td data-quiet>{token.rights.map((right) => t(`right.${right}`)).join(', ')}</td>
              <td data-quiet data-tight>
                {formatInstant(token.expires_at)}
              </td>
              <td data-quiet data-tight>
                {formatInstant(token.last_used_at) || t('tokens.never')}
              </td>
              <td data-tight>
                <IconButton icon={IconTrash} label={t('tokens.revoke_named', { name: token.name })} onClick={() => void askRevoke(token)} />
              </td>
            </tr>
          ))}
        </RecordTable>
      )}
      <Button mt="md" variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setCreating(true)}>
        {t('tokens.create')}
      </Button>
      <CreateTokenDialog opened={creating} spaces={spaces} onClose={() => setCreating(false)} />
    </>
  );
}
