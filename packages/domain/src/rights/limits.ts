/** Business constants and limits of the specification. */
export const LIMITS = {
  /** One-line name fields. */
  nameLength: 32,
  /** Names of rows, codes, emails and other texts that are longer in practice. */
  textLength: 512,
  passwordMin: 12,
  passwordMax: 128,
  disconnectSeconds: 10,
  reconnectSeconds: 5,
  reconnectTries: 12,
  idlenessMinutes: 30,
  lastSpaceCookieDays: 365,
  /** More WBS rows than this are not removed in one step. */
  removeWbsAtOnce: 1000,
  /** WBS rows are copied in one step with no more rows than this that are theirs: assignments, relations, values. */
  copyRowsAtOnce: 100_000,
  /** Rows that one answer holds; `next` says where the following ones begin. */
  rowsAnAnswer: 10_000,
  /** Colours that a row can have. */
  tints: 8,
  uploadBytes: 100 * 1024 * 1024,
  requestMs: 5 * 60_000,
  rangeFromMs: 946_684_800_000,
  rangeToMs: 2_524_608_000_000,
} as const;

/** Characters that name fields refuse: brackets, backslash, backtick, bar, caret, control characters and marks that turn the direction of writing. */
// oxlint-disable-next-line no-control-regex
export const PROHIBITED_CHARACTERS = /[<>{}[\]\\`|^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
