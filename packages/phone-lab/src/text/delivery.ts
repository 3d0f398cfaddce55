/** Numbers to which texts have a fixed outcome. */
const outcomes: Record<string, { refusedWith: number } | { undeliveredWith: number } | undefined> = {
  // A landline that the carrier knows as one, and one that it notices only when it delivers.
  '+15005550190': { refusedWith: 21614 },
  '+15005550191': { undeliveredWith: 30006 },
  // A mobile phone that is switched off, and a filter that holds the text back.
  '+15005550192': { undeliveredWith: 30003 },
  '+15005550193': { undeliveredWith: 30007 },
};

/** Twilio's test number that is no mobile phone. */
const magicLandline = '+15005550009';

/** The carrier knows that the number cannot receive texts. */
export function isKnownLandline(to: string, poses: boolean): boolean {
  const outcome = outcomes[to];
  return (!poses && to === magicLandline) || (outcome !== undefined && 'refusedWith' in outcome);
}

/** Null where the text arrives. */
export function deliveryError(to: string): number | null {
  const outcome = outcomes[to];
  return outcome && 'undeliveredWith' in outcome ? outcome.undeliveredWith : null;
}
