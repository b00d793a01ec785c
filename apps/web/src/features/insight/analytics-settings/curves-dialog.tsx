import { type AnalyticsCurve, api, CURVE_LINES, SERIES_KINDS } from '@gantry/contract';
import { Button, Checkbox, Group, Modal, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyTitle } from '../../../lib/numbers.ts';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type SavedCurve, useCurves } from './analytics-settings.queries.ts';
import classes from './analytics-settings.module.css';

type Props = { opened: boolean; spaceId: number; onClose(): void };

const NEW: AnalyticsCurve = { measure: 'cost', line: 'plan', mode: 'cumulative', axis: 1, style: { tint: 1, dash: 'solid' } };
const TINTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const DASHES = ['solid', 'dashed', 'dotted'] as const;
const MODES = ['cumulative', 'period', 'share'] as const;

/** The curves that a person's tiles of curves draw: which, in which order, and how. */
export function CurvesDialog({ opened, spaceId, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} size={720} title={t('curves.title')}>
      <Curves spaceId={spaceId} />
    </Modal>
  );
}

function Curves({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const curves = useCurves(spaceId);
  const own = curves.items.filter((one) => one.own);
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);
  return (
    <>
      {curves.known && !curves.items.length && <p>{t('curves.none')}</p>}
      <ul className={classes.list}>
        {curves.items.map((curve) => {
          const at = own.indexOf(curve);
          const { id, name } = curve;
          return (
            <li key={id} className={classes.curve}>
              <Checkbox label={name} checked={curve.active} onChange={() => quietly(curves.setActive(id, !curve.active))} />
              <Looks curve={curve} onChange={(content) => quietly(curves.update(id, { content }))} />
              {curve.own && (
                <Group gap={2} wrap="nowrap">
                  <IconButton
                    icon={IconArrowUp}
                    variant="subtle"
                    label={t('curves.up', { name })}
                    disabled={at === 0}
                    onClick={() => quietly(curves.place(id, at - 1))}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    variant="subtle"
                    label={t('curves.down', { name })}
                    disabled={at === own.length - 1}
                    onClick={() => quietly(curves.place(id, at + 1))}
                  />
                  <IconButton
                    icon={IconTrash}
                    variant="subtle"
                    label={t('curves.remove', { name })}
                    onClick={() => quietly(curves.remove(id))}
                  />
                </Group>
              )}
            </li>
          );
        })}
      </ul>
      <NewCurve
        onCreate={async (name) => {
          const id = await curves.create({ name, shared: false, content: { ...NEW, style: { ...NEW.style, tint: (own.length % 8) + 1 } } });
          await curves.setActive(id, true);
        }}
      />
    </>
  );
}

/** What a curve follows and how it is drawn; of another person's one, to read. */
function Looks({ curve: { content, name, own }, onChange }: { curve: SavedCurve; onChange(content: AnalyticsCurve): void }) {
  const { t } = useTranslation();
  const one = <V,>(values: readonly V[], value: string | null): V | undefined => values.find((known) => String(known) === value);
  const field = (label: string) => ({ size: 'xs' as const, allowDeselect: false, disabled: !own, 'aria-label': `${name}: ${t(label)}` });
  const lines: readonly AnalyticsCurve['line'][] = CURVE_LINES[content.measure];
  return (
    <Group gap={4} wrap="wrap" flex={1}>
      <Select
        {...field('analytics.kind')}
        w={96}
        value={content.measure}
        data={SERIES_KINDS.map((value) => ({
          value,
          label: value === 'cost' ? moneyTitle(t('analytics.kind_cost')) : t(`analytics.kind_${value}`),
        }))}
        onChange={(value) => {
          const measure = one(SERIES_KINDS, value) ?? content.measure;
          onChange({ ...content, measure, line: CURVE_LINES[measure][0] });
        }}
      />
      <Select
        {...field('curves.line')}
        w={140}
        value={content.line}
        data={lines.map((value) => ({ value, label: t(`curves.line_${value}`) }))}
        onChange={(value) => onChange({ ...content, line: one(lines, value) ?? content.line })}
      />
      <Select
        {...field('dashboard.mode')}
        w={150}
        value={content.mode}
        data={MODES.map((value) => ({ value, label: t(`dashboard.mode_${value}`) }))}
        onChange={(value) => onChange({ ...content, mode: one(MODES, value) ?? content.mode })}
      />
      <Select
        {...field('curves.axis')}
        w={96}
        value={String(content.axis)}
        data={['1', '2'].map((value) => ({ value, label: t(`curves.axis_${value}`) }))}
        onChange={(value) => onChange({ ...content, axis: value === '2' ? 2 : 1 })}
      />
      <Select
        {...field('curves.tint')}
        w={96}
        value={String(content.style.tint)}
        leftSection={<span className={classes.swatch} style={{ background: `var(--gantry-flow-${content.style.tint})` }} />}
        data={TINTS.map((value) => ({ value: String(value), label: t('curves.tint_n', { number: value }) }))}
        onChange={(value) => onChange({ ...content, style: { ...content.style, tint: one(TINTS, value) ?? content.style.tint } })}
      />
      <Select
        {...field('curves.dash')}
        w={104}
        value={content.style.dash}
        data={DASHES.map((value) => ({ value, label: t(`curves.dash_${value}`) }))}
        onChange={(value) => onChange({ ...content, style: { ...content.style, dash: one(DASHES, value) ?? content.style.dash } })}
      />
    </Group>
  );
}

const schema = api.analyticsSettings.createCurve.body.shape.name;

function NewCurve({ onCreate }: { onCreate(name: string): Promise<unknown> }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const problem = firstProblem(schema, name);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem) return;
        void onCreate(name.trim()).then(
          () => {
            setName('');
            setTried(false);
          },
          () => undefined,
        );
      }}
    >
      <Group align="flex-start" gap={6}>
        <TextInput
          size="xs"
          aria-label={t('curves.new_name')}
          placeholder={t('curves.new_name')}
          value={name}
          error={tried && problem ? t(problem) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="xs" type="submit">
          {t('curves.add')}
        </Button>
      </Group>
    </form>
  );
}
