/** A value as JSON has it. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
