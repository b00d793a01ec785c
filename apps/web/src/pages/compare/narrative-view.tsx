import { Button, Loader, NumberInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { narrativeLabel, type Narrative, type NarrativeLine } from '@gantry/contract';
import { NarrativeText, useLineNumber } from '../../features/insight/narrative/narrative-text.tsx';
import { useNarrative, useSaveNote } from '../../features/insight/narrative/narrative.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { copyText } from '../../lib/clipboard.ts';
import { formatLocal } from '../../lib/dates.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import classes from './compare-page.module.css';

type Props = { spaceId: number; scheduleId: number; versionIds: number[]; search: string };

const [LEAST_DAYS, MOST_DAYS] = [1, 366];

/** What the last of the versions tells against the first. */
export function NarrativeView({ spaceId, scheduleId, versionIds }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<number | string>(30);
  const days = Math.min(MOST_DAYS, Math.max(LEAST_DAYS, Number(typed) || 30));
  const [base, now] = [versionIds[0], versionIds[versionIds.length - 1]];
  const { data, error } = useNarrative(now, base, days);
  const may = useRightAt(spaceId, scheduleId);
  const save = useSaveNote(now);
  const written = useLineNumber();
  if (error) return <MessagePage title={refusalText(error, t)} />;
  if (!data) return <Loader size="sm" m="md" role="status" aria-label={t('narrative.loading')} />;
  const head = [
    t('narrative.data_date', { date: formatLocal(data.data_date) }),
    data.base ? t('narrative.base', { name: data.base.name }) : t('narrative.no_base'),
  ];
  const asText = ({ sections }: Narrative): string =>
    [
      head.join(' · '),
      ...sections.map(({ section, lines }) =>
        [
          t(`narrative.section.${section}`),
          ...lines.map((line) => `– ${t(narrativeLabel(line.key))}: ${written(line)}${line.note ? `. ${line.note.text}` : ''}`),
        ].join('\n'),
      ),
    ].join('\n\n');
  const copy = async (): Promise<void> => {
    if (await copyText(asText(data))) showToast('ok', t('narrative.copied'));
  };
  const open = (row: NarrativeLine['rows'][number]): void => {
    const to: string = `/${spaceId}/schedule/${row.version_id}`;
    void navigate({ to, search: { target: String(row.id) } });
  };
  return (
    <div className={classes.narrative}>
      <div className={classes.basis}>
        <span>{head.join(' · ')}</span>
        <NumberInput
          size="xs"
          w={110}
          aria-label={t('narrative.days')}
          value={typed}
          min={LEAST_DAYS}
          max={MOST_DAYS}
          allowDecimal={false}
          onChange={setTyped}
        />
        <span>{t('narrative.days')}</span>
        <Button size="xs" variant="default" onClick={() => void copy()}>
          {t('narrative.copy')}
        </Button>
      </div>
      <NarrativeText
        narrative={data}
        onOpen={open}
        {...(may('plan.edit') && {
          onNote: (line, text) => save.mutate({ line, text }, { onSuccess: () => showToast('ok', t('narrative.note_saved')) }),
        })}
      />
    </div>
  );
}
