import { Tooltip, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { avatarAddress } from '../../access/users/users.queries.ts';
import type { Companion } from './presence.model.ts';
import classes from './presence-badge.module.css';

const SHOWN = 4;

type Props = { companions: Companion[]; nameOf(itemId: number): string; onOpen(itemId: number): void };

/** Other people here; a click jumps to their row. */
export function PresenceBadge({ companions, nameOf, onOpen }: Props) {
  const { t } = useTranslation();
  if (!companions.length) return null;
  const rest = companions.slice(SHOWN);
  return (
    <div className={classes.people} role="group" aria-label={t('presence.here')}>
      {companions.slice(0, SHOWN).map(({ userId, name, initials, avatar, itemIds }) => {
        const [row] = itemIds;
        const label = row === undefined ? name : t('presence.at_row', { name, row: nameOf(row) });
        return (
          <Tooltip key={userId} label={label}>
            <UnstyledButton
              className={classes.person}
              aria-label={label}
              data-initials={avatar ? undefined : initials}
              onClick={() => row !== undefined && onOpen(row)}
            >
              {avatar && <img src={avatarAddress({ id: userId, avatar }) ?? undefined} alt="" className={classes.picture} />}
            </UnstyledButton>
          </Tooltip>
        );
      })}
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ name }) => name).join(', ')}>
          <span className={classes.person}>+{rest.length}</span>
        </Tooltip>
      )}
    </div>
  );
}
