import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../testing/show.tsx';
import { Toolbar } from './toolbar.tsx';

function Tools() {
  const [off, setOff] = useState(false);
  return (
    <>
      <Toolbar label="Tools">
        <button type="button" disabled={off}>
          One
        </button>
        <button type="button" onClick={() => setOff(true)}>
          Two
        </button>
        <input aria-label="Scale" />
        <button type="button">Three</button>
      </Toolbar>
      <button type="button">Behind</button>
    </>
  );
}
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

it('takes one stop of Tab for its buttons and one for a field; arrows lead on', async () => {
  const { user } = await show(<Tools />);
  await user.tab();
  expect(focused()).toBe('One');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Three');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('One');
  await user.keyboard('{End}{ArrowLeft}');
  expect(focused()).toBe('Two');
  await user.tab();
  expect(focused()).toBe('Scale');
  await user.tab();
  expect(focused()).toBe('Behind');
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(focused()).toBe('Two');
});

it('keeps a stop where the one that had it is disabled', async () => {
  const { user } = await show(<Tools />);
  await user.click(screen.getByRole('button', { name: 'Two' }));
  await user.click(screen.getByRole('button', { name: 'Behind' }));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'One' }).disabled).toBe(true));
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(focused()).toBe('Two');
});
