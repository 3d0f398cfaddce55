import type { Organization } from './organization.ts';

const day = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
];

/** For the OpenAPI document and for tests. */
export const exampleOrganization: Organization = {
  settings: {
    name: 'GS Dental',
    country: 'US',
    timeZone: 'America/New_York',
    language: 'en-US',
    openingHours: {
      week: {
        monday: day,
        tuesday: day,
        wednesday: day,
        thursday: day,
        friday: [{ from: '08:00', to: '12:00' }],
        saturday: [],
        sunday: [],
      },
      holidays: [
        { name: 'Christmas Day', date: '2026-12-25', yearly: true, hours: [] },
        { name: 'Staff outing', date: '2026-10-02', yearly: false, hours: [{ from: '08:00', to: '10:00' }] },
      ],
    },
    currency: 'USD',
    prices: {
      carrier: {
        outboundPerMinute: 14_000,
        inboundPerMinute: 8_500,
        relayPerMinute: 70_000,
        streamPerMinute: 4_000,
      },
      models: [
        {
          model: 'gpt-4.1-mini',
          inputPerMillion: 400_000,
          outputPerMillion: 1_600_000,
          audioInputPerMillion: null,
          audioOutputPerMillion: null,
        },
      ],
    },
  },
  revision: 3,
  changedAt: '2026-10-13T09:00:00.000Z',
  changedBy: { displayName: 'Ines Marchetti' },
  openingStatus: { open: true, closesAt: '2026-10-13T16:00:00.000Z' },
};
