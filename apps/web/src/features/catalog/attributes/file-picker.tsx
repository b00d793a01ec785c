import { fileOfValue, type JsonValue } from '@gantry/domain';
import { Anchor, FileButton } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { saveAttributeFile } from './attributes.files.queries.ts';
import classes from './file-picker.module.css';

type Props = {
  label: string;
  value: JsonValue;
  disabled: boolean;
  /** Stores a file; answers the value that names it. */
  onStore(file: File): Promise<string>;
  onChange(value: JsonValue): void;
};

/** A value that is a file: its name saves it, the clip takes another one. */
export function FilePicker({ label, value, disabled, onStore, onChange }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const file = fileOfValue(value);
  const take = async (chosen: File | null): Promise<void> => {
    if (!chosen) return;
    setBusy(true);
    const stored = await onStore(chosen).catch(() => null);
    setBusy(false);
    if (stored !== null) onChange(stored);
  };
  return (
    <div className={classes.file}>
      {file ? (
        <Anchor component="button" type="button" size="sm" truncate title={file.name} onClick={() => void saveAttributeFile(file)}>
          {file.name}
        </Anchor>
      ) : (
        <span className={classes.none}>–</span>
      )}
      {!disabled && (
        <FileButton onChange={(chosen) => void take(chosen)}>
          {(props) => (
            <IconButton
              {...props}
              icon={IconPaperclip}
              size="sm"
              variant="subtle"
              loading={busy}
              label={t(file ? 'attributes.replace_file' : 'attributes.choose_file', { name: label })}
            />
          )}
        </FileButton>
      )}
      {!disabled && file && (
        <IconButton
          icon={IconX}
          size="sm"
          variant="subtle"
          label={t('attributes.remove_file', { name: label })}
          onClick={() => onChange(null)}
        />
      )}
    </div>
  );
}
