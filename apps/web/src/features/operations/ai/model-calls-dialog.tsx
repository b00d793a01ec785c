import { type AiModelCall, MODEL_CALLS_DAYS } from '@gantry/contract';
import { Button, Loader, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import classes from './ai.module.css';
import { useModelCalls } from './ai.queries.ts';
import { NotLoaded } from './not-loaded.tsx';

/** What the model of the installation was shown from this space, and what it has answered. */
export function ModelCallsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('ai.calls')} size={880}>
      <p className={classes.quiet}>{t('ai.calls_hint', { days: MODEL_CALLS_DAYS })}</p>
      {opened && <ModelCalls />}
    </Modal>
  );
}

function ModelCalls() {
  const { t } = useTranslation();
  const { items, isError, hasMore, showMore, refetch } = useModelCalls();
  if (isError) return <NotLoaded text={t('ai.calls_not_loaded')} onRetry={refetch} />;
  if (!items) return <Loader size="sm" role="status" aria-label={t('ai.calls_loading')} />;
  if (!items.length) return <p className={classes.quiet}>{t('ai.calls_none')}</p>;
  return (
    <>
      {items.map((one) => (
        <ModelCall key={one.id} of={one} />
      ))}
      {hasMore && (
        <Button size="xs" variant="default" mt="xs" onClick={showMore}>
          {t('ai.calls_more')}
        </Button>
      )}
    </>
  );
}

function ModelCall({ of: { at, person, model, failed, prompt, answer } }: { of: AiModelCall }) {
  const { t } = useTranslation();
  return (
    <details className={classes.call}>
      <summary>
        {formatInstant(at)} · {person || '–'} · {model}
        {failed && ` · ${t('ai.call_failed')}`}
      </summary>
      <h3 className={classes.part}>{t('ai.call_prompt')}</h3>
      <pre className={classes.sent} role="group" aria-label={t('ai.call_prompt')} tabIndex={0}>
        {prompt || '–'}
      </pre>
      <h3 className={classes.part}>{t('ai.call_answer')}</h3>
      <pre className={classes.sent} role="group" aria-label={t('ai.call_answer')} tabIndex={0}>
        {answer ?? t('ai.call_silent')}
      </pre>
    </details>
  );
}
