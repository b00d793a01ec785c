import type { UnsavedChange } from '@gantry/contract';
import { create } from 'zustand';

/** A change of the catalog that is about to be saved. */
export type ActQuestion = {
  change: UnsavedChange;
  name: string;
  /** What else is to be said of it. */
  about?: string[];
};

type Store = { question: ActQuestion | null; asked: number; answer: (saved: boolean) => void };

export const useActQuestion = create<Store>(() => ({ question: null, asked: 0, answer: () => undefined }));

/** Shows what a change does to versions and saves it if the person wants it; answers whether it was saved. */
export function askAct(question: ActQuestion): Promise<boolean> {
  useActQuestion.getState().answer(false);
  return new Promise((resolve) => {
    const answer = (saved: boolean): void => {
      useActQuestion.setState({ question: null, answer: () => undefined });
      resolve(saved);
    };
    useActQuestion.setState(({ asked }) => ({ question, asked: asked + 1, answer }));
  });
}
