import { api } from '@gantry/contract';
import { Tooltip } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../../ui/fields/contract-form.ts';
import classes from './eps-grid.module.css';

const schema = api.eps.rename.body.shape.name;

/** Renames in place: Enter or leaving the field keeps the name, Esc gives up (null). A name that is not allowed keeps the field open. */
export function NameEditor({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(name);
  const problem = firstProblem(schema, text);
  const finish = (): void => onDone(text.trim() === name ? null : text.trim());
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') onDone(null);
    if (event.key === 'Enter' && !problem) finish();
  };
  return (
    <Tooltip label={problem ? t(problem) : ''} opened={problem !== null} position="bottom-start">
      <input
        className={classes.editor}
        value={text}
        aria-label={t('ui.name')}
        aria-invalid={problem !== null}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => (problem ? onDone(null) : finish())}
      />
    </Tooltip>
  );
}
