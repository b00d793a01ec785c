import type { PrintFormat } from '@gantry/domain';
import { Button, Checkbox, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrintFormats } from '../../features/insight/print/print.queries.ts';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';

/** Keeps the sheet under a name, which no other format in the space may have. */
export function SaveFormat({ versionId, format, onSaved }: { versionId: number; format: PrintFormat; onSaved(id: number): void }) {
  const { t } = useTranslation();
  const { create } = usePrintFormats(versionId);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = (): void =>
    create.mutate(
      { name: name.trim(), shared, format },
      {
        onSuccess: ({ id }) => {
          setOpen(false);
          setName('');
          onSaved(id);
          showToast('ok', t('print.format_saved'));
        },
      },
    );
  return (
    <Popover opened={open} onChange={setOpen} trapFocus withinPortal position="bottom-start">
      <Popover.Target>
        <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('print.save_format')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) save();
          }}
        >
          <Stack gap="xs">
            <TextInput
              size="xs"
              label={t('print.format_name')}
              value={name}
              maxLength={128}
              error={create.isError ? refusalText(create.error, t) : null}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox
              size="xs"
              label={t('print.share_format')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
            <Button size="xs" type="submit" disabled={!name.trim()} loading={create.isPending}>
              {t('print.save_format')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
