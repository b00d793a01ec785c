import type { LinkReport, LinkRule, ModelAttribute, ModelLink } from '@gantry/contract';
import { Button, Menu, Modal, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkOutcome } from '../../features/bim/model-links/link-outcome.tsx';
import { type LinkField, planAsIfc, useLinkActs, useLinkFields } from '../../features/bim/model-links/model-links.queries.ts';
import { ProfilesDialog } from '../../features/bim/model-links/profiles/profiles-dialog.tsx';
import { VolumesDialog } from '../../features/bim/model-volumes/volumes-dialog.tsx';
import { RulesDialog } from '../../features/bim/model-links/rules-dialog.tsx';
import { RelinkNotice } from './relink-notice.tsx';
import { saveBlob } from '../../lib/save-blob.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';

/** The most models that a menu offers. */
const MOST_OFFERED = 12;

type Version = { id: number; schedule_id: number; name: string };
type Props = {
  spaceId: number;
  projectId: number;
  links: readonly ModelLink[];
  link: ModelLink | null;
  versions: readonly (Version & { label: string })[];
  version: Version | null;
  attributes: readonly ModelAttribute[];
  /** Models that are shown: a plan is written into the file of one of them. */
  models: readonly { id: number; name: string }[];
  mayEdit: boolean;
  onLink: (id: number | null) => void;
  onVersion: (id: number) => void;
};

/** Which plan the models are seen by, and by which link; its rules are written, tried and run here. */
export function LinkTools({ spaceId, projectId, links, link, versions, version, attributes, models, mayEdit, onLink, onVersion }: Props) {
  const { t } = useTranslation();
  const acts = useLinkActs(spaceId, projectId);
  const fields = useLinkFields(spaceId, version?.schedule_id ?? null).data?.fields ?? [];
  const [edited, setEdited] = useState<{ link: ModelLink | null } | null>(null);
  const [profiled, setProfiled] = useState(false);
  const [counted, setCounted] = useState(false);
  const [report, setReport] = useState<LinkReport | null>(null);
  const run = async (id: number): Promise<void> => {
    if (version) await acts.run(version.id, id).then(setReport, () => {});
  };
  const takeBack = async (): Promise<void> => {
    if (version && link && report?.change) await acts.undo(version.id, link.id, report.change).catch(() => {});
    setReport(null);
  };
  const saveIfc = async (id: number, model: { id: number; name: string } | null): Promise<void> => {
    if (!version) return;
    const blob = await planAsIfc(spaceId, { versionId: version.id, linkId: id }, model?.id).catch(() => null);
    if (blob) saveBlob(blob, `${[version.name, model?.name].filter(Boolean).join(' ')}.ifc`);
  };
  const save = async (name: string, rules: LinkRule[], guid_field: LinkField | null): Promise<void> => {
    const known = edited?.link;
    const id = known ? known.id : await acts.create({ name, model_ids: [], rules, guid_field });
    if (known) await acts.update(known.id, { name, rules, guid_field });
    onLink(id);
    await run(id);
  };
  const remove = async ({ id, name }: ModelLink): Promise<void> => {
    const question = { title: t('ui.delete'), text: t('model_link.delete_question', { name }), confirmLabel: t('ui.delete') };
    if (!(await askConfirmation(question))) return;
    onLink(null);
    await acts.remove(id).catch(() => {});
  };
  return (
    <>
      {versions.length > 0 && (
        <Select
          size="xs"
          w={220}
          aria-label={t('model_link.plan')}
          placeholder={t('model_link.plan')}
          allowDeselect={false}
          value={version ? String(version.id) : null}
          data={versions.map(({ id, label }) => ({ value: String(id), label }))}
          onChange={(value) => value && onVersion(Number(value))}
        />
      )}
      {links.length > 0 && (
        <Select
          size="xs"
          w={170}
          aria-label={t('model_link.link')}
          placeholder={t('model_link.no_link')}
          clearable
          value={link ? String(link.id) : null}
          data={links.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => onLink(value ? Number(value) : null)}
        />
      )}
      {mayEdit && versions.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />}>
              {t('model_link.rules')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setEdited({ link: null })}>{t('model_link.create')}</Menu.Item>
            <Menu.Item onClick={() => setProfiled(true)}>{t('model_profile.open')}</Menu.Item>
            {link && (
              <>
                <Menu.Item onClick={() => setEdited({ link })}>{t('model_link.change')}</Menu.Item>
                <Menu.Item disabled={!version} onClick={() => void run(link.id)}>
                  {t('model_link.run')}
                </Menu.Item>
                <Menu.Item disabled={!version} onClick={() => setCounted(true)}>
                  {t('model_volume.menu')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Label>{t('model_link.ifc')}</Menu.Label>
                {[null, ...models.slice(0, MOST_OFFERED)].map((model) => (
                  <Menu.Item key={model?.id ?? 0} disabled={!version} onClick={() => void saveIfc(link.id, model)}>
                    {model ? t('model_link.ifc_model', { name: model.name }) : t('model_link.ifc_alone')}
                  </Menu.Item>
                ))}
                <Menu.Divider />
                <Menu.Item color="var(--gantry-error)" onClick={() => void remove(link)}>
                  {t('ui.delete')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {version && link && (
        <RelinkNotice
          spaceId={spaceId}
          projectId={projectId}
          place={{ versionId: version.id, linkId: link.id }}
          mayEdit={mayEdit}
          onRun={() => run(link.id)}
        />
      )}
      <RulesDialog
        opened={edited !== null}
        link={edited?.link ?? null}
        attributes={attributes}
        itemFields={fields}
        onLook={edited?.link && version ? (rules, guidField) => acts.look(version.id, edited.link?.id ?? 0, rules, guidField) : null}
        onSubmit={save}
        onClose={() => setEdited(null)}
      />
      <ProfilesDialog opened={profiled} spaceId={spaceId} projectId={projectId} itemFields={fields} onClose={() => setProfiled(false)} />
      <VolumesDialog
        spaceId={spaceId}
        place={counted && version && link ? { versionId: version.id, linkId: link.id } : null}
        onClose={() => setCounted(false)}
      />
      <Modal opened={report !== null} onClose={() => setReport(null)} title={t('model_link.report')} size={560}>
        {report && <LinkOutcome report={report} />}
        {report?.change && link && (
          <Button size="xs" variant="default" mt="sm" onClick={() => void takeBack()}>
            {t('model_link.undo')}
          </Button>
        )}
      </Modal>
    </>
  );
}
