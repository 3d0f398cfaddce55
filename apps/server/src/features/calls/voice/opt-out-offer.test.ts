import { optOutOffer } from '@parley/contract';
import { expect, test } from 'vitest';
import type { CallBrief } from '../../../ports/language-model.ts';
import { plainManners } from '../../../voice/session/manners.ts';
import { optOutOfferOf } from './opt-out-offer.ts';

const context = {
  ...{ agentName: 'Kuzco', organizationName: 'Elm Street Dental', at: 0, timeZone: 'UTC' },
  ...{ ownNumber: '+15005550006', language: 'en-US' },
};
const brief = { opening: 'Hello, this is the AI assistant of Elm Street Dental. Do you have a minute?' };
const withMessage = { ...plainManners, voicemailMessage: 'Please call us back.' };

test('CP33: a sales call offers to opt out after saying who calls, and by phone on a machine', () => {
  const offer = optOutOfferOf({ purpose: 'sales', direction: 'outbound' }, context);
  expect(offer.inOpening(brief as CallBrief).opening).toBe(
    `Hello, this is the AI assistant of Elm Street Dental. ${optOutOffer('en-US')} Do you have a minute?`,
  );
  const manners = offer.inManners(withMessage);
  expect(manners.offersOptOut).toBe(true);
  expect(manners.voicemailMessage).toBe(
    'Please call us back. To get no more calls from us, call five zero zero, five five five, zero zero zero six.',
  );
  expect(offer.inManners(plainManners).voicemailMessage).toBeNull();
});

test.each([
  ['a call of another purpose', { purpose: 'reminder', direction: 'outbound' }],
  ['a call by hand', { purpose: null, direction: 'outbound' }],
  ['somebody who calls', { purpose: 'sales', direction: 'inbound' }],
] as const)('CP33: %s hears no offer', (_what, call) => {
  const offer = optOutOfferOf(call, context);
  expect(offer.inOpening(brief as CallBrief)).toEqual(brief);
  expect(offer.inManners(withMessage)).toEqual(withMessage);
});
