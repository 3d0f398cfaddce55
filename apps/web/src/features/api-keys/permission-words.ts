import type { Permission } from '@parley/contract';

type KeyPermission = Exclude<Permission, 'keys.manage' | 'people.manage'>;

/** What a key may do, as somebody reads it who has never seen the names. */
const words: Readonly<Record<KeyPermission, string>> = {
  'calls.read': 'Read calls, transcripts and summaries',
  'calls.place': 'Place calls',
  'calls.control': 'End and transfer live calls',
  'calls.listen': 'Play and download recordings',
  'calls.delete': 'Delete finished calls',
  'calls.export': 'Export calls',
  'outcomes.correct': 'Correct outcomes',
  'contacts.read': 'Read contacts',
  'contacts.write': 'Change, import and export contacts',
  'follow-ups.read': 'Read follow-ups',
  'follow-ups.write': 'Create and finish follow-ups',
  'campaigns.read': 'Read campaigns and their people',
  'campaigns.write': 'Create, start and stop campaigns',
  'dnc.read': 'Read the do-not-call list',
  'dnc.add': 'Add numbers to the do-not-call list',
  'dnc.remove': 'Remove numbers from the do-not-call list',
  'agents.read': 'Read agents',
  'agents.try': 'Try agents',
  'agents.write': 'Change and publish agents',
  'templates.read': 'Read templates',
  'templates.write': 'Change templates',
  'tools.read': 'Read tools, never their secrets',
  'tools.write': 'Change tools and their secrets',
  'reports.read': 'Read figures and cost',
  'metrics.read': 'Read the metrics of the deployment',
  'organization.write': 'Change the organization',
  'connections.manage': 'Change phone, model, speech, mail and storage',
  'webhooks.manage': 'Set up webhooks and read what they send',
  'data.manage': 'Change retention, export and erase people',
  'audit.read': 'Read the audit log',
};

/** A permission of a newer server has no words here; its name is shown. */
export function permissionWords(permission: string): string {
  return (words as Readonly<Record<string, string>>)[permission] ?? permission;
}

interface Group {
  title: string;
  permissions: readonly KeyPermission[];
}

export const permissionGroups: readonly Group[] = [
  {
    title: 'Calls',
    permissions: [
      ...(['calls.read', 'calls.place', 'calls.control', 'calls.listen'] as const),
      ...(['calls.export', 'calls.delete', 'outcomes.correct'] as const),
    ],
  },
  {
    title: 'People and follow-ups',
    permissions: ['contacts.read', 'contacts.write', 'follow-ups.read', 'follow-ups.write'],
  },
  {
    title: 'Campaigns and Do Not Call',
    permissions: ['campaigns.read', 'campaigns.write', 'dnc.read', 'dnc.add', 'dnc.remove'],
  },
  {
    title: 'Agents, templates and tools',
    permissions: [
      ...(['agents.read', 'agents.try', 'agents.write'] as const),
      ...(['templates.read', 'templates.write', 'tools.read', 'tools.write'] as const),
    ],
  },
  { title: 'Figures', permissions: ['reports.read', 'metrics.read'] },
  {
    title: 'Administration',
    permissions: [
      ...(['organization.write', 'connections.manage', 'webhooks.manage'] as const),
      ...(['data.manage', 'audit.read'] as const),
    ],
  },
];

interface Preset {
  name: string;
  permissions: readonly KeyPermission[];
}

/** What programs are mostly for; a press replaces what was chosen. */
export const presets: readonly Preset[] = [
  { name: 'Read calls', permissions: ['calls.read'] },
  { name: 'Place calls', permissions: ['calls.read', 'calls.place', 'agents.read', 'templates.read'] },
  {
    name: 'Keep contacts in step',
    permissions: ['contacts.read', 'contacts.write', 'dnc.read', 'dnc.add'],
  },
  {
    name: 'Read everything',
    permissions: [
      ...(['calls.read', 'templates.read', 'agents.read', 'tools.read', 'contacts.read'] as const),
      ...(['follow-ups.read', 'campaigns.read', 'reports.read', 'dnc.read'] as const),
    ],
  },
  { name: 'Metrics', permissions: ['metrics.read'] },
];

export function isChosen({ permissions }: Preset, chosen: ReadonlySet<string>): boolean {
  return permissions.length === chosen.size && permissions.every((each) => chosen.has(each));
}
