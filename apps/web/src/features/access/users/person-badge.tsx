import { personName } from '../../../lib/person-name.ts';
import { Avatar } from '@mantine/core';
import { avatarAddress } from './users.queries.ts';
import { useTranslation } from 'react-i18next';
import classes from './person-badge.module.css';

/** What a badge shows of a person. */
export type ShownPerson = { id: number; first_name: string; last_name: string; login: string | null; avatar: string | null };

type Props = { person: ShownPerson; note?: string };

/** A person in a line: picture or initials, name, and the login or that they have no account. */
export function PersonBadge({ person, note }: Props) {
  const { t } = useTranslation();
  const name = personName(person);
  return (
    <span className={classes.person}>
      <Avatar src={avatarAddress(person)} name={name} alt="" aria-hidden size={24} radius={12} color="accent" />
      <span>{name}</span> <span className={classes.login}>{note ?? person.login ?? t('members.no_account')}</span>
    </span>
  );
}
