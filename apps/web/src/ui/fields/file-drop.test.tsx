import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { FileDrop } from './file-drop.tsx';

const fileOf = (name: string, bytes: number): File => new File([new Uint8Array(bytes)], name);
const input = (): HTMLInputElement => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;

it('asks for a file by a button that says what is wanted', async () => {
  await show(<FileDrop file={null} accept=".xer,.xml" hint="XER or XML" title="Choose a plan" onFile={vi.fn()} />);
  expect(screen.getByRole('button', { name: 'Choose a plan XER or XML' }).textContent).toBe('Choose a plan XER or XML');
  expect(input().accept).toBe('.xer,.xml');
  expect(input().multiple).toBe(false);
});

it('takes a file that is chosen', async () => {
  const onFile = vi.fn();
  const { user } = await show(<FileDrop file={null} accept=".xer" hint="" onFile={onFile} />);
  const plan = fileOf('plan.xer', 10);
  await user.upload(input(), plan);
  await waitFor(() => expect(onFile).toHaveBeenCalledOnce());
  expect((onFile.mock.calls[0][0] as File).name).toBe('plan.xer');
});

it('takes the first of several files that are dropped', async () => {
  const onFile = vi.fn();
  await show(<FileDrop file={null} accept=".xer" hint="" onFile={onFile} />);
  const place = screen.getByRole('button');
  const files = [fileOf('one.xer', 1), fileOf('two.xer', 1)];
  const drop = createEvent.drop(place);
  const items = files.map((file) => ({ kind: 'file', type: '', getAsFile: () => file }));
  Object.defineProperty(drop, 'dataTransfer', { value: { files, items, types: ['Files'] } });
  fireEvent(place, drop);
  await waitFor(() => expect(onFile).toHaveBeenCalledOnce());
  expect((onFile.mock.calls[0][0] as File).name).toBe('one.xer');
});

it.each([
  [1, '1 KB'],
  [1024 * 1024 - 1, '1\u00a0024 KB'],
  [1024 * 1024, '1.0 MB'],
  [Math.round(2.55 * 1024 * 1024), '2.6 MB'],
])('says the size of %i bytes as %s', async (bytes, size) => {
  await show(<FileDrop file={fileOf('plan.xer', bytes)} accept=".xer" hint="XER" onFile={vi.fn()} />);
  expect(screen.getByRole('button', { name: `plan.xer ${size}` }).textContent).toBe(`plan.xer ${size}`);
});
