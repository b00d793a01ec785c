import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSaveSpaceSettings, useSpaceSettings } from './spaces.queries.ts';

/** Whether letters about notices keep the plan to themselves. */
export function BareLettersSetting({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const settings = useSpaceSettings(spaceId);
  const save = useSaveSpaceSettings(spaceId);
  if (!settings) return null;
  return (
    <Switch
      maw={480}
      label={t('spaces.bare_letters')}
      description={t('spaces.bare_letters_hint')}
      checked={save.isPending ? save.variables.bare_letters : settings.bare_letters}
      onChange={(event) => save.mutate({ bare_letters: event.currentTarget.checked })}
    />
  );
}
