import * as z from 'zod/mini';
import { isBlank } from '../agent-config/checks/check.ts';
import type { Route } from '../route.ts';
import { isLanguageTag } from '../speech/language-tag.ts';
import { openingHours } from './opening-hours.ts';
import { prices } from './prices.ts';
import { countryCodes, isCurrency, isTimeZoneName } from './regions.ts';

export const organizationNameMax = 120;

/** What an organization has decided about itself. Agents, tools, campaigns and reports lean on it. */
export const organizationSettings = z.object({
  name: z.string().check(
    z.refine((text) => !isBlank(text), 'Enter the name of the organization.'),
    z.maxLength(
      organizationNameMax,
      `The name of the organization may have at most ${organizationNameMax} characters.`,
    ),
  ),
  /** Null: not known. */
  country: z.nullable(
    z.string().check(z.refine((code) => countryCodes.includes(code), 'Choose a country of the list.')),
  ),
  timeZone: z
    .string()
    .check(
      z.maxLength(64, 'Choose a time zone of the list.'),
      z.refine(isTimeZoneName, 'Choose a time zone such as Europe/Berlin.'),
    ),
  /** What an empty new agent speaks. */
  language: z.string().check(z.refine(isLanguageTag, 'Choose a language such as en-US.')),
  openingHours,
  currency: z.string().check(z.refine(isCurrency, 'Choose a currency such as USD.')),
  prices,
});
export type OrganizationSettings = z.infer<typeof organizationSettings>;

/** Whether it is open, and when that changes. */
export const openingStatus = z.discriminatedUnion('open', [
  /** Null: not within the next week. */
  z.object({ open: z.literal(true), closesAt: z.nullable(z.iso.datetime()) }),
  /** Null: not within the next year. */
  z.object({ open: z.literal(false), opensAt: z.nullable(z.iso.datetime()) }),
]);
export type OpeningStatus = z.infer<typeof openingStatus>;

export const organization = z.object({
  settings: organizationSettings,
  /** Counts the changes. A change names the revision that it is based on. */
  revision: z.int(),
  changedAt: z.nullable(z.iso.datetime()),
  /** Null: nobody has changed them yet, or the person was erased. */
  changedBy: z.nullable(z.object({ displayName: z.string() })),
  openingStatus,
});
export type Organization = z.infer<typeof organization>;

export const organizationResponse = z.object({ organization });

export const organizationBody = z.object({ revision: z.int(), settings: organizationSettings });
export type OrganizationBody = z.infer<typeof organizationBody>;

export const organizationRoutes = {
  getOrganization: {
    method: 'GET',
    path: '/api/organization',
    guard: 'bearer',
    // Name, time zone and hours are needed by every screen, whatever else somebody may see.
    permission: null,
    summary: 'The settings of your organization, and whether it is open now.',
    response: organizationResponse,
    errors: [],
  },
  updateOrganization: {
    method: 'PUT',
    path: '/api/organization',
    guard: 'bearer',
    permission: 'organization.write',
    summary:
      'Change the settings of your organization. Refused when they have changed since the revision that the request names.',
    body: organizationBody,
    response: organizationResponse,
    errors: ['invalid_request', 'settings_changed'],
  },
} as const satisfies Record<string, Route>;
