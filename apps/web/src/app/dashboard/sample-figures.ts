/** The specification asks for sample figures on the dashboard; nothing is counted. */
export const stats = [
  { label: 'Total Projects', value: '12', note: '3 started this month' },
  { label: 'Active Tasks', value: '34', note: '9 due this week' },
  { label: 'Completed', value: '128', note: '21 in the last 30 days' },
  { label: 'Team Members', value: '8', note: '5 at the front desk' },
] as const;

export const projects = [
  { name: 'Autumn recall calls', owner: 'Front desk', percent: 82 },
  { name: 'Insurance details update', owner: 'Billing', percent: 64 },
  { name: 'Welcome calls for new patients', owner: 'Front desk', percent: 45 },
  { name: 'Survey on opening hours', owner: 'Practice management', percent: 20 },
] as const;

export const deadlines = [
  { title: 'Confirm Monday’s appointments', project: 'Autumn recall calls', due: 'in 2 days', soon: true },
  {
    title: 'Call patients with an expired card',
    project: 'Insurance details update',
    due: 'in 5 days',
    soon: false,
  },
  { title: 'Review the welcome template', project: 'Welcome calls', due: 'in 9 days', soon: false },
  { title: 'First hundred answers', project: 'Survey on opening hours', due: 'in 3 weeks', soon: false },
] as const;
