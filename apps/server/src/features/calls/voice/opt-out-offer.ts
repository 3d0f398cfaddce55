import { fillSpoken, optOutByPhone, type SpokenContext, withOptOutOffer } from '@parley/contract';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallBrief } from '../../../ports/language-model.ts';
import type { CallManners } from '../../../voice/session/manners.ts';

/** Whoever is called to be sold something can opt out by a key and by words. */
export function isSalesCall({ purpose, direction }: Pick<CallRecord, 'purpose' | 'direction'>): boolean {
  return purpose === 'sales' && direction === 'outbound';
}

/** Puts the offer to opt out where a sales call says who calls. */
export interface OptOutOffer {
  inOpening(brief: CallBrief): CallBrief;
  /** A mailbox hears no keys: it is told the number at which somebody answers who can note it. */
  inManners(manners: CallManners): CallManners;
}

export function optOutOfferOf(
  call: Pick<CallRecord, 'purpose' | 'direction'>,
  context: SpokenContext,
): OptOutOffer {
  if (!isSalesCall(call)) return { inOpening: (brief) => brief, inManners: (manners) => manners };
  const { language, organizationName, agentName } = context;
  const byPhone = fillSpoken(optOutByPhone(language), context);
  return {
    inOpening: (brief) => ({
      ...brief,
      opening: withOptOutOffer(brief.opening ?? '', language, [organizationName, agentName]),
    }),
    inManners: (manners) => ({
      ...manners,
      offersOptOut: true,
      voicemailMessage: manners.voicemailMessage === null ? null : `${manners.voicemailMessage} ${byPhone}`,
    }),
  };
}
