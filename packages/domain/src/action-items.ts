/** How far an action item is: asked, taken on, refused, done by its people, and found good by who asked. */
export const ACTION_ITEM_STATUSES = ['new', 'accepted', 'declined', 'done', 'closed'] as const;
export type ActionItemStatus = (typeof ACTION_ITEM_STATUSES)[number];

export const ACTION_ITEM_ACTS = ['accept', 'decline', 'do', 'close', 'reopen', 'change', 'comment', 'remove'] as const;
export type ActionItemAct = (typeof ACTION_ITEM_ACTS)[number];
/** Acts that change the status. */
export type ActionItemStep = Exclude<ActionItemAct, 'change' | 'comment' | 'remove'>;

/** Who does it and who asked for it or plans there; nobody else acts on it. */
export type ActionItemRole = { isPerson: boolean; manages: boolean };

const STEPS: Record<ActionItemStep, { from: readonly ActionItemStatus[]; to: ActionItemStatus; by: keyof ActionItemRole }> = {
  accept: { from: ['new'], to: 'accepted', by: 'isPerson' },
  decline: { from: ['new', 'accepted'], to: 'declined', by: 'isPerson' },
  do: { from: ['new', 'accepted'], to: 'done', by: 'isPerson' },
  close: { from: ['new', 'accepted', 'declined', 'done'], to: 'closed', by: 'manages' },
  reopen: { from: ['declined', 'done', 'closed'], to: 'new', by: 'manages' },
};

/** The status that a step leads to; null where that person may not take it now. */
export function statusAfter(step: ActionItemStep, status: ActionItemStatus, role: ActionItemRole): ActionItemStatus | null {
  const { from, to, by } = STEPS[step];
  return role[by] && from.includes(status) ? to : null;
}

/** What somebody may do with an action item now. Whoever reads it comments on it where they may write. */
export function actsOn(status: ActionItemStatus, role: ActionItemRole, mayWrite: boolean): ActionItemAct[] {
  const steps = (Object.keys(STEPS) as ActionItemStep[]).filter((step) => statusAfter(step, status, role) !== null);
  const others: ActionItemAct[] = role.manages ? [...(status === 'closed' ? [] : (['change'] as const)), 'remove'] : [];
  return [...steps, ...others, ...(mayWrite ? (['comment'] as const) : [])];
}
