import { api, type Output } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

export type Breakdown = Output<typeof api.models.tree>;
type Progress = { percent: number; stage: string };

const keyOf = (spaceId: number, projectId: number) => ['space', spaceId, 'models', projectId];

/** The models of a project, with how far those under way are. */
export function useModels(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ReadonlyMap<number, Progress>>(new Map());
  const query = useQuery({
    queryKey: keyOf(spaceId, projectId),
    queryFn: ({ signal }) => call(api.models.list, { params: { id: projectId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });
  usePush('bim_model_upload_progress', ({ project_id, model_id, percent, stage, status }) => {
    if (project_id !== projectId) return;
    setProgress((known) => new Map(known).set(model_id, { percent, stage }));
    if (status !== 'converting' || !query.data?.models.some(({ id }) => id === model_id))
      void client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
  });
  return { ...query, progress };
}

/** Places and elements of a version of a model. */
export const useBreakdowns = (spaceId: number, projectId: number, models: readonly { id: number; version: number }[]) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), 'trees', models],
    queryFn: async ({ signal }) => {
      const trees = new Map<number, Breakdown>();
      for (const { id } of models)
        trees.set(id, await call(api.models.tree, { params: { id: projectId, modelId: id } }, { signal, spaceId }));
      return trees;
    },
    staleTime: Infinity,
    placeholderData: (before) => before,
  });

/** One element with all its properties. */
export const useElement = (spaceId: number, projectId: number, element: { modelId: number; id: number } | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), 'element', element],
    queryFn: ({ signal }) =>
      call(
        api.models.elementInfo,
        { params: { id: projectId, modelId: element?.modelId ?? 0, elementId: element?.id ?? 0 } },
        { signal, spaceId, quiet: true },
      ),
    enabled: element !== null,
    staleTime: Infinity,
  });

/** What several elements have in common. */
export const useShared = (spaceId: number, projectId: number, elements: { model_id: number; ids: number[] }[]) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), 'shared', elements],
    queryFn: ({ signal }) =>
      call(api.models.attributesByIds, { params: { id: projectId }, body: { elements } }, { signal, spaceId, quiet: true }),
    enabled: elements.length > 0,
    staleTime: Infinity,
  });

/** Elements whose names or properties hold a text. */
export const useFound = (spaceId: number, projectId: number, text: string) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), 'found', text],
    queryFn: ({ signal }) =>
      call(api.models.attributesByText, { params: { id: projectId }, query: { text } }, { signal, spaceId, quiet: true }),
    enabled: text.trim().length > 1,
    placeholderData: (before) => before,
  });

/** Properties that elements of the models have. */
export const useAttributes = (spaceId: number, projectId: number, models: readonly { id: number; version: number }[]) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), 'attributes', models],
    queryFn: ({ signal }) => call(api.models.attributesAll, { params: { id: projectId } }, { signal, spaceId, quiet: true }),
    enabled: models.length > 0,
    staleTime: Infinity,
  });

/** The geometry of a version of a model. */
export async function loadGeometry(spaceId: number, projectId: number, model: { id: number; version: number }): Promise<ArrayBuffer> {
  const place = { params: { id: projectId, modelId: model.id }, query: { version: model.version } };
  const answer: unknown = await call(api.models.geometry, place, { spaceId, quiet: true });
  if (!(answer instanceof Blob)) throw new Error('the geometry is no file');
  return answer.arrayBuffer();
}

/** What can be done with the models of a project. */
export function useModelActs(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
  const at = (modelId: number) => ({ params: { id: projectId, modelId } });
  return {
    async upload(file: File, { name, modelId, codePage }: { name?: string; modelId?: number; codePage?: string }): Promise<void> {
      const form = new FormData();
      if (name) form.set('name', name);
      if (modelId !== undefined) form.set('model_id', String(modelId));
      if (codePage) form.set('code_page', codePage);
      form.set('file', file);
      await call(api.models.upload, { params: { id: projectId } }, { form, spaceId });
      await again();
    },
    async rename(modelId: number, name: string): Promise<void> {
      await call(api.models.rename, { ...at(modelId), body: { name } }, { spaceId });
      await again();
    },
    async convert(modelId: number): Promise<void> {
      await call(api.models.convert, at(modelId), { spaceId });
      await again();
    },
    async remove(modelId: number): Promise<void> {
      await call(api.models.remove, at(modelId), { spaceId });
      await again();
    },
  };
}
