import type { ComplianceRuleIn, ComplianceSet } from '@gantry/contract';
import { titleField } from '@gantry/contract';
import { Button, Loader, Select } from '@mantine/core';
import { IconFileUpload, IconPlus, IconListCheck } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BLANK_RULE } from '../../features/costing/compliance-rules/compliance-rules.model.ts';
import {
  type ImportErrors,
  useImportErrors,
  useRuleActs,
  useRulesEffect,
  useRuleSets,
} from '../../features/costing/compliance-rules/compliance-rules.queries.ts';
import { CoverageBar } from '../../features/costing/compliance-rules/coverage-bar.tsx';
import { CoverageNotes } from '../../features/costing/compliance-rules/coverage-notes.tsx';
import { RuleDialog } from '../../features/costing/compliance-rules/rule-dialog.tsx';
import { RuleSet } from '../../features/costing/compliance-rules/rule-set.tsx';
import { useEstimates } from '../../features/costing/estimates/estimates.queries.ts';
import { useVersionsOfProject } from '../../features/costing/cost-links/cost-links.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CostingTabs } from './costing-tabs.tsx';
import classes from './estimates-page.module.css';

type Props = { spaceId: number; projectId: number };
/** Currencies of the estimates of a project, that of most rows first; undefined: on the way. */
function useCurrencies(spaceId: number, projectId: number): string[] | undefined {
  const { data } = useEstimates(spaceId, projectId, true);
  if (!data) return undefined;
  const rows = new Map<string, number>();
  for (const one of data.estimates) if (one.status === 'ready') rows.set(one.currency, (rows.get(one.currency) ?? 0) + one.rows);
  return [...rows.keys()].sort((a, b) => (rows.get(b) ?? 0) - (rows.get(a) ?? 0) || a.localeCompare(b));
}

type Edited = { setId: number; id: number | null; rule: ComplianceRuleIn };

