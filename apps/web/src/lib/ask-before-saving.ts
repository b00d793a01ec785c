import type { UnsavedChange } from '@gantry/contract';

/** A change of the catalog that is about to be saved; `about` is what else is to be said of it. */
export type SavingQuestion = { change: UnsavedChange; name: string; about?: string[] };

/** Shows what a change does to the plans that follow it and saves it if the person wants that; the catalog, which knows no plans, is given it. */
export type AskBeforeSaving = (question: SavingQuestion) => Promise<boolean>;
