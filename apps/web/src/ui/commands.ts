import { useEffect } from 'react';
import { create } from 'zustand';

/** Something that the open place does, by name. */
export type Command = { key: string; name: string; shortcut?: string; run(): void };

/** What an open place offers to whoever searches: its commands, and what in it holds a text. */
export type Offer = {
  commands: readonly Command[];
  find(text: string, most: number): { key: string; name: string; where: string; go(): void }[];
};

const useOffer = create<{ offer: Offer | null }>(() => ({ offer: null }));

/** Offers commands and findings as long as the caller is shown. */
export function useOfferOf(offer: Offer): void {
  useEffect(() => {
    useOffer.setState({ offer });
    return () => useOffer.setState((now) => (now.offer === offer ? { offer: null } : now));
  }, [offer]);
}

/** What the open place offers; null where it offers nothing. */
export const useOffered = (): Offer | null => useOffer(({ offer }) => offer);
