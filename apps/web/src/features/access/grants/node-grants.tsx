import { IconUserMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useRoleName, useRoles } from '../roles/roles.queries.ts';
import { useAccessAt, useRevoke } from './grants.queries.ts';
import classes from './node-grants.module.css';

/** Who may do what at a node, briefly: those who were given something here first, and how many may by their role in the space. */
export function NodeGrants({ spaceId, nodeId, mayManage }: { spaceId: number; nodeId: number; mayManage: boolean }) {
  const { t } = useTranslation();
  const access = useAccessAt(spaceId, nodeId);
  const roles = useRoles(spaceId) ?? [];
  const nameOf = useRoleName();
  const revoke = useRevoke(spaceId);
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
      <h3>{t('grants.at_node')}</h3>
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
