import * as z from 'zod/mini';
import { call } from '../calls.ts';
import { followUp } from '../follow-ups/follow-up.ts';
import { contact } from './contact.ts';

/** Everything about a number. */
export const contactPage = z.object({
  number: z.string(),
  contacts: z.array(contact),
  /** Null: it may be called. */
  doNotCall: z.nullable(z.object({ createdAt: z.iso.datetime(), unconfirmed: z.boolean() })),
  /** The latest; none for somebody who may not read calls. */
  calls: z.array(call),
  hasMoreCalls: z.boolean(),
  /** What is still to do first, then the latest; none for somebody who may not read follow-ups. */
  followUps: z.array(followUp),
});
export type ContactPage = z.infer<typeof contactPage>;
