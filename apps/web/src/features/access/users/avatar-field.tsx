import { AVATAR_BYTES } from '@gantry/contract';
import { Avatar, Button, FileButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts.tsx';
import { avatarAddress, type Person, useSaveAvatar } from './users.queries.ts';

/** The own picture: choose one, or remove it. */
export function AvatarField({ person }: { person: Person }) {
  const { t } = useTranslation();
  const save = useSaveAvatar();
  const take = (file: File | null): void => {
    if (!file) return;
    if (file.size > AVATAR_BYTES) showToast('error', t('users.avatar_too_large'));
    else save.mutate(file);
  };
  const name = `${person.first_name} ${person.last_name}`.trim();
  return (
    <Group gap="md">
      <Avatar src={avatarAddress(person)} name={name} alt={name} size={56} radius={28} color="accent" />
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={take}>
        {(props) => (
          <Button {...props} variant="default" loading={save.isPending}>
            {t('users.choose_avatar')}
          </Button>
        )}
      </FileButton>
      {person.avatar && (
        <Button variant="subtle" color="gray" onClick={() => save.mutate(null)}>
          {t('users.remove_avatar')}
        </Button>
      )}
    </Group>
  );
}
