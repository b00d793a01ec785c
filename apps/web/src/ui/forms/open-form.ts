import type { NodeKind } from '@gantry/domain';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { create } from 'zustand';

/** A named form and what it is open for. */
export type NamedForm =
  | { form: 'checkout' }
  | { form: 'create_node'; kind: NodeKind; parentId: number | null; parentName: string }
  | { form: 'create_space' }
  | { form: 'version_upload'; scheduleId: number; versionId: number | null }
  /** `new`: the file makes a directory of its own; else it goes into the one that is shown. */
  | { form: 'directory_upload'; into: 'new' | 'shown' }
  | { form: 'directory_upload_with_assignment'; into: 'new' | 'shown' }
  | { form: 'permissions'; nodeId: number; nodeName: string }
  | { form: 'pipe_settings' }
  | { form: 'settings' };

type FormName = NamedForm['form'];
type FormOf<N extends FormName> = Extract<NamedForm, { form: N }>;

/** Which named form is open, and on which screen: at most one is. */
const useOpened = create<{ opened: NamedForm | null; path: string }>(() => ({ opened: null, path: '' }));

const isForm = <N extends FormName>(opened: NamedForm | null, name: N): opened is FormOf<N> => opened?.form === name;

/** What a named form is open for; null while it is closed. */
export function useNamedForm<N extends FormName>(name: N): FormOf<N> | null {
  return useOpened(({ opened }) => (isForm(opened, name) ? opened : null));
}

/** Closes whichever named form is open. */
export const closeForm = (): void => useOpened.setState({ opened: null });

/** Opens a named form where the person stands, or on the screen that has it. */
export function useOpenForm(): (form: NamedForm, path?: string) => void {
  const router = useRouter();
  return useCallback(
    (opened, path) => {
      const here = router.history.location.pathname;
      useOpened.setState({ opened, path: path ?? here });
      if (path !== undefined && path !== here) void router.navigate({ to: path });
    },
    [router],
  );
}

/** An open form belongs to its screen: Back closes it instead of leaving, and leaving closes it. */
export function useFormsInHistory(): void {
  const { history } = useRouter();
  const isOpen = useOpened(({ opened }) => opened !== null);
  useEffect(
    () =>
      history.subscribe(({ location }) => {
        const { opened, path } = useOpened.getState();
        if (opened && location.pathname !== path) closeForm();
      }),
    [history],
  );
  useEffect(() => {
    if (!isOpen) return undefined;
    // Where nothing of the page lies behind, Back would leave the page before anybody is asked.
    if (!history.canGoBack()) history.push(history.location.href);
    return history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action !== 'BACK') return false;
        closeForm();
        return true;
      },
    });
  }, [history, isOpen]);
}
