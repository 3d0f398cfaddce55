import * as z from 'zod/mini';

/** Purposes for which an organization says itself why it may call. Sales calls need consent of each person. */
export const groundPurposes = ['service', 'reminder', 'survey'] as const;

/** Why an organization may call people for a purpose, as it declares it. */
export const consentGrounds = {
  customers: 'They are our customers, patients or members',
  ordered: 'The call belongs to something that they ordered or booked',
  agreed: 'They agreed to such calls, and we keep the proof',
  interest: 'We have a legitimate interest, weighed and written down',
} as const;
export type ConsentGround = keyof typeof consentGrounds;

const ground = z.nullable(
  z.enum(Object.keys(consentGrounds) as [ConsentGround, ...ConsentGround[]], {
    error: 'Choose a ground of the list.',
  }),
);
/** Null: none was declared. Only those are called who consented themselves. */
export const declaredGrounds = z.object({ service: ground, reminder: ground, survey: ground });
export type DeclaredGrounds = z.infer<typeof declaredGrounds>;

/** For how many days after its date a registry may be used. */
export const registryDaysMax = 31;

/** A registry of people who want no sales calls, from outside. It is no part of the do-not-call list. */
export const salesRegistry = z.object({
  id: z.uuid(),
  fileName: z.string(),
  /** When the registry was like this. */
  dated: z.iso.date(),
  numbers: z.int(),
  importedAt: z.iso.datetime(),
  importedBy: z.nullable(z.object({ displayName: z.string() })),
});
export type SalesRegistry = z.infer<typeof salesRegistry>;

export const consentRules = z.object({
  grounds: declaredGrounds,
  /** Counts the changes of the grounds. A change names the revision that it is based on. */
  revision: z.int(),
  changedAt: z.nullable(z.iso.datetime()),
  changedBy: z.nullable(z.object({ displayName: z.string() })),
  /** Null: there is none, and nobody is called for sales. */
  registry: z.nullable(salesRegistry),
});
export type ConsentRules = z.infer<typeof consentRules>;
export const consentRulesResponse = z.object({ rules: consentRules });

export const declareGroundsBody = z.object({ revision: z.int(), grounds: declaredGrounds });
export type DeclareGroundsBody = z.infer<typeof declareGroundsBody>;
