import { api, type ComplianceRuleIn, type RuleFile } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { saveBlob } from '../../../lib/save-blob.ts';

export type ImportErrors = { row: number; column: string; code: string }[];

const setsKey = (spaceId: number, nodeId: number) => ['space', spaceId, 'compliance-rules', nodeId];
const effectKey = (spaceId: number, versionId: number) => ['space', spaceId, 'cost-links', versionId, 'rules'];

/** The sets of rules that hold at a node, the nearest first. */
export const useRuleSets = (spaceId: number, nodeId: number) =>
  useQuery({
    queryKey: setsKey(spaceId, nodeId),
    queryFn: ({ signal }) => call(api.complianceRules.list, { query: { eps_id: nodeId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });

/** What the rules would make of the links of a version, counted again when rules or the version change. */
export function useRulesEffect(spaceId: number, versionId: number | null, currency: string | null) {
  const client = useQueryClient();
  usePush('version_changed', ({ version_id }) => {
    if (version_id === versionId) void client.invalidateQueries({ queryKey: effectKey(spaceId, version_id) });
  });
  return useQuery({
    queryKey: [...effectKey(spaceId, versionId ?? 0), currency],
    queryFn: ({ signal }) =>
      call(
        api.complianceRules.apply,
        { params: { versionId: versionId ?? 0 }, body: { dry_run: true, ...(currency === null ? {} : { currency }) } },
        { signal, spaceId, quiet: true },
      ),
    enabled: versionId !== null,
    staleTime: 0,
    retry: false,
  });
}

/** The cells that the server refused in an imported file of rules. */
export function useImportErrors(listener: (errors: ImportErrors) => void): void {
  usePush('compliance_import_error', ({ errors }) => listener(errors));
}

/** What can be done with the rules of a node. */
export function useRuleActs(spaceId: number, nodeId: number, versionId: number | null) {
  const client = useQueryClient();
  const again = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: setsKey(spaceId, nodeId) });
    if (versionId !== null) await client.invalidateQueries({ queryKey: ['space', spaceId, 'cost-links', versionId] });
  };
  const then = async <R>(work: Promise<R>): Promise<R> => {
    const answer = await work;
    await again();
    return answer;
  };
  return {
    create: (setId: number, rule: ComplianceRuleIn) =>
      then(call(api.complianceRules.create, { body: { set_id: setId, ...rule } }, { spaceId })),
    update: (id: number, body: Partial<ComplianceRuleIn> & { position?: number }) =>
      then(call(api.complianceRules.update, { params: { id }, body }, { spaceId })),
    remove: (id: number) => then(call(api.complianceRules.remove, { params: { id } }, { spaceId })),
    createSet: (name: string) => then(call(api.complianceRules.createSet, { body: { eps_id: nodeId, name } }, { spaceId })),
    updateSet: (id: number, body: { name?: string; active?: boolean; position?: number }) =>
      then(call(api.complianceRules.updateSet, { params: { id }, body }, { spaceId })),
    removeSet: (id: number) => then(call(api.complianceRules.removeSet, { params: { id } }, { spaceId })),
    apply: (currency: string | null) =>
      then(
        call(
          api.complianceRules.apply,
          { params: { versionId: versionId ?? 0 }, body: currency === null ? {} : { currency } },
          { spaceId },
        ),
      ),
    async exportSet(id: number, name: string, x: RuleFile): Promise<void> {
      const blob: unknown = await call(api.complianceRules.export, { params: { id, x } }, { spaceId });
      saveBlob(blob as Blob, `${name}.${x}`);
    },
    importFile(file: File, setId: number | null) {
      const form = new FormData();
      form.set('eps_id', String(nodeId));
      if (setId !== null) form.set('set_id', String(setId));
      form.set('file', file);
      return then(call(api.complianceRules.import, {}, { spaceId, form }));
    },
  };
}
