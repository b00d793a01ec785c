import { UnstyledButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/numbers.ts';
import classes from './file-drop.module.css';

/** Takes one file: dropped on it, or chosen after a click. */
export function FileDrop({
  file,
  accept,
  hint,
  title,
  onFile,
}: {
  file: File | null;
  accept: string;
  hint: string;
  /** What is asked for; default: a schedule. */
  title?: string;
  onFile: (file: File) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const first = files?.[0];
    if (first) onFile(first);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <>
      <UnstyledButton
        className={classes.drop}
        data-over={over || undefined}
        data-autofocus
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden />
        <span className={classes.text}>
          {file ? (
            <>
              <b>{file.name}</b>
              <span>{t('import.size', { size: formatNumber(Math.ceil(file.size / 1024), { decimals: 0 }) })}</span>
            </>
          ) : (
            <>
              <b>{title ?? t('import.choose')}</b>
              <span>{hint}</span>
            </>
          )}
        </span>
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
