import { api } from '@gantry/contract';
import { call } from '../../../lib/calls/api-client.ts';
import { saveBlob } from '../../../lib/save-blob.ts';

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

/** Stores a file for an attribute of a node; answers the value that names it. */
export const storeNodeFile = async (nodeId: number, attributeId: number, file: File): Promise<string> =>
  (await call(api.attributeFiles.storeForNode, { params: { id: nodeId, attributeId } }, { form: formOf(file) })).value;

/** Stores a file for an attribute of a version; answers the value that names it. */
export const storeVersionFile = async (versionId: number, attributeId: number, file: File): Promise<string> =>
  (await call(api.attributeValues.storeFile, { params: { id: versionId, attributeId } }, { form: formOf(file) })).value;

/** Fetches the file of a value and lets the browser save it under its name. */
export async function saveAttributeFile({ key, name }: { key: string; name: string }): Promise<void> {
  const blob = (await call(api.attributeFiles.read, { params: { fileKey: key } }).catch(() => null)) as Blob | null;
  if (blob) saveBlob(blob, name);
}
