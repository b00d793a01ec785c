import { create } from 'zustand';
import type { AskBeforeSaving, SavingQuestion } from '../../../lib/ask-before-saving.ts';

type Store = { question: SavingQuestion | null; asked: number; answer: (saved: boolean) => void };

export const useActQuestion = create<Store>(() => ({ question: null, asked: 0, answer: () => undefined }));

/** Shows what a change does to versions and saves it if the person wants it; answers whether it was saved. */
export const askAct: AskBeforeSaving = (question) => {
  useActQuestion.getState().answer(false);
  return new Promise((resolve) => {
    const answer = (saved: boolean): void => {
      useActQuestion.setState({ question: null, answer: () => undefined });
      resolve(saved);
    };
    useActQuestion.setState(({ asked }) => ({ question, asked: asked + 1, answer }));
  });
};
