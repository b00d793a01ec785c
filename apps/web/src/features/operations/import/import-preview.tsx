import type { ChangePart, ImportProposal } from '@gantry/contract';
import { Alert, Button, Checkbox, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiSpace } from '../../../lib/calls/api-client.ts';
import { formatCount } from '../../../lib/numbers.ts';
import sides from '../../../ui/changes/change-parts.module.css';
import { showToast } from '../../../ui/toasts.tsx';
import { ImportChanges } from './import-changes.tsx';
import { ImportFindings } from './import-findings.tsx';
import { chosenParts, countChosen, kindOf, partsByTable } from './import.model.ts';
import { discardProposal, useAcceptProposal, useProposal } from './import.queries.ts';
import classes from './import-preview.module.css';

type Props = { proposalId: number; onAgain: () => void; onClose: () => void };
type Shown = ChangePart | 'findings';

/** Preview of the changes of a file; nothing is stored before acceptance, whole or by kind. */
export function ImportPreview({ proposalId, onAgain, onClose }: Props) {
  const proposal = useProposal(proposalId).data;
  return proposal ? <Preview proposal={proposal} onAgain={onAgain} onClose={onClose} /> : <Loader size="sm" />;
}

function Preview({ proposal, onAgain, onClose }: { proposal: ImportProposal } & Omit<Props, 'proposalId'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const accept = useAcceptProposal();
  const { parts, findings, acceptable, stale } = proposal;
  const [chosen, setChosen] = useState<ReadonlySet<ChangePart>>(() => chosenParts(proposal));
  const troubles = findings.filter(({ severity }) => severity !== 'info');
  const [shown, setShown] = useState<Shown>(partsByTable(parts)[0]?.parts[0].part ?? 'findings');
  const count = countChosen(parts, chosen);
  const toggle = (part: ChangePart, on: boolean): void =>
    setChosen(new Set(on ? [...chosen, part] : [...chosen].filter((one) => one !== part)));
  const all = parts.length > 0 && parts.every(({ part }) => chosen.has(part));
  const take = (): void =>
    accept.mutate(
      { id: proposal.id, parts: [...chosen] },
      {
        onSuccess({ applied, left_out: leftOut, version_id: versionId }) {
          showToast('ok', t('import.preview_accepted', { count: applied }));
          if (leftOut) showToast('warn', t('import.preview_left_out', { count: leftOut }));
          onClose();
          void navigate({ to: `/${apiSpace()}/schedule/${versionId}` });
        },
      },
    );
  const discard = (): void => {
    void discardProposal(proposal.id);
    onClose();
  };
  return (
    <Stack gap="md">
      <Text fw={500}>{t('import.preview', { name: proposal.version_name })}</Text>
      {stale && <Alert color="var(--gantry-warn)">{t('import.preview_stale')}</Alert>}
      {!acceptable && <Text size="sm">{t('import.preview_comparison')}</Text>}
      {parts.length === 0 && <Text>{t('import.preview_none')}</Text>}
      <div className={sides.layout}>
        <nav className={sides.parts} aria-label={t('import.choice')}>
          {acceptable && parts.length > 0 && (
            <Checkbox
              px={8}
              py={4}
              label={t('import.preview_all')}
              checked={all}
              indeterminate={!all && chosen.size > 0}
              onChange={() => setChosen(new Set(all ? [] : parts.map(({ part }) => part)))}
            />
          )}
          {partsByTable(parts).map((group) => (
            <div key={group.table}>
              <div className={classes.table}>{t(`import.table_${group.table}`)}</div>
              {group.parts.map(({ part, count: rows }) => (
                <div key={part} className={sides.part} data-current={shown === part || undefined}>
                  <Checkbox
                    aria-label={`${t(`import.table_${group.table}`)}: ${t(`import.kind_${kindOf(part)}`)}`}
                    disabled={!acceptable}
                    checked={chosen.has(part)}
                    onChange={(event) => toggle(part, event.currentTarget.checked)}
                  />
                  <UnstyledButton className={sides.name} onClick={() => setShown(part)}>
                    {t(`import.kind_${kindOf(part)}`)}
                  </UnstyledButton>
                  <span className={sides.count}>{formatCount(rows)}</span>
                </div>
              ))}
            </div>
          ))}
          {findings.length > 0 && (
            <div className={sides.part} data-current={shown === 'findings' || undefined}>
              <span />
              <UnstyledButton className={sides.name} onClick={() => setShown('findings')}>
                {t('import.preview_findings')}
              </UnstyledButton>
              <span className={sides.count}>{formatCount(troubles.length)}</span>
            </div>
          )}
          <Text size="xs" px={8} pt={8} c="var(--gantry-neutral-9)">
            {t('import.preview_unchanged', { count: proposal.unchanged })}
          </Text>
        </nav>
        {shown === 'findings' ? (
          <ImportFindings findings={findings} />
        ) : (
          <ImportChanges key={shown} proposalId={proposal.id} part={shown} />
        )}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAgain}>
          {t(stale ? 'import.preview_again' : 'import.other_file')}
        </Button>
        <Button variant="default" onClick={discard}>
          {t(acceptable ? 'import.preview_discard' : 'ui.close')}
        </Button>
        {acceptable && parts.length > 0 && (
          <Button
            data-autofocus
            disabled={stale || count === 0}
            title={count === 0 ? t('import.preview_nothing_chosen') : undefined}
            loading={accept.isPending}
            onClick={take}
          >
            {t('import.preview_accept', { count })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
