import { Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSaveSpaceSettings, useSpaceSettings } from './spaces.queries.ts';

const SETTINGS = ['bare_letters', 'outside_reports'] as const;

/** Whether letters about notices keep the plan to themselves, and whether reports may go to people without an account. */
export function LettersSetting({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const settings = useSpaceSettings(spaceId);
  const save = useSaveSpaceSettings(spaceId);
  if (!settings) return null;
  return (
    <Stack gap="sm" maw={480}>
      {SETTINGS.map((name) => (
        <Switch
          key={name}
          label={t(`spaces.${name}`)}
          description={t(`spaces.${name}_hint`)}
          checked={(save.isPending ? save.variables[name] : undefined) ?? settings[name]}
          onChange={(event) => save.mutate({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}
