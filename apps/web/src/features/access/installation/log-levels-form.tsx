import { Autocomplete, Button, Group } from '@mantine/core';
import { LOG_LEVELS, LOG_LEVELS_FORM } from '@gantry/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetLogLevels } from './installation.queries.ts';

type Props = { given: string; set: string | null };

/** What all servers log from now on; nothing typed: what the environment of each says. */
export function LogLevelsForm({ given, set }: Props) {
  const { t } = useTranslation();
  const change = useSetLogLevels();
  const [typed, setTyped] = useState(set ?? '');
  const levels = typed.trim();
  const isWrong = levels !== '' && !LOG_LEVELS_FORM.test(levels);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(levels || null);
      }}
    >
      <Group gap="sm" py="xs" align="flex-start" wrap="nowrap">
        <Autocomplete
          w={360}
          aria-label={t('installation.fact_log_levels')}
          placeholder={given}
          description={t('installation.log_levels_hint', { given })}
          inputWrapperOrder={['input', 'description', 'error']}
          error={isWrong && t('installation.log_levels_wrong')}
          data={[...LOG_LEVELS]}
          filter={({ options }) => options}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" variant="default" disabled={isWrong || levels === (set ?? '')} loading={change.isPending}>
          {t('ui.save')}
        </Button>
      </Group>
    </form>
  );
}
