type Asked = { query: Record<string, string | number> };

/** What calls that name a version and a row beside their path are asked. */
export const askedOfRow = (of: () => { version: number; item: number }): Record<string, () => Asked[]> => ({
  'ai.scheduleAnalytics': () => ['en-US', 'ru'].map((language) => ({ query: { version_id: of().version, language } })),
  'ai.decompose': () => [{ query: { version_id: of().version, wbs_id: of().item } }],
  'ai.historyList': () => [{ query: { version_id: of().version } }],
  'actionItems.listByRow': () => [{ query: { version_id: of().version } }],
  'ai.historyItem': () => [{ query: { id: 1 } }],
});

/** Rows that have parts, or have begun, get none, and there is no history of them. */
export const NO_PROPOSAL: Record<string, number[]> = { 'ai.decompose': [409], 'ai.historyItem': [404] };
