import { PROFILE_KINDS, PROFILE_PHASES, type ProfilePhase } from '@gantry/contract';
import { AS_IT_IS, USUAL_LOOKS } from '@gantry/plan-view';
import { Button, ColorInput, Loader, Modal, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { refusalText } from '../../../../ui/text/refusal-text.ts';
import { OrderButtons } from '../order-buttons.tsx';
import { Conditions } from '../rule-conditions.tsx';
import { itemChoicesOf, moved } from '../model-links.rules.model.ts';
import { type EditedProfile, editedOf } from './model-links.profiles.model.ts';
import { useProfiles, useSaveProfiles } from './model-links.profiles.queries.ts';
import classes from './profiles.module.css';

type Props = {
  opened: boolean;
  spaceId: number;
  projectId: number;
  itemFields: readonly { set: string; name: string }[];
  onClose: () => void;
};

/** How elements look before, during and after their works, early, late and critical: profiles in order, each for the works that it names. */
export function ProfilesDialog({ opened, spaceId, projectId, ...rest }: Props) {
  const { t } = useTranslation();
  const { data, error } = useProfiles(spaceId, projectId, opened);
  const save = useSaveProfiles(spaceId, projectId);
  return (
    <Modal opened={opened} onClose={rest.onClose} title={t('model_profile.title')} size={820}>
      {error ? (
        <p>{refusalText(error, t)}</p>
      ) : data ? (
        <ProfilesForm before={editedOf(data.profiles, data.states)} onSubmit={(after) => save(data, after)} {...rest} />
      ) : (
        <Loader size="sm" role="status" aria-label={t('model_profile.title')} />
      )}
    </Modal>
  );
}

function ProfilesForm({
  before,
  itemFields,
  onSubmit,
  onClose,
}: Pick<Props, 'itemFields' | 'onClose'> & { before: EditedProfile[]; onSubmit: (after: EditedProfile[]) => Promise<unknown> }) {
  const { t } = useTranslation();
  const [profiles, setProfiles] = useState(before);
  const [opened, setOpened] = useState(0);
  const change = (index: number, more: Partial<EditedProfile>): void =>
    setProfiles(profiles.map((one, at) => (at === index ? { ...one, ...more } : one)));
  const move = (index: number, by: -1 | 1): void => {
    setProfiles(moved(profiles, index, by));
    setOpened(opened === index ? index + by : opened === index + by ? index : opened);
  };
  const choices = itemChoicesOf(itemFields, t);
  const problem = profiles.some(({ name }) => name.trim() === '')
    ? 'validation.enter_name'
    : profiles.some(({ conditions }) => conditions.some(({ values }) => values.length === 0))
      ? 'model_link.no_values'
      : null;
  return (
    <DialogForm submitLabel={t('ui.save')} ready={!problem} onSubmit={() => onSubmit(profiles)} onClose={onClose}>
      <p className={classes.note}>{t(profiles.length === 0 ? 'model_profile.none' : 'model_profile.order')}</p>
      <ol className={classes.profiles}>
        {profiles.map((profile, index) => (
          <li key={index} className={classes.profile}>
            <div className={classes.line}>
              <TextInput
                size="xs"
                flex={1}
                value={profile.name}
                maxLength={200}
                aria-label={t('model_profile.name')}
                onFocus={() => setOpened(index)}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <Select
                size="xs"
                w={150}
                allowDeselect={false}
                aria-label={t('model_profile.kind')}
                value={profile.kind}
                data={PROFILE_KINDS.map((value) => ({ value, label: t(`model_profile.kind_${value}`) }))}
                onChange={(kind) => kind && change(index, { kind })}
              />
              <OrderButtons
                index={index}
                count={profiles.length}
                onMove={(by) => move(index, by)}
                onRemove={() => {
                  setProfiles(profiles.filter((_, at) => at !== index));
                  setOpened(opened > index ? opened - 1 : opened);
                }}
              />
            </div>
            {index === opened && (
              <>
                <Conditions
                  label={t('model_link.items_where')}
                  choices={choices}
                  conditions={profile.conditions}
                  onChange={(conditions) => change(index, { conditions })}
                />
                <Looks profile={profile} onChange={(looks) => change(index, { looks })} />
              </>
            )}
          </li>
        ))}
      </ol>
      <div className={classes.line}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            const name = t('model_profile.new_name', { number: profiles.length + 1 });
            setProfiles([...profiles, { id: null, name, kind: 'install', conditions: [], looks: {} }]);
            setOpened(profiles.length);
          }}
        >
          {t('model_profile.add')}
        </Button>
        {problem && <span className={classes.note}>{t(problem)}</span>}
      </div>
    </DialogForm>
  );
}

function Looks({ profile: { kind, looks }, onChange }: { profile: EditedProfile; onChange: (looks: EditedProfile['looks']) => void }) {
  const { t } = useTranslation();
  const usual = USUAL_LOOKS[kind];
  const without = (phase: ProfilePhase): void => {
    const { [phase]: _, ...rest } = looks;
    onChange(rest);
  };
  return (
    <table className={classes.looks}>
      <thead>
        <tr>
          <th scope="col">{t('model_profile.phase')}</th>
          <th scope="col">{t('model_profile.visible')}</th>
          <th scope="col">{t('model_profile.colour')}</th>
          <th scope="col">{t('model_profile.opacity')}</th>
          <th aria-label={t('model_profile.usual')} />
        </tr>
      </thead>
      <tbody>
        {PROFILE_PHASES.map((phase) => {
          const label = t(`model_profile.phase_${phase}`);
          const look = looks[phase] ?? usual[phase] ?? AS_IT_IS;
          const set = (more: Partial<typeof look>): void => onChange({ ...looks, [phase]: { ...look, ...more } });
          return (
            <tr key={phase} data-own={looks[phase] ? true : undefined}>
              <th scope="row">{label}</th>
              <td>
                <Switch
                  size="xs"
                  checked={look.visible}
                  aria-label={t('ui.named', { name: label, text: t('model_profile.visible') })}
                  onChange={(event) => set({ visible: event.currentTarget.checked })}
                />
              </td>
              <td>
                <ColorInput
                  size="xs"
                  w={130}
                  format="hex"
                  value={look.colour ?? ''}
                  placeholder={t('model_profile.as_model')}
                  disabled={!look.visible}
                  aria-label={t('ui.named', { name: label, text: t('model_profile.colour') })}
                  onChange={(text) => /^#[0-9a-f]{6}$/i.test(text) && set({ colour: text })}
                />
              </td>
              <td>
                <NumberField
                  size="xs"
                  w={90}
                  min={5}
                  max={100}
                  unit="%"
                  value={Math.round(look.opacity * 100)}
                  disabled={!look.visible}
                  aria-label={t('ui.named', { name: label, text: t('model_profile.opacity') })}
                  onChange={(value) => value !== null && set({ opacity: value / 100 })}
                />
              </td>
              <td>
                {looks[phase] ? (
                  <IconButton
                    icon={IconRestore}
                    label={t('ui.named', { name: label, text: t('model_profile.usual') })}
                    size="sm"
                    variant="subtle"
                    onClick={() => without(phase)}
                  />
                ) : (
                  !usual[phase] && <span className={classes.note}>{t('model_profile.nothing')}</span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
