import {
  ANALYTICS_BASELINES,
  ANALYTICS_BUDGETS,
  type AnalyticsConventions,
  api,
  EARNING_TECHNIQUES,
  ESTIMATES_AT_COMPLETION,
  MOST_DIMENSIONS,
  PROMISE_PERIODS,
} from '@gantry/contract';
import { Button, Group, Loader, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { areInOrder, ColumnsPicker } from '../scoreboard/scoreboard-picker.tsx';
import { useConventions } from './analytics-settings.queries.ts';
import { DimensionsField } from './dimensions-field.tsx';

type Props = {
  opened: boolean;
  spaceId: number;
  /** The node whose figures they are of; null: the space. */
  scope: { id: number; name: string } | null;
  /** Of a schedule its versions, any of which may be the baseline. */
  versions: readonly { id: number; name: string }[];
  mayEdit: boolean;
  onClose(): void;
};

/** How the figures of a place are counted, and what is red: as above it, or by conventions of its own. */
export function ConventionsDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      size={640}
      title={t('conventions.title', { place: props.scope?.name ?? t('analytics_print.whole_space') })}
    >
      <Body {...props} />
    </Modal>
  );
}

const ABOVE = 'above';
const NEW = 'new';

function Body({ spaceId, scope, versions, mayEdit, onClose }: Props) {
  const { t } = useTranslation();
  const conventions = useConventions(spaceId, scope?.id ?? null);
  const { data } = conventions;
  const [chosen, setChosen] = useState<string | null>(null);
  if (!data) return <Loader size="sm" role="status" aria-label={t('analytics.loading')} />;
  const own = data.items.filter((one) => one.scope === (scope?.id ?? null));
  const active = own.find((one) => one.active);
  const value = chosen ?? (active ? String(active.id) : ABOVE);
  const setting = own.find(({ id }) => String(id) === value) ?? null;
  const inherited = data.items.find((one) => one.active && one.scope !== (scope?.id ?? null));
  return (
    <>
      <Select
        mb="md"
        label={t('conventions.goes_by')}
        description={t('conventions.hint')}
        value={value}
        allowDeselect={false}
        disabled={!mayEdit}
        data={[
          { value: ABOVE, label: inherited ? t('conventions.as_above', { name: inherited.name }) : t('conventions.usual') },
          ...own.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(mayEdit ? [{ value: NEW, label: t('conventions.new') }] : []),
        ]}
        onChange={setChosen}
      />
      <Form
        key={value}
        name={setting?.name ?? ''}
        content={setting?.content ?? inherited?.content ?? data.conventions}
        versions={versions}
        scope={scope?.id ?? null}
        editable={mayEdit && value !== ABOVE}
        onClose={onClose}
        submit={mayEdit}
        onSubmit={async (name, content) => {
          if (value === ABOVE) await conventions.reset();
          else if (!setting) await conventions.create(name, content);
          else {
            await conventions.update(setting.id, { name, content });
            if (!setting.active) await conventions.activate(setting.id);
          }
        }}
      />
      {mayEdit && setting && (
        <Group mt="xs">
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            onClick={() =>
              void conventions.remove(setting.id).then(
                () => setChosen(ABOVE),
                () => undefined,
              )
            }
          >
            {t('conventions.delete', { name: setting.name })}
          </Button>
        </Group>
      )}
    </>
  );
}

type FormProps = {
  name: string;
  content: AnalyticsConventions;
  versions: Props['versions'];
  scope: number | null;
  editable: boolean;
  submit: boolean;
  onSubmit(name: string, content: AnalyticsConventions): Promise<unknown>;
  onClose(): void;
};
const schema = api.analyticsSettings.create.body.shape.name;

function Form({ name: given, content: kept, versions, scope, editable, submit, onSubmit, onClose }: FormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(given);
  const [content, setContent] = useState(kept);
  const [tried, setTried] = useState(false);
  const problem = editable ? firstProblem(schema, name) : undefined;
  const choice = <V extends string>(
    label: string,
    value: V,
    values: readonly V[],
    textOf: (value: V) => string,
    put: (value: V) => void,
  ) => (
    <Select
      label={label}
      value={value}
      allowDeselect={false}
      disabled={!editable}
      data={values.map((known) => ({ value: known, label: textOf(known) }))}
      onChange={(chosen) => put(values.find((known) => known === chosen) ?? value)}
    />
  );
  return (
    <DialogForm
      submitLabel={submit ? t('ui.save') : null}
      ready={!problem && areInOrder(content.thresholds) && content.thresholds.length > 0 && content.dimensions.length <= MOST_DIMENSIONS}
      onTry={() => setTried(true)}
      onSubmit={() => onSubmit(name.trim(), content)}
      onClose={onClose}
    >
      {editable && (
        <TextInput
          label={t('ui.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && problem ? t(problem) : undefined}
          autoComplete="off"
        />
      )}
      <Select
        label={t('conventions.baseline')}
        value={String(content.baseline)}
        allowDeselect={false}
        disabled={!editable}
        data={[
          ...ANALYTICS_BASELINES.map((value) => ({ value, label: t(`conventions.baseline_${value}`) })),
          ...versions.map(({ id, name: of }) => ({ value: String(id), label: t('conventions.baseline_version', { name: of }) })),
        ]}
        onChange={(value) =>
          value !== null && setContent({ ...content, baseline: ANALYTICS_BASELINES.find((known) => known === value) ?? Number(value) })
        }
      />
      {choice(
        t('conventions.budget'),
        content.budget,
        ANALYTICS_BUDGETS,
        (value) => t(`conventions.budget_${value}`),
        (budget) => setContent({ ...content, budget }),
      )}
      {choice(
        t('conventions.technique'),
        content.technique,
        EARNING_TECHNIQUES,
        (value) => t(`conventions.technique_${value}`),
        (technique) => setContent({ ...content, technique }),
      )}
      {choice(
        t('conventions.estimate'),
        content.estimate,
        ESTIMATES_AT_COMPLETION,
        (value) => t(`conventions.estimate_${value}`),
        (estimate) => setContent({ ...content, estimate }),
      )}
      {choice(
        t('conventions.promise'),
        content.promise.by,
        PROMISE_PERIODS,
        (value) => t(`conventions.promise_${value}`),
        (by) => setContent({ ...content, promise: { ...content.promise, by } }),
      )}
      <NumberField
        label={t('conventions.tolerance')}
        description={t('conventions.tolerance_hint')}
        min={0}
        max={50}
        disabled={!editable}
        value={Math.round(content.promise.tolerance * 1000) / 10}
        onChange={(value) => setContent({ ...content, promise: { ...content.promise, tolerance: (value ?? 0) / 100 } })}
      />
      <DimensionsField
        value={content.dimensions}
        scope={scope}
        disabled={!editable}
        onChange={(dimensions) => setContent({ ...content, dimensions })}
      />
      <fieldset disabled={!editable} style={{ margin: 0, padding: 0, border: 0 }}>
        <ColumnsPicker
          title={t('conventions.thresholds')}
          columns={content.thresholds}
          onChange={(thresholds) => setContent({ ...content, thresholds })}
        />
      </fieldset>
    </DialogForm>
  );
}
