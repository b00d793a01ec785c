import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconUserShare, IconX } from '@tabler/icons-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { useMembers } from '../spaces/spaces.queries.ts';
import { PersonPicker } from '../users/person-picker.tsx';
import { useWhoAmI } from '../users/users.queries.ts';
import { actFor } from '../auth/auth.queries.ts';
import { type Delegation, useDelegate, useDelegations, useEndDelegation } from './delegation.queries.ts';

/** Delegations of the person in a space, given and received. */
export function DelegationPanel({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const given = useDelegations(spaceId, 'given');
  const received = useDelegations(spaceId, 'received');
  const end = useEndDelegation(spaceId);
  const table = (
    label: string,
    list: Delegation[],
    nameOf: (delegation: Delegation) => string,
    act?: (delegation: Delegation) => ReactNode,
  ) => (
    <RecordTable label={label} heads={[t('delegation.person'), t('delegation.from'), t('delegation.until'), '']}>
      {list.map((delegation) => (
        <tr key={delegation.id}>
          <td>
            <Group gap="sm" wrap="nowrap">
              <span>{nameOf(delegation)}</span>
              {delegation.active && (
                <Badge size="xs" variant="light">
                  {t('delegation.active')}
                </Badge>
              )}
            </Group>
          </td>
          <td data-quiet>{formatInstant(delegation.starts_at)}</td>
          <td data-quiet>{formatInstant(delegation.ends_at)}</td>
          <td data-tight>
            <Group gap={4} wrap="nowrap" justify="flex-end">
              {act?.(delegation)}
              <IconButton
                icon={IconX}
                label={t('delegation.end_named', { name: nameOf(delegation) })}
                onClick={() => end.mutate(delegation.id)}
              />
            </Group>
          </td>
        </tr>
      ))}
    </RecordTable>
  );
  return (
    <Stack gap="lg">
      <Text>{t('delegation.purpose')}</Text>
      <section>
        <SectionTitle size="panel">{t('delegation.given')}</SectionTitle>
        {given?.length === 0 && <Text>{t('delegation.none_given')}</Text>}
        {given && given.length > 0 && table(t('delegation.given'), given, ({ receiver }) => receiver)}
        <DelegateForm spaceId={spaceId} />
      </section>
      <section>
        <SectionTitle size="panel">{t('delegation.received')}</SectionTitle>
        {received?.length === 0 && <Text>{t('delegation.none_received')}</Text>}
        {received &&
          received.length > 0 &&
          table(
            t('delegation.received'),
            received,
            ({ giver }) => giver,
            ({ active, giver, giver_id: userId }) =>
              active && (
                <IconButton
                  icon={IconUserShare}
                  label={t('delegation.act', { name: giver })}
                  onClick={() => actFor({ spaceId, userId, name: giver })}
                />
              ),
          )}
      </section>
    </Stack>
  );
}

const DAY_MS = 24 * 3600 * 1000;
const midnightOf = (ms: number): string => `${new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)}T00:00`;
/** Undefined: what is typed is no date. */
type Chosen = string | null | undefined;

function DelegateForm({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const me = useWhoAmI();
  const members = (useMembers(spaceId) ?? []).filter(({ id, login, status }) => id !== me?.id && login !== null && status === 'active');
  const [receiver, setReceiver] = useState<number | null>(null);
  const [from, setFrom] = useState<Chosen>(() => midnightOf(Date.now()));
  const [until, setUntil] = useState<Chosen>(() => midnightOf(Date.now() + 7 * DAY_MS));
  const delegate = useDelegate(spaceId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!receiver || !from || !until) return;
    // From the beginning of the first day to the end of the last one, where the giver is.
    const starts_at = new Date(from).toISOString();
    const ends_at = new Date(new Date(until).getTime() + DAY_MS - 1).toISOString();
    delegate.mutate({ receiver_id: receiver, starts_at, ends_at }, { onSuccess: () => setReceiver(null) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="md" mt="md">
        <PersonPicker label={t('delegation.person')} people={members} value={receiver} onChange={setReceiver} />
        <DateField required label={t('delegation.from')} value={from ?? null} onChange={setFrom} />
        <DateField required label={t('delegation.until')} value={until ?? null} onChange={setUntil} />
        <Button type="submit" disabled={!receiver} loading={delegate.isPending}>
          {t('delegation.create')}
        </Button>
      </Group>
    </form>
  );
}
