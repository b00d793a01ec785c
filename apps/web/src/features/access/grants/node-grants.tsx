import { IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useRoleName, useRoles } from '../roles/roles.queries.ts';
import { GrantForm } from './grant-form.tsx';
import { useAccessAt, useRevoke } from './grants.queries.ts';
import classes from './node-grants.module.css';

/** Who may do what at a node: those with a grant here first, and how many may by their role in the space; who manages people grants here. */
export function NodeGrants({ spaceId, nodeId, mayManage }: { spaceId: number; nodeId: number; mayManage: boolean }) {
  const { t } = useTranslation();
  const access = useAccessAt(spaceId, nodeId);
  const roles = useRoles(spaceId) ?? [];
  const nameOf = useRoleName();
  const revoke = useRevoke(spaceId);
  const [giving, setGiving] = useState(false);
  if (!access?.length) return null;
  const roleName = (id: number): string => {
    const role = roles.find((entry) => entry.id === id);
    return role ? nameOf(role) : '';
  };
  const isHere = ({ node_id }: (typeof access)[number]): number => (node_id === nodeId ? 0 : 1);
  const entries = access
    .filter(({ source, rights }) => source === 'node' && rights.length > 0)
    .sort((a, b) => isHere(a) - isHere(b) || a.name.localeCompare(b.name));
  const bySpace = new Set(access.flatMap(({ source, rights, user_id }) => (source === 'space' && rights.length ? [user_id] : []))).size;
  return (
    <section className={classes.grants} aria-label={t('grants.at_node')}>
      <header className={classes.head}>
        <h3>{t('grants.at_node')}</h3>
        {mayManage && (
          <IconButton
            icon={IconUserPlus}
            size="sm"
            variant={giving ? 'light' : 'subtle'}
            label={t('grants.give_here')}
            aria-expanded={giving}
            onClick={() => setGiving(!giving)}
          />
        )}
      </header>
      {giving && <GrantForm spaceId={spaceId} nodeId={nodeId} narrow onGiven={() => setGiving(false)} />}
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.user_id} ${entry.node_id}`} title={entry.rights.map((right) => t(`right.${right}`)).join(', ')}>
            <span>{entry.name}</span>
            <span className={classes.role}>
              {roleName(entry.role_id)}
              <small>{entry.node_id === nodeId ? t('grants.by_this_node') : t('grants.by_node', { node: entry.node_name })}</small>
            </span>
            {mayManage && entry.node_id !== null && (
              <IconButton
                icon={IconUserMinus}
                size="sm"
                variant="subtle"
                label={t('grants.revoke_named', { name: entry.name })}
                onClick={() => entry.node_id !== null && revoke.mutate({ node_id: entry.node_id, user_id: entry.user_id })}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={classes.rest}>{t('grants.by_role', { count: bySpace })}</p>
    </section>
  );
}
