import { Button, Group } from '@mantine/core';
import { IconPlus, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { askConfirmation } from '../../../ui/forms/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { useSystemState } from '../system/system.queries.ts';
import { type Identity, useIdentities, useUntie } from './single-sign-on.queries.ts';
import { TieDialog } from './tie-dialog.tsx';

const TIED_BY_HAND = ['openid', 'adfs'] as const;

/** What the person's account is tied to elsewhere, and new ties. */
export function IdentityList({ redirect }: { redirect: string }) {
  const { t } = useTranslation();
  const [tying, setTying] = useState<(typeof TIED_BY_HAND)[number] | null>(null);
  const methods = useSystemState()?.sign_in_methods ?? [];
  const identities = useIdentities() ?? [];
  const untie = useUntie();
  const offered = TIED_BY_HAND.filter((method) => methods.includes(method));
  const askUntie = async ({ id, method }: Identity): Promise<void> => {
    const sure = await askConfirmation({
      title: t('single_sign_on.untie_title'),
      text: t('single_sign_on.untie_text', { way: t(`single_sign_on.name_${method}`) }),
      confirmLabel: t('single_sign_on.untie'),
    });
    if (sure) untie.mutate(id);
  };
  return (
    <>
      {identities.length === 0 ? (
        <p>{t('single_sign_on.none_tied')}</p>
      ) : (
        <RecordTable
          label={t('single_sign_on.title')}
          heads={[t('single_sign_on.way'), t('single_sign_on.issuer'), t('single_sign_on.since'), t('single_sign_on.last'), '']}
        >
          {identities.map((identity) => (
            <tr key={identity.id}>
              <td>{t(`single_sign_on.name_${identity.method}`)}</td>
              <td data-quiet>{identity.issuer.replace(/^(?:https?:\/\/|kerberos:)/, '')}</td>
              <td data-quiet data-tight>
                {formatInstant(identity.created_at)}
              </td>
              <td data-quiet data-tight>
                {formatInstant(identity.last_used_at)}
              </td>
              <td data-tight>
                <IconButton icon={IconUnlink} label={t('single_sign_on.untie')} onClick={() => void askUntie(identity)} />
              </td>
            </tr>
          ))}
        </RecordTable>
      )}
      <Group gap="sm" mt="md">
        {offered.map((method) => (
          <Button key={method} variant="default" leftSection={<IconPlus size={16} stroke={1.5} />} onClick={() => setTying(method)}>
            {t(`single_sign_on.tie_${method}`)}
          </Button>
        ))}
      </Group>
      <TieDialog method={tying} redirect={redirect} onClose={() => setTying(null)} />
    </>
  );
}
