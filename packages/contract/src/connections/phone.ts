import * as z from 'zod/mini';
import { countryCodes } from '../organization/regions.ts';
import { connectionLimits, connections, replaces, secretText } from './connection.ts';
import { problem } from './problems.ts';

export const accountSid = z
  .string()
  .check(
    z.trim(),
    z.regex(/^AC[0-9a-fA-F]{32}$/, 'An account SID is AC followed by 32 digits or letters from a to f.'),
  );
const apiKey = z.object({
  sid: z
    .string()
    .check(
      z.trim(),
      z.regex(/^SK[0-9a-fA-F]{32}$/, 'An API key is SK followed by 32 digits or letters from a to f.'),
    ),
  secret: secretText,
});

export const phoneCredentials = z.object({
  accountSid,
  /** Signs the webhooks, so an API key alone is not enough. */
  authToken: secretText,
  /** For requests, in the place of the auth token. */
  apiKey: z.nullable(apiKey),
});
export type PhoneCredentials = z.infer<typeof phoneCredentials>;

/** What the carrier does with a call to a number. The six fields that are kept and put back. */
export const webhookValues = z.object({
  voiceUrl: z.string(),
  voiceMethod: z.string(),
  voiceFallbackUrl: z.string(),
  voiceFallbackMethod: z.string(),
  statusCallback: z.string(),
  statusCallbackMethod: z.string(),
  /** Set: the carrier ignores the URLs and asks this application, or this trunk. */
  voiceApplicationSid: z.string(),
  trunkSid: z.string(),
});
export type WebhookValues = z.infer<typeof webhookValues>;
const webhookFields = Object.keys(webhookValues.shape) as (keyof WebhookValues)[];

export function sameWebhooks(one: WebhookValues, other: WebhookValues): boolean {
  return webhookFields.every((field) => one[field] === other[field]);
}

export const numberSid = z.string().check(z.regex(/^PN[0-9a-fA-F]{32}$/, 'Choose a number of the list.'));

/** A number of the account, as the carrier shows it now. */
export const numberOffer = z.object({
  sid: z.string(),
  number: z.string(),
  /** Two-letter code; null or left out: not known. */
  country: z.optional(z.nullable(z.string())),
  voice: z.boolean(),
  webhooks: webhookValues,
  points: z.enum(['here', 'nowhere', 'elsewhere', 'application']),
  /** `here`: this connection uses it. `elsewhere`: another organization, or the environment, does. */
  claimed: z.enum(['no', 'here', 'elsewhere']),
});
export type NumberOffer = z.infer<typeof numberOffer>;

export const numbersOfAccountResponse = z.object({ numbers: z.array(numberOffer) });

export const checkPhoneResponse = z.object({
  /** Null when the account could not be read. */
  account: z.nullable(
    z.object({
      name: z.string(),
      status: z.string(),
      type: z.enum(['Trial', 'Full']),
      /** Null where the login may not read it. */
      balance: z.nullable(z.object({ amount: z.string(), currency: z.string() })),
    }),
  ),
  numbers: z.array(numberOffer),
  problem: z.nullable(problem),
});
export type CheckPhoneResponse = z.infer<typeof checkPhoneResponse>;

/** No API tells these: they depend on what the carrier has approved for the account. */
export const phoneLimits = z.object({
  callsAtOnce: z
    .int('Enter a whole number.')
    .check(
      z.minimum(1, 'At least one call at once.'),
      z.maximum(connectionLimits.callsAtOnceMax, `At most ${connectionLimits.callsAtOnceMax} calls at once.`),
    ),
  callsPerSecond: z
    .number('Enter a number.')
    .check(
      z.minimum(0.1, 'At least one call in ten seconds.'),
      z.maximum(
        connectionLimits.callsPerSecondMax,
        `At most ${connectionLimits.callsPerSecondMax} calls a second.`,
      ),
    ),
  countries: z
    .array(z.string().check(z.refine((code) => countryCodes.includes(code), 'Choose countries of the list.')))
    .check(z.minLength(1, 'Choose at least one country.'), z.maxLength(countryCodes.length)),
});
export type PhoneLimits = z.infer<typeof phoneLimits>;

const chosenNumbers = z.array(numberSid).check(
  z.minLength(1, 'Choose at least one number.'),
  z.maxLength(connectionLimits.numbersMax, `At most ${connectionLimits.numbersMax} numbers.`),
  z.refine((sids) => new Set(sids).size === sids.length, 'Choose each number once.'),
);

const mainIsChosen = ({ numbers, main }: { numbers: string[]; main: string }) => numbers.includes(main);
const mainSentence = 'The number that calls come from must be one of those that you chose.';

/** Never changes where calls to the numbers go: that is a request of its own. */
export const connectPhoneBody = z
  .object({
    ...phoneCredentials.shape,
    numbers: chosenNumbers,
    /** Calls come from it where an agent has no number. */
    main: numberSid,
    ...phoneLimits.shape,
    replaces,
  })
  .check(z.refine(mainIsChosen, mainSentence));
export type ConnectPhoneBody = z.infer<typeof connectPhoneBody>;

/** What is left out stays as it is. The account itself never changes: that is another connection. */
export const changePhoneBody = z.object({
  revision: z.int(),
  /** Without `apiKey` the key stays; null removes it. */
  secrets: z.optional(z.object({ authToken: secretText, apiKey: z.optional(z.nullable(apiKey)) })),
  limits: z.optional(phoneLimits),
  numbers: z.optional(
    z.object({ numbers: chosenNumbers, main: numberSid }).check(z.refine(mainIsChosen, mainSentence)),
  ),
});
export type ChangePhoneBody = z.infer<typeof changePhoneBody>;

export const pointNumbersBody = z.object({
  numbers: z
    .array(
      z.object({
        sid: numberSid,
        /** What the person saw and agreed to replace. Refused where it is no longer so. */
        seen: webhookValues,
      }),
    )
    .check(z.minLength(1, 'Choose at least one number.'), z.maxLength(connectionLimits.numbersMax)),
});
export type PointNumbersBody = z.infer<typeof pointNumbersBody>;

/** `pointing` and `restoring`: the carrier has been asked and what it did is not known yet. */
export const pointing = z.enum(['pointing', 'here', 'restoring', 'restored', 'left']);
export type Pointing = z.infer<typeof pointing>;

export const pointNumbersResponse = z.object({
  results: z.array(
    z.object({
      sid: z.string(),
      number: z.string(),
      pointing: z.nullable(pointing),
      problem: z.nullable(problem),
    }),
  ),
});
export type PointNumbersResponse = z.infer<typeof pointNumbersResponse>;

/** The numbers whose old values are in force again, and those where a person must type them in at the carrier. */
export const disconnectResponse = z.object({
  connections,
  restored: z.array(z.string()),
  notRestored: z.array(z.object({ number: z.string(), values: webhookValues, problem })),
});
export type DisconnectResponse = z.infer<typeof disconnectResponse>;
