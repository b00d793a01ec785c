import type { PrimitiveModelContent } from '@gantry/contract';
import { Button, Loader, Modal, TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconStairsUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { BodiesPlan } from './bodies-plan.tsx';
import { BodiesTable } from './bodies-table.tsx';
import { type Body, copiedUp, freeKey, newBody, readSize, withoutStorey, writtenSize } from './primitive-models.model.ts';
import { usePrimitive, useSavePrimitive } from './primitive-models.queries.ts';
import classes from './primitives.module.css';

type Content = Pick<PrimitiveModelContent, 'name' | 'storeys' | 'items'>;
type Props = { opened: boolean; spaceId: number; projectId: number; /** null: a new model. */ id: number | null; onClose: () => void };

/** Boxes, cylinders and prisms by storeys, as a model. */
export function PrimitivesDialog({ opened, spaceId, projectId, id, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error } = usePrimitive(spaceId, projectId, opened ? id : null);
  const save = useSavePrimitive(spaceId, projectId);
  const begun: Content = {
    name: t('primitive_model.create'),
    storeys: [{ name: t('primitive_model.storey_name', { number: 1 }), elevation: 0 }],
    items: [],
  };
  const content = id === null ? begun : data;
  return (
    <Modal opened={opened} onClose={onClose} title={t('primitive_model.create')} size={1180}>
      {error ? (
        <p>{refusalText(error, t)}</p>
      ) : content ? (
        <PrimitivesForm content={content} onSubmit={(next) => save(id, next)} onClose={onClose} />
      ) : (
        <Loader size="sm" role="status" aria-label={t('primitive_model.create')} />
      )}
    </Modal>
  );
}

function PrimitivesForm({
  content,
  onSubmit,
  onClose,
}: {
  content: Content;
  onSubmit: (next: Content) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState(content.name);
  const [{ storeys, items }, set] = useState({ storeys: content.storeys, items: content.items });
  // Sizes as they are typed: one that is none yet stays to be mended.
  const [sizes, setSizes] = useState<ReadonlyMap<string, string>>(new Map());
  const sized = items.map((body) => {
    const shape = readSize(body.shape.kind, sizes.get(body.key) ?? writtenSize(body.shape));
    return shape && body.height > 0 ? { ...body, shape } : null;
  });
  const wrong = sized.indexOf(null);
  const problem =
    name.trim() === '' || storeys.some((storey) => storey.name.trim() === '')
      ? t('validation.enter_name')
      : wrong >= 0
        ? t('primitive_model.size_wrong', { name: items[wrong].name || items[wrong].key })
        : null;
  const add = (): void => {
    const body = newBody(items, t('primitive_model.body', { number: items.length + 1 }));
    set({ storeys, items: [...items, { ...body, storey: storeys.length - 1 }] });
  };
  const draw = (drawn: Pick<Body, 'x' | 'y' | 'shape'>, storey: number): void => {
    const body = newBody(items, t('primitive_model.body', { number: items.length + 1 }));
    const category = drawn.shape.kind === 'cylinder' ? 'IFCCOLUMN' : drawn.shape.kind === 'prism' ? 'IFCSLAB' : body.category;
    set({ storeys, items: [...items, { ...body, ...drawn, storey, category }] });
  };
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={!problem && items.length > 0}
      onSubmit={() => onSubmit({ name: name.trim(), storeys, items: sized.flatMap((body) => body ?? []) })}
      onClose={onClose}
    >
      <p className={classes.note}>{t('primitive_model.hint')}</p>
      <TextInput size="xs" label={t('model.name')} value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      <fieldset className={classes.storeys}>
        <legend>{t('primitive_model.storeys')}</legend>
        {storeys.map((storey, index) => (
          <div key={index} className={classes.line}>
            <TextInput
              size="xs"
              w={200}
              value={storey.name}
              maxLength={200}
              aria-label={`${t('primitive_model.storey')} ${index + 1}`}
              onChange={(event) => {
                const next = event.currentTarget.value;
                set({ items, storeys: storeys.map((one, at) => (at === index ? { ...one, name: next } : one)) });
              }}
            />
            <NumberField
              size="xs"
              w={110}
              unit={t('model.unit_length')}
              value={storey.elevation}
              aria-label={`${t('primitive_model.elevation')} ${index + 1}`}
              onChange={(value) =>
                value !== null && set({ items, storeys: storeys.map((one, at) => (at === index ? { ...one, elevation: value } : one)) })
              }
            />
            <IconButton
              icon={IconStairsUp}
              label={t('primitive_model.copy_storey')}
              size="sm"
              variant="subtle"
              disabled={index === storeys.length - 1}
              onClick={() => set({ storeys, items: copiedUp(items, index) })}
            />
            <IconButton
              icon={IconTrash}
              label={t('ui.named', { name: t('ui.delete'), text: storey.name })}
              size="sm"
              variant="subtle"
              disabled={storeys.length === 1}
              onClick={() => set(withoutStorey(storeys, items, index))}
            />
          </div>
        ))}
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={12} />}
          onClick={() => {
            const top = storeys[storeys.length - 1];
            const next = { name: t('primitive_model.storey_name', { number: storeys.length + 1 }), elevation: (top?.elevation ?? -3) + 3 };
            set({ items, storeys: [...storeys, next] });
          }}
        >
          {t('primitive_model.add_storey')}
        </Button>
      </fieldset>
      <BodiesPlan
        storeys={storeys}
        items={sized.flatMap((body) => body ?? [])}
        onDraw={draw}
        onMove={(index, to) => {
          const moved = sized.filter((body) => body !== null)[index]?.key;
          set({ storeys, items: items.map((body) => (body.key === moved ? { ...body, ...to } : body)) });
        }}
      />
      <div className={classes.line}>
        <b>{t('primitive_model.bodies', { number: formatCount(items.length) })}</b>
        <Button size="compact-xs" variant="default" leftSection={<IconPlus size={12} />} onClick={add}>
          {t('primitive_model.add')}
        </Button>
        {problem && (
          <span className={classes.problem} role="status">
            {problem}
          </span>
        )}
      </div>
      <BodiesTable
        storeys={storeys}
        items={items}
        sizeOf={(body) => sizes.get(body.key) ?? writtenSize(body.shape)}
        onSize={(key, text) => setSizes(new Map(sizes).set(key, text))}
        onChange={(index, more) => set({ storeys, items: items.map((body, at) => (at === index ? { ...body, ...more } : body)) })}
        renderActs={(index) => (
          <>
            <IconButton
              icon={IconCopy}
              label={t('ui.named', { name: t('primitive_model.copy'), text: items[index].name })}
              size="sm"
              variant="subtle"
              onClick={() => {
                const [body, key] = [items[index], freeKey(items)];
                const text = sizes.get(body.key);
                if (text !== undefined) setSizes(new Map(sizes).set(key, text));
                set({ storeys, items: items.toSpliced(index + 1, 0, { ...body, key }) });
              }}
            />
            <IconButton
              icon={IconTrash}
              label={t('ui.named', { name: t('ui.delete'), text: items[index].name })}
              size="sm"
              variant="subtle"
              onClick={() => set({ storeys, items: items.filter((_, at) => at !== index) })}
            />
          </>
        )}
      />
    </DialogForm>
  );
}
