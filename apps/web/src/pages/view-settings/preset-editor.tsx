import { Alert, Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset, Presets } from '../../lib/storage/presets.ts';
import { type FieldSchema, firstProblem } from '../../ui/fields/contract-form.ts';
import { askPresetDeletion } from '../../ui/conditions/preset-deletion.ts';
import { showToast } from '../../ui/toasts.tsx';
import classes from './view-settings-page.module.css';

type Props<C> = {
  presets: Presets<C>;
  preset: Preset<C>;
  nameSchema: FieldSchema;
  mayShare: boolean;
  /** Why the content cannot be saved; null where it can. */
  problemOf(content: C): string | null;
  onDirty(dirty: boolean): void;
  /** Another one is to be shown; null where this one is gone. */
  onChosen(id: number | null): void;
  children(content: C, change: (content: C) => void): ReactNode;
};

/** One of the saved settings: its name, who has it, what it says. Nothing is stored before "Save". */
export function PresetEditor<C>({ presets, preset, nameSchema, mayShare, problemOf, onDirty, onChosen, children }: Props<C>) {
  const { t } = useTranslation();
  const stored = { name: preset.name, shared: preset.shared, content: preset.content };
  const [draft, setDraft] = useState(stored);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<typeof draft>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDirty(JSON.stringify(next) !== JSON.stringify(stored));
  };
  const dirty = JSON.stringify(draft) !== JSON.stringify(stored);
  const nameProblem = firstProblem(nameSchema, draft.name);
  const problem = problemOf(draft.content);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    // The error handler tells of a refusal; what was typed stays.
    await work().catch(() => undefined);
    setBusy(false);
  };
  const save = (): Promise<void> =>
    act(async () => {
      await presets.update(preset.id, { ...draft, name: draft.name.trim() });
      onDirty(false);
      showToast('ok', t('viewsettings.saved'));
    });
  const copy = (): Promise<void> =>
    act(async () => {
      const taken = new Set(presets.items.filter(({ own }) => own).map(({ name }) => name));
      let name = preset.own ? t('viewsettings.copy_of', { name: preset.name }) : preset.name;
      while (taken.has(name)) name = t('viewsettings.copy_of', { name });
      onChosen(await presets.create({ name, shared: false, content: draft.content }));
    });
  const remove = async (): Promise<void> => {
    if (!(await askPresetDeletion(t, preset.name))) return;
    await act(async () => {
      await presets.remove(preset.id);
      onChosen(null);
    });
  };
  return (
    <Stack gap={12} className={classes.editor}>
      {!preset.own && <Alert variant="light">{t('viewsettings.not_yours', { name: preset.owner })}</Alert>}
      <Group gap={8} align="flex-start">
        <TextInput
          className={classes.presetName}
          label={t('preset.name')}
          value={draft.name}
          readOnly={!preset.own}
          error={nameProblem ? t(nameProblem) : undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {preset.own && mayShare && (
          <Switch
            mt={30}
            label={t('preset.share')}
            checked={draft.shared}
            onChange={(event) => change({ shared: event.currentTarget.checked })}
          />
        )}
      </Group>
      <fieldset className={classes.content} disabled={!preset.own}>
        {children(draft.content, (content) => change({ content }))}
      </fieldset>
      {problem !== null && <Alert color="yellow">{problem}</Alert>}
      <Group gap={8}>
        {preset.own && (
          <>
            <Button disabled={!dirty || Boolean(nameProblem) || problem !== null} loading={busy} onClick={() => void save()}>
              {t('ui.save')}
            </Button>
            <Button
              variant="default"
              disabled={!dirty}
              onClick={() => {
                setDraft(stored);
                onDirty(false);
              }}
            >
              {t('viewsettings.discard')}
            </Button>
          </>
        )}
        <Button variant="default" onClick={() => void copy()}>
          {t(preset.own ? 'viewsettings.copy' : 'viewsettings.copy_mine')}
        </Button>
        {preset.own && (
          <Button color="var(--gantry-error)" variant="subtle" onClick={() => void remove()}>
            {t('ui.delete')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
