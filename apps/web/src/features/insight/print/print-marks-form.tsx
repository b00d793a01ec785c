import {
  PRINT_LIMITS,
  type PrintApproval,
  type PrintFormat,
  TITLE_BLOCKS,
  TITLE_FIELDS,
  type TitleField,
  USUAL_TITLES,
} from '@gantry/domain';
import { Button, Fieldset, FileButton, Group, NumberInput, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { usePrintLogos } from './print.logos.queries.ts';
import { SlotField } from './slot-field.tsx';

type Props = { format: PrintFormat; onChange(change: Partial<PrintFormat>): void };

/** What stands around a plan: its title block, who agrees, a logo, a code and pale words across the sheet. */
export function PrintMarksForm({ format, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Fieldset legend={t('print.title_block')}>
        <Stack gap="xs">
          <Select
            size="xs"
            aria-label={t('print.title_block')}
            data={TITLE_BLOCKS.map((value) => ({ value, label: t(`print.title_block_${value}`) }))}
            value={format.title_block}
            allowDeselect={false}
            onChange={(title_block) => title_block && onChange({ title_block })}
          />
          <TitleFields format={format} onChange={onChange} />
        </Stack>
      </Fieldset>
      <Approvals lines={format.approvals} onChange={(approvals) => onChange({ approvals })} />
      <Fieldset legend={t('print.around')}>
        <Stack gap="xs">
          <Logo format={format} onChange={onChange} />
          <Textarea
            size="xs"
            autosize
            label={t('print.qr')}
            description={t('print.qr_hint')}
            maxLength={PRINT_LIMITS.slot}
            value={format.qr}
            onChange={(event) => onChange({ qr: event.currentTarget.value })}
          />
          <SimpleGrid cols={2} spacing="xs">
            <TextInput
              size="xs"
              label={t('print.watermark')}
              placeholder={t('print.draft')}
              maxLength={PRINT_LIMITS.watermark}
              value={format.watermark.text}
              onChange={(event) => onChange({ watermark: { ...format.watermark, text: event.currentTarget.value } })}
            />
            <NumberInput
              size="xs"
              label={t('print.watermark_share')}
              min={PRINT_LIMITS.watermarkFrom}
              max={PRINT_LIMITS.watermarkTo}
              value={format.watermark.share}
              onChange={(share) => typeof share === 'number' && onChange({ watermark: { ...format.watermark, share } })}
            />
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            {t('print.watermark_hint')}
          </Text>
        </Stack>
      </Fieldset>
    </>
  );
}

function TitleFields({ format, onChange }: Props) {
  const { t } = useTranslation();
  const fields: readonly TitleField[] = TITLE_FIELDS[format.title_block];
  const field = (name: TitleField) => (
    <SlotField
      key={name}
      label={t(`print.title_field.${name}`)}
      placeholder={USUAL_TITLES[name] ?? ''}
      value={format.title_cells[name] ?? ''}
      onChange={(text) => {
        const { [name]: _, ...others } = format.title_cells;
        onChange({ title_cells: text === '' ? others : { ...others, [name]: text } });
      }}
    />
  );
  const people = fields.filter((name) => /_\d$/.test(name));
  if (fields.length === 0) return null;
  return (
    <>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
        {fields.filter((name) => !people.includes(name)).map(field)}
      </SimpleGrid>
      {people.length > 0 && (
        <SimpleGrid cols={3} spacing="xs" verticalSpacing="xs">
          {people.map(field)}
        </SimpleGrid>
      )}
    </>
  );
}

const NOBODY: PrintApproval = { role: '', person: '', decision: '', date: '' };

function Approvals({ lines, onChange }: { lines: readonly PrintApproval[]; onChange(lines: PrintApproval[]): void }) {
  const { t } = useTranslation();
  const set = (index: number, change: Partial<PrintApproval>): void =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...change } : line)));
  return (
    <Fieldset legend={t('print.approvals')}>
      <Stack gap="xs">
        {lines.map((line, index) => (
          <Group key={index} gap={4} wrap="nowrap" align="flex-end" role="group" aria-label={`${t('print.approvals')} ${index + 1}`}>
            {(['role', 'person', 'decision', 'date'] as const).map((part) => (
              <TextInput
                key={part}
                size="xs"
                aria-label={t(`print.approval.${part}`)}
                placeholder={t(`print.approval.${part}`)}
                maxLength={PRINT_LIMITS.approval}
                value={line[part]}
                onChange={(event) => set(index, { [part]: event.currentTarget.value })}
              />
            ))}
            <IconButton
              icon={IconTrash}
              variant="subtle"
              label={t('print.remove_approval')}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            />
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={lines.length >= PRINT_LIMITS.approvals}
          onClick={() => onChange([...lines, NOBODY])}
        >
          {t('print.add_approval')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

function Logo({ format, onChange }: Props) {
  const { t } = useTranslation();
  const { logos, add, remove } = usePrintLogos();
  const chosen = logos.find(({ id }) => id === format.logo_id);
  const upload = (file: File | null): void => {
    if (!file) return;
    add.mutate(file, {
      onSuccess: ({ id }) => {
        onChange({ logo_id: id });
        showToast('ok', t('print.logo_saved'));
      },
    });
  };
  return (
    <>
      <SimpleGrid cols={2} spacing="xs">
        <Select
          size="xs"
          label={t('print.logo')}
          data={[
            { value: '', label: t('print.no_logo_chosen') },
            ...logos.map(({ id, name }) => ({ value: String(id), label: name || `#${id}` })),
          ]}
          value={chosen ? String(chosen.id) : ''}
          allowDeselect={false}
          error={add.isError ? refusalText(add.error, t) : null}
          onChange={(value) => onChange({ logo_id: value ? Number(value) : null })}
        />
        <NumberInput
          size="xs"
          label={t('print.picture_mm')}
          min={PRINT_LIMITS.pictureFrom}
          max={PRINT_LIMITS.pictureTo}
          value={format.picture_mm}
          onChange={(picture_mm) => typeof picture_mm === 'number' && onChange({ picture_mm })}
        />
      </SimpleGrid>
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={upload}>
          {(props) => (
            <Button size="xs" variant="default" loading={add.isPending} {...props}>
              {t('print.upload_logo')}
            </Button>
          )}
        </FileButton>
        {chosen?.own && (
          <IconButton
            icon={IconTrash}
            variant="subtle"
            label={t('print.delete_logo')}
            onClick={() =>
              remove.mutate(chosen.id, {
                onSuccess: () => {
                  onChange({ logo_id: null });
                  showToast('ok', t('print.logo_deleted'));
                },
              })
            }
          />
        )}
      </Group>
    </>
  );
}
