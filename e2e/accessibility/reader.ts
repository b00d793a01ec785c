/** A page as a screen reader has it: the accessibility tree and the announcements, nothing else. */

import type { CDPSession, Page } from 'playwright-core';
import { painted } from '../grid.ts';

type AxNode = {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  value?: { value: string };
  properties?: { name: string; value: { value?: unknown; relatedNodes?: { backendDOMNodeId: number }[] } }[];
  childIds?: string[];
  backendDOMNodeId?: number;
};

/** What a screen reader announces for the focused element. */
export type Heard = { role: string; name: string; description: string; value: string };

/** A screen reader of a page. */
export type Reader = {
  /** The element with the focus; inside a grid or list the row, cell or option that is active. */
  focus(): Promise<Heard>;
  /** The names of all nodes of a role, in order. */
  names(role: string): Promise<string[]>;
  /** All announcements so far. */
  spoken(): Promise<string[]>;
  /** Presses Tab until the focus has this role and a name that holds the text or matches. */
  tabTo(role: string, name: string | RegExp): Promise<Heard>;
  /** Presses a key until what is heard has the text in its name. */
  pressUntil(key: string, name: string): Promise<Heard>;
};

/** Listens to a page; call it before the page is opened. */
export async function listen(page: Page): Promise<Reader> {
  await page.addInitScript(() => {
    const spoken: string[] = [];
    Object.assign(globalThis, { spoken });
    const LIVE = '[aria-live], [role=status], [role=alert], [role=alertdialog]';
    const hear = (records: MutationRecord[]): void => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const text = element?.closest(LIVE)?.textContent?.trim();
        if (text && spoken.at(-1) !== text) spoken.push(text);
      }
    };
    new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');

  const nodes = async (): Promise<AxNode[]> => (await session.send('Accessibility.getFullAXTree')).nodes as unknown as AxNode[];
  const propertyOf = (node: AxNode, name: string) => node.properties?.find((property) => property.name === name)?.value;
  const heard = (node: AxNode): Heard => ({
    role: node.role?.value ?? '',
    name: node.name?.value ?? '',
    description: node.description?.value ?? '',
    value: node.value?.value ?? '',
  });
  const focus = async (): Promise<Heard> => {
    const tree = await nodes();
    const focused = tree.filter((node) => !node.ignored && propertyOf(node, 'focused')?.value === true).at(-1);
    if (!focused) return { role: '', name: '', description: '', value: '' };
    const active = propertyOf(focused, 'activedescendant')?.relatedNodes?.[0]?.backendDOMNodeId;
    return heard(tree.find((node) => node.backendDOMNodeId === active && active !== undefined) ?? focused);
  };
  const press = async (key: string, until: (at: Heard) => boolean, wanted: string): Promise<Heard> => {
    let at = await focus();
    for (let step = 0; step < 90; step += 1) {
      if (until(at)) return at;
      await page.keyboard.press(key);
      await painted(page);
      at = await focus();
    }
    throw new Error(`${key} does not lead to ${wanted}; last heard: ${JSON.stringify(at)}`);
  };
  return {
    focus,
    names: async (role) => (await nodes()).filter((node) => !node.ignored && node.role?.value === role).map((node) => heard(node).name),
    spoken: () => page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken),
    tabTo: (role, name) =>
      press(
        'Tab',
        (at) => at.role === role && (typeof name === 'string' ? at.name.includes(name) : name.test(at.name)),
        `${role} ${String(name)}`,
      ),
    pressUntil: (key, name) => press(key, (at) => at.name.includes(name), name),
  };
}
