import type { ConsentPurpose } from '@parley/contract';

/** What the calls of a campaign are for, as screens say it. */
export const purposes: Readonly<Record<ConsentPurpose, { name: string; hint: string }>> = {
  reminder: { name: 'Reminder', hint: 'Of an appointment or a date that the person knows of.' },
  service: { name: 'Service', hint: 'About an order, a delivery or a contract.' },
  survey: { name: 'Survey', hint: 'Questions about how something was.' },
  sales: {
    name: 'Sales',
    hint: 'An offer. Needs consent in writing, and hours within those that the law allows.',
  },
};

export const purposeOrder = ['reminder', 'service', 'survey', 'sales'] as const;
