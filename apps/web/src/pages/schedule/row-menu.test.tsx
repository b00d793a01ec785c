import { smallView } from '@gantry/plan-view/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { RowMenu } from './row-menu.tsx';
import { NO_ACTIONS } from './use-grid-actions.ts';

test('a reader goes from a row to its bar', async () => {
  const view = smallView();
  const onGoTo = vi.fn();
  const { user } = await show(
    <RowMenu
      place={{ row: 2, columnId: 'name', link: -1, header: false, x: 10, y: 10 }}
      view={view}
      selected={[]}
      actions={NO_ACTIONS}
      readOnly
      onWhy={() => undefined}
      onGoTo={onGoTo}
      onClose={() => undefined}
    />,
  );
  await user.click(await screen.findByRole('menuitem', { name: /^Go to the bar/ }));
  expect(onGoTo).toHaveBeenCalledExactlyOnceWith(view.rows.id[2]);
});