/** The rules that bring rows of a project's estimates to works, and what they would do to a version. */
export function RulesView({ spaceId, projectId }: Props) {
  const { t } = useTranslation();
  const may = useRightAt(spaceId, projectId);
  const versions = useVersionsOfProject(spaceId, projectId);
  const [chosen, setChosen] = useState<number | null>(null);
  const versionId = chosen ?? versions[0]?.id ?? null;
  const version = versions.find(({ id }) => id === versionId);
  const mayEdit = may('estimate.edit');
  const mayApply = may('plan.edit') && version?.locked === false;
  const { data, error } = useRuleSets(spaceId, projectId);
  const [chosenCurrency, setCurrency] = useState<string | null>(null);
  const currencies = useCurrencies(spaceId, projectId);
  // Money of several currencies has no sum: rules are for the estimates of one.
  const currency = currencies && currencies.length > 1 ? (chosenCurrency ?? currencies[0]) : null;
  const effect = useRulesEffect(spaceId, may('plan.edit') && currencies ? versionId : null, currency);
  const acts = useRuleActs(spaceId, projectId, versionId);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [naming, setNaming] = useState<ComplianceSet | 'new' | null>(null);
  const [errors, setErrors] = useState<ImportErrors>([]);
  useImportErrors(setErrors);
  const picker = useRef<HTMLInputElement>(null);
  const target = useRef<number | null>(null);
  const effects = useMemo(() => new Map((effect.data?.coverage.rules ?? []).map((rule) => [rule.id, rule])), [effect.data]);
  const waiting = effect.data ? effect.data.linked + effect.data.changed + effect.data.unlinked : 0;
  const pick = (setId: number | null): void => {
    target.current = setId;
    picker.current?.click();
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setErrors([]);
    const done = await acts.importFile(file, target.current).catch(() => null);
    if (done) showToast('ok', t('compliance.imported', { count: done.count }));
  };
  const apply = async (): Promise<void> => {
    const done = await acts.apply(currency).catch(() => null);
    if (done) showToast('ok', t('compliance.applied', { linked: done.linked, changed: done.changed, unlinked: done.unlinked }));
  };
  const save = ({ setId, id }: Edited, rule: ComplianceRuleIn): Promise<unknown> =>
    id === null ? acts.create(setId, rule) : acts.update(id, rule);
  const sets = data?.sets ?? [];
  const digits = effect.data?.coverage.digits ?? 2;
  return (
    <section className={classes.page}>
      <Toolbar className={classes.tools} label={t('compliance.tools')}>
        <CostingTabs spaceId={spaceId} projectId={projectId} view="rules" />
        <Select
          size="xs"
          w={260}
          aria-label={t('cost_link.version')}
          placeholder={t('cost_link.choose_version')}
          allowDeselect={false}
          data={versions.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={versionId === null ? null : String(versionId)}
          onChange={(id) => id && setChosen(Number(id))}
        />
        {currencies && currency !== null && (
          <Select
            size="xs"
            w={90}
            aria-label={t('compliance.currency')}
            allowDeselect={false}
            data={currencies.map((value) => ({ value, label: value || '–' }))}
            value={currency}
            onChange={setCurrency}
          />
        )}
        {mayApply && (
          <Button size="xs" disabled={waiting === 0} loading={effect.isFetching} onClick={() => void apply()}>
            {waiting ? t('compliance.apply', { count: waiting }) : t('compliance.nothing_to_apply')}
          </Button>
        )}
        {mayEdit && (
          <>
            <Button size="xs" variant="default" leftSection={<IconFileUpload size={16} />} onClick={() => pick(null)}>
              {t('compliance.import')}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => setNaming('new')}>
              {t('compliance.add_set')}
            </Button>
          </>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".xlsx,.csv,.json"
          aria-label={t('compliance.import')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            void take(file);
          }}
        />
      </Toolbar>
      <div className={classes.scroll}>
        {effect.data && <CoverageBar coverage={effect.data.coverage} before={effect.data.before} />}
        {effect.error && (
          <p role="alert" className={classes.refusal}>
            {refusalText(effect.error, t)}
          </p>
        )}
        {errors.length > 0 && (
          <div role="alert" className={classes.refusal}>
            {t('compliance.not_imported')}
            <ul>
              {errors.slice(0, 20).map(({ row, column, code }, at) => (
                <li key={at}>{t('compliance.cell', { row, column, why: t(`compliance.cell_${code}`) })}</li>
              ))}
            </ul>
          </div>
        )}
        {error ? (
          <MessagePage title={t('compliance.not_loaded')}>
            <p>{refusalText(error, t)}</p>
          </MessagePage>
        ) : !data ? (
          <Loader size="sm" m="md" role="status" aria-label={t('compliance.loading')} />
        ) : sets.length === 0 ? (
          <MessagePage
            icon={IconListCheck}
            title={t('compliance.none')}
            actions={mayEdit && <Button onClick={() => setNaming('new')}>{t('compliance.add_set')}</Button>}
          >
            <p>{t('compliance.none_hint')}</p>
          </MessagePage>
        ) : (
          sets.map((set, at) => (
            <RuleSet
              key={set.id}
              set={set}
              from={sets.slice(0, at).reduce((sum, { rules }) => sum + rules.length, 0)}
              effects={effects}
              digits={digits}
              mayEdit={mayEdit}
              onAdd={() => setEdited({ setId: set.id, id: null, rule: BLANK_RULE })}
              onEdit={({ id, position: _position, ...rule }) => setEdited({ setId: set.id, id, rule })}
              onSwitch={({ id }, active) => void acts.update(id, { active }).catch(() => {})}
              onMove={({ id }, position) => void acts.update(id, { position }).catch(() => {})}
              onRemove={({ id }) => void acts.remove(id).catch(() => {})}
              onSetActive={(active) => void acts.updateSet(set.id, { active }).catch(() => {})}
              onExport={(format) => void acts.exportSet(set.id, set.name, format).catch(() => {})}
              onImport={() => pick(set.id)}
              onRename={() => setNaming(set)}
              onRemoveSet={() =>
                void askConfirmation({
                  title: t('compliance.delete_set_question', { name: set.name }),
                  text: t('compliance.delete_set_hint', { count: set.rules.length }),
                  confirmLabel: t('ui.delete'),
                }).then(async (yes) => {
                  if (yes) await acts.removeSet(set.id).catch(() => {});
                })
              }
            />
          ))
        )}
        {effect.data && versionId !== null && sets.length > 0 && (
          <CoverageNotes {...{ spaceId, versionId }} coverage={effect.data.coverage} />
        )}
      </div>
      <RuleDialog
        key={edited ? `${edited.setId} ${edited.id}` : 'none'}
        rule={edited?.rule ?? null}
        isNew={edited?.id === null}
        onSave={(rule) => (edited ? save(edited, rule) : Promise.resolve())}
        onClose={() => setEdited(null)}
      />
      <NameDialog
        key={naming === null ? 'closed' : naming === 'new' ? 'new' : naming.id}
        opened={naming !== null}
        title={t(naming === 'new' ? 'compliance.add_set' : 'compliance.rename_set')}
        label={t('compliance.set_name')}
        submitLabel={t('ui.save')}
        initial={naming === 'new' || naming === null ? '' : naming.name}
        schema={titleField('validation.enter_name')}
        onSubmit={(name) => (naming === 'new' || naming === null ? acts.createSet(name) : acts.updateSet(naming.id, { name }))}
        onClose={() => setNaming(null)}
      />
    </section>
  );
}
