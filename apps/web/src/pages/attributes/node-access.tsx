import type { AccessibleAttribute } from '@gantry/contract';
import type { AttributeLevel } from '@gantry/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconLock, IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccessAt } from '../../features/access/grants/grants.queries.ts';
import { useRoleName } from '../../features/access/roles/roles.queries.ts';
import { AccessMatrix } from '../../features/catalog/attribute-access/access-matrix.tsx';
import {
  accessCells,
  type AccessDraft,
  type AccessRole,
  cellKey,
  changesOf,
} from '../../features/catalog/attribute-access/attribute-access.model.ts';
import {
  useAttributeAccess,
  useLevelsOf,
  useSaveAttributeAccess,
} from '../../features/catalog/attribute-access/attribute-access.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './attributes-page.module.css';

const UNTOUCHED: AccessDraft = new Map();

/** Access of roles to the attributes of a node, and the resulting access of a person. */
export function NodeAccess({ spaceId, nodeId, tabs }: { spaceId: number; nodeId: number; tabs: ReactNode }) {
  const { t } = useTranslation();
  const { data } = useAttributeAccess(spaceId, nodeId);
  const save = useSaveAttributeAccess(spaceId, nodeId);
  const mayEdit = useRightAt(spaceId, nodeId)('roles.manage');
  const nameOf = useRoleName();
  const [drafts, setDrafts] = useState<readonly AccessDraft[]>([UNTOUCHED]);
  const [search, setSearch] = useState('');
  const [personId, setPersonId] = useState<string | null>(null);
  const people = useAccessAt(spaceId, nodeId) ?? [];
  const rolesOfPerson = [...new Set(people.filter((entry) => String(entry.user_id) === personId).map((entry) => entry.role_id))];
  const levels = useLevelsOf(spaceId, nodeId, rolesOfPerson);
  const draft = drafts.at(-1) ?? UNTOUCHED;
  const changes = data ? changesOf(data, nodeId, draft) : [];

  const set = (attribute: AccessibleAttribute, role: AccessRole, level: AttributeLevel | null): void =>
    setDrafts((before) => [...before, new Map([...(before.at(-1) ?? UNTOUCHED), [cellKey(attribute, role.id), level]])]);
  const undo = (): void => setDrafts((before) => (before.length > 1 ? before.slice(0, -1) : before));
  const discard = (): void => setDrafts([UNTOUCHED]);
  const keep = (): void =>
    save.mutate(
      { access: changes },
      {
        onSuccess: ({ changed }) => {
          discard();
          showToast('ok', t('attribute_access.saved', { count: changed }), { ms: 1000 });
        },
      },
    );

  const wanted = search.trim().toLowerCase();
  const shown = (data?.attributes ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  const named = [...new Map(people.map(({ user_id, name }) => [user_id, name]))];
  const person = personId === null ? null : { name: named.find(([id]) => String(id) === personId)?.[1] ?? '', levelOf };
  function levelOf({ attribute_id, name }: AccessibleAttribute): AttributeLevel | undefined {
    return levels?.get(attribute_id === null ? name : `#${attribute_id}`);
  }

  return (
    <section className={classes.main}>
      <div className={classes.tools}>
        {tabs}
        {mayEdit && changes.length > 0 && (
          <>
            <Button size="compact-sm" loading={save.isPending} onClick={keep}>
              {t('attribute_access.save', { count: changes.length })}
            </Button>
            <Button size="compact-sm" variant="default" onClick={discard}>
              {t('ui.cancel')}
            </Button>
            <IconButton icon={IconArrowBackUp} label={t('edits.undo')} shortcut="Ctrl+Z" variant="subtle" onClick={undo} />
          </>
        )}
        <TextInput
          className={classes.search}
          size="xs"
          aria-label={t('attribute_access.search')}
          placeholder={t('attribute_access.search')}
          leftSection={<IconSearch size={14} stroke={1.5} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          size="xs"
          w={220}
          clearable
          searchable
          aria-label={t('attribute_access.person')}
          placeholder={t('attribute_access.person')}
          data={named.map(([id, name]) => ({ value: String(id), label: name }))}
          value={personId}
          onChange={setPersonId}
        />
      </div>
      <div className={classes.body}>
        {data && shown.length > 0 && (
          <AccessMatrix
            attributes={shown}
            roles={data.roles}
            cellOf={accessCells(data, nodeId, draft)}
            nameOf={nameOf}
            mayEdit={mayEdit}
            person={person}
            onSet={set}
            onUndo={undo}
          />
        )}
        {data && !shown.length && (
          <MessagePage icon={IconLock} title={t('attributes.none')}>
            <p>{t('attribute_access.none_hint')}</p>
          </MessagePage>
        )}
      </div>
    </section>
  );
}
