import { api } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { memberOf, signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { NarrativeView } from './narrative-view.tsx';

const row = { id: 4, version_id: 8, code: 'A-1', name: 'Walls', amount: null };
const NARRATIVE = {
  base: { id: 7, name: 'May' },
  data_date: '2026-06-01T08:00',
  days: 30,
  sections: [
    {
      section: 'late' as const,
      lines: [
        {
          key: 'not_finished' as const,
          count: 1,
          amount: null,
          unit: null,
          rows: [row],
          note: { text: 'Rain', version: { id: 7, name: 'May' } },
        },
        { key: 'not_begun' as const, count: 1, amount: null, unit: null, rows: [row], note: null },
      ],
    },
    {
      section: 'amounts' as const,
      lines: [
        { key: 'labour_plan' as const, count: 1, amount: 1234.5, unit: 'hours' as const, rows: [{ ...row, amount: 1234.5 }], note: null },
      ],
    },
  ],
};

beforeEach(() => {
  signedInWith();
  // Fields that grow with their text ask when the fonts come.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.spaces.users, { users: [memberOf(3, 'Boris')] });
  answer(api.narratives.read, NARRATIVE);
  answer(api.narratives.saveNote, { success: true });
});

it('shows amounts with their rows, the reason that was carried over, and keeps one that is written', async () => {
  const { user } = await show(<NarrativeView spaceId={1} scheduleId={5} versionIds={[7, 8]} search="" />);
  expect(await screen.findByText(/^Rain/)).toBeTruthy();
  expect(screen.getByText('as of “May”')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Rows behind “Labour planned”/ }));
  expect((await screen.findAllByText('1 235 h')).length).toBe(2);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Add a reason: Due and not begun' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason: Due and not begun' }), 'Waits for the crane');
  await user.tab();
  await waitFor(() =>
    expect(asked(api.narratives.saveNote)).toMatchObject([{ params: { id: 8 }, body: { line: 'not_begun', text: 'Waits for the crane' } }]),
  );
});
