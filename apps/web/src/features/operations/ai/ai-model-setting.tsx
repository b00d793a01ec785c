import { Button, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/text/text.tsx';
import { useSaveSpaceSettings, useSpaceSettings } from '../../access/spaces/spaces.queries.ts';
import { ModelCallsDialog } from './model-calls-dialog.tsx';
import { useAiModel } from './ai.queries.ts';

/** Whether the model of the installation may refine proposals, with what it is sent; not there where the installation has none. */
export function AiModelSetting({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { model } = useAiModel();
  const settings = useSpaceSettings(spaceId);
  const save = useSaveSpaceSettings(spaceId);
  const [shown, setShown] = useState(false);
  if (!settings || !model) return null;
  const change = (ai_model: boolean): void =>
    save.mutate({ ai_model }, { onSettled: () => void client.invalidateQueries({ queryKey: ['ai', 'model'] }) });
  return (
    <>
      <SectionTitle order={2} size="large">
        {t('ai.setting')}
      </SectionTitle>
      <Switch
        maw={640}
        label={t('ai.setting_allow', { model: model.name, host: model.host })}
        description={t('ai.setting_hint')}
        checked={(save.isPending ? save.variables.ai_model : undefined) ?? settings.ai_model}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <Button size="xs" variant="default" mt="sm" w="fit-content" onClick={() => setShown(true)}>
        {t('ai.calls')}
      </Button>
      <ModelCallsDialog opened={shown} onClose={() => setShown(false)} />
    </>
  );
}
