export * from './time.ts';
export * from './enumerations.ts';
export * from './plan.ts';
