export * from './time.ts';
export * from './enumerations.ts';
export * from './plan.ts';
export * from './version-tables.ts';
export * from './diff.ts';
export * from './plan-of-rows.ts';
export * from './rights.ts';
export * from './limits.ts';
