import { api, type Coefficient, type CoefficientDefinition } from '@gantry/contract';
import { COEFFICIENT_TARGETS, NORM_PARTS } from '@gantry/domain';
import { Box, Button, Group, Modal, Select, Table, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCoefficientCommands, useCoefficients } from './coefficients.queries.ts';
import { useRightAt } from '../../structure/eps/eps.queries.ts';
import type { AskBeforeSaving } from '../../../lib/ask-before-saving.ts';
import { formatNumber, readTyped } from '../../../lib/numbers.ts';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DeleteButton } from '../../../ui/forms/delete-button.tsx';
import { KeptInput } from '../../../ui/fields/kept-input.tsx';
import { Muted, SectionTitle } from '../../../ui/text/text.tsx';

const FACTORS = ['all', ...NORM_PARTS] as const;
type Draft = { setId: number; coefficient: Coefficient | null };
type SetDraft = { id: number | null; name: string; source: string };

/** Coefficients on norms and on what they cost, set by set, in the order in which they are applied. */
export function CoefficientsPane({ spaceId, mayEdit, ask }: { spaceId: number; mayEdit: boolean; ask: AskBeforeSaving }) {
  const { t } = useTranslation();
  const sets = useCoefficients(spaceId);
  const commands = useCoefficientCommands(spaceId);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [set, setSet] = useState<SetDraft | null>(null);
  const mayPlan = useRightAt(spaceId, null)('plan.edit');
  /** What norms count by is looked at before it is saved; names and codes are words. */
  const change = async ({ id, name, uses, ...before }: Coefficient, body: Partial<CoefficientDefinition>): Promise<void> => {
    const isFelt = (['target', ...FACTORS] as const).some((part) => part in body && body[part] !== before[part]);
    if (!isFelt || !uses || !mayPlan) return void (await commands.update(id, body));
    if (!(await ask({ change: { source: 'coefficient', source_id: id, change: body }, name }))) throw new Error('not saved');
  };
  const quietly = (act: Promise<unknown>): void => void act.catch(() => undefined);
  return (
    <>
      <Muted mb={8}>{t('coefficients.hint')}</Muted>
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="subtle"
          mb={8}
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => setSet({ id: null, name: '', source: '' })}
        >
          {t('coefficients.new_set')}
        </Button>
      )}
      {sets?.length === 0 && <Muted mb={8}>{t('coefficients.none')}</Muted>}
      {sets?.map(({ id, name, source, coefficients }) => (
        <Box key={id} component="section" mb={20} aria-label={name}>
          <Group gap={8} mb={4}>
            <SectionTitle order={3}>{name}</SectionTitle>
            {source && <Muted>{source}</Muted>}
            {mayEdit && (
              <>
                <Button size="compact-xs" variant="subtle" onClick={() => setSet({ id, name, source })}>
                  {t('ui.rename')}
                </Button>
                <Button size="compact-xs" variant="subtle" onClick={() => setDraft({ setId: id, coefficient: null })}>
                  {t('coefficients.new')}
                </Button>
                <DeleteButton onDelete={() => quietly(commands.removeSet(id))} />
              </>
            )}
          </Group>
          <Table verticalSpacing={2}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={110}>{t('directory.code')}</Table.Th>
                <Table.Th>{t('ui.name')}</Table.Th>
                <Table.Th>{t('coefficients.target')}</Table.Th>
                {FACTORS.map((factor) => (
                  <Table.Th key={factor} ta="right">
                    {t(`coefficients.${factor}`)}
                  </Table.Th>
                ))}
                <Table.Th ta="right">{t('coefficients.uses')}</Table.Th>
                <Table.Th w={108} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {coefficients.map((coefficient, at) => (
                <Table.Tr key={coefficient.id}>
                  <Table.Td>{coefficient.code}</Table.Td>
                  <Table.Td>
                    <Button
                      size="compact-sm"
                      variant="transparent"
                      p={0}
                      disabled={!mayEdit}
                      onClick={() => setDraft({ setId: id, coefficient })}
                    >
                      {coefficient.name}
                    </Button>
                  </Table.Td>
                  <Table.Td>{t(`coefficients.target_${coefficient.target}`)}</Table.Td>
                  {FACTORS.map((factor) => (
                    <Table.Td key={factor} ta="right">
                      <KeptInput
                        label={t('ui.named', { name: coefficient.name, text: t(`coefficients.${factor}`) })}
                        value={writeFactor(coefficient[factor])}
                        readOnly={!mayEdit}
                        placeholder="–"
                        align="right"
                        mayEmpty
                        onKeep={(typed) => {
                          const value = readTyped(typed);
                          if (value !== null || typed === '') quietly(change(coefficient, { [factor]: value }));
                        }}
                      />
                    </Table.Td>
                  ))}
                  <Table.Td ta="right">{coefficient.uses}</Table.Td>
                  <Table.Td>
                    {mayEdit && (
                      <Group gap={0} wrap="nowrap" justify="flex-end">
                        <IconButton
                          icon={IconArrowUp}
                          size="sm"
                          variant="subtle"
                          label={t('coefficients.earlier')}
                          disabled={at === 0}
                          onClick={() => quietly(commands.update(coefficient.id, { position: at }))}
                        />
                        <IconButton
                          icon={IconArrowDown}
                          size="sm"
                          variant="subtle"
                          label={t('coefficients.later')}
                          disabled={at === coefficients.length - 1}
                          onClick={() => quietly(commands.update(coefficient.id, { position: at + 2 }))}
                        />
                        <DeleteButton onDelete={() => quietly(commands.remove(coefficient.id))} />
                      </Group>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      ))}
      <Modal
        opened={set !== null}
        onClose={() => setSet(null)}
        title={t(set?.id === null ? 'coefficients.new_set' : 'ui.rename')}
        size={420}
      >
        {set && (
          <DialogForm
            submitLabel={t('ui.save')}
            ready={set.name.trim() !== ''}
            onSubmit={() => {
              const body = { name: set.name.trim(), source: set.source.trim() };
              return set.id === null ? commands.createSet(body) : commands.updateSet(set.id, body);
            }}
            onClose={() => setSet(null)}
          >
            <TextInput
              data-autofocus
              label={t('ui.name')}
              value={set.name}
              onChange={(event) => setSet({ ...set, name: event.currentTarget.value })}
              autoComplete="off"
            />
            <TextInput
              label={t('coefficients.source')}
              value={set.source}
              onChange={(event) => setSet({ ...set, source: event.currentTarget.value })}
              autoComplete="off"
            />
          </DialogForm>
        )}
      </Modal>
      <Modal opened={draft !== null} onClose={() => setDraft(null)} title={draft?.coefficient?.name ?? t('coefficients.new')} size={460}>
        {draft && (
          <CoefficientForm
            coefficient={draft.coefficient}
            onSubmit={(body) => (draft.coefficient ? change(draft.coefficient, body) : commands.create(draft.setId, body))}
            onClose={() => setDraft(null)}
          />
        )}
      </Modal>
    </>
  );
}

const writeFactor = (value: number | null): string =>
  value === null ? '' : formatNumber(value, { decimals: decimalsOf(value), group: '' });
const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

function CoefficientForm({
  coefficient,
  onSubmit,
  onClose,
}: {
  coefficient: Coefficient | null;
  onSubmit(body: CoefficientDefinition): Promise<unknown>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState(coefficient?.name ?? '');
  const [code, setCode] = useState(coefficient?.code ?? '');
  const [target, setTarget] = useState(coefficient?.target ?? 'consumption');
  const [factors, setFactors] = useState<Record<string, string>>(
    Object.fromEntries(FACTORS.map((factor) => [factor, writeFactor(coefficient?.[factor] ?? null)])),
  );
  const [shown, setShown] = useState(false);
  const problem = firstProblem(api.coefficients.create.body.shape.name, name);
  const wrong = (factor: string): boolean => factors[factor].trim() !== '' && !((readTyped(factors[factor]) ?? -1) >= 0);
  const parsed = Object.fromEntries(FACTORS.map((factor) => [factor, readTyped(factors[factor])])) as Record<
    (typeof FACTORS)[number],
    number | null
  >;
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={problem === null && !FACTORS.some(wrong)}
      onTry={() => setShown(true)}
      onSubmit={() => onSubmit({ code: code.trim(), name: name.trim(), target, ...parsed })}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('ui.name')}
        value={name}
        error={shown && problem ? t(problem) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
      <TextInput label={t('directory.code')} value={code} onChange={(event) => setCode(event.currentTarget.value)} autoComplete="off" />
      <Select
        label={t('coefficients.target')}
        data={COEFFICIENT_TARGETS.map((value) => ({ value, label: t(`coefficients.target_${value}`) }))}
        value={target}
        allowDeselect={false}
        onChange={(next) => next && setTarget(next)}
      />
      <Group grow align="start">
        {FACTORS.map((factor) => (
          <TextInput
            key={factor}
            label={t(`coefficients.${factor}`)}
            value={factors[factor]}
            placeholder={factor === 'all' ? '1' : '–'}
            error={wrong(factor) ? t('validation.not_negative') : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setFactors((before) => ({ ...before, [factor]: value }));
            }}
            autoComplete="off"
          />
        ))}
      </Group>
    </DialogForm>
  );
}
