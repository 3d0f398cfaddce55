import type { RecipientColumn } from '@parley/contract';

export const columnTitles: Readonly<Record<RecipientColumn, string>> = {
  number: 'Phone Number *',
  name: 'Name',
  lastName: 'Last Name',
  timeZone: 'Time Zone',
  consent: 'Consent',
  consentSource: 'Source of Consent',
  consentDate: 'Day of Consent',
  externalId: 'Id of Your Own',
  notes: 'Notes',
};
