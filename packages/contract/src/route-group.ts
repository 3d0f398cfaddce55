/** The parts of the product, in place of what their addresses begin with. */
const groups: Readonly<Record<string, string>> = {
  recordings: 'Calls',
  'agent-cards': 'Agents',
  tries: 'Agents',
  numbers: 'Agents',
  'consent-rules': 'Campaigns',
  // The specified way to place a call stands at an address of its own.
  twilio: 'Calls',
  keys: 'API keys',
  audit: 'Audit log',
  calling: 'Connections',
  'go-live': 'Connections',
  'back-to-sandbox': 'Connections',
  'sign-in-policy': 'People',
};

/** What a route belongs to, as the reference of the API and the client have it: `Calls`, `Do not call`. */
export function routeGroup(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  if (first !== 'api') return 'Server';
  const words = second.replaceAll('-', ' ');
  return groups[second] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
