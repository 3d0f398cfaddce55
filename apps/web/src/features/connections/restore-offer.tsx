import { DraftOffer } from '../../ui/draft-offer.tsx';

/** Offers what was typed to connect. */
export function RestoreOffer({ onRestore }: { onRestore: () => void }) {
  return <DraftOffer onRestore={onRestore}>Keys and passwords are not kept.</DraftOffer>;
}
