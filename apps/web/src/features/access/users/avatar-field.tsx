import { Avatar, Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/person-name.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { AvatarDialog } from './avatar-dialog.tsx';
import { avatarAddress, type Person, useSaveAvatar } from './users.queries.ts';

/** The own picture: choose one and the part of it that is shown, or remove it. */
export function AvatarField({ person }: { person: Person }) {
  const { t } = useTranslation();
  const save = useSaveAvatar();
  const [chosen, setChosen] = useState<ImageBitmap | null>(null);
  const open = (file: File | null): void => {
    if (file) createImageBitmap(file).then(setChosen, () => showToast('error', t('user.avatar_not_accepted')));
  };
  const name = personName(person);
  return (
    <Group gap="md">
      <Avatar src={avatarAddress(person)} name={name} alt={name} size={56} radius={28} color="accent" />
      <FileButton accept="image/png,image/jpeg,image/webp" onChange={open}>
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
      {chosen && (
        <AvatarDialog
          picture={chosen}
          saving={save.isPending}
          onSave={(part) => save.mutate(part, { onSuccess: () => setChosen(null) })}
          onClose={() => setChosen(null)}
        />
      )}
    </Group>
  );
}
