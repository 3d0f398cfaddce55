import type { Permission } from '@parley/contract';
import {
  Bot,
  Building2,
  ChartColumn,
  Database,
  FileText,
  Handshake,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  PhoneCall,
  PhoneOff,
  Plug,
  ScrollText,
  SlidersHorizontal,
  Terminal,
  UserRoundCog,
  Users,
  Wrench,
} from 'lucide-react';
import { paths } from '../paths.ts';

export interface NavigationItem {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Highlighted on this path only, not on paths below it. */
  exact: boolean;
  /** A page that belongs to it, elsewhere in the address: highlighted there too. */
  also?: string;
  /** Shown to those who have it; null: to everybody. */
  permission: Permission | null;
}

export const mainItems: readonly NavigationItem[] = [
  { label: 'Dashboard', to: paths.app, icon: LayoutDashboard, exact: true, permission: null },
  { label: 'Voice Agents', to: paths.calls, icon: PhoneCall, exact: false, permission: 'calls.read' },
  { label: 'Follow-ups', to: paths.followUps, icon: Inbox, exact: false, permission: 'follow-ups.read' },
  { label: 'Contacts', to: paths.contacts, icon: Users, exact: false, permission: 'contacts.read' },
  { label: 'Campaigns', to: paths.campaigns, icon: Megaphone, exact: false, permission: 'campaigns.read' },
  { label: 'Reports', to: paths.reports, icon: ChartColumn, exact: false, permission: 'reports.read' },
];

export const settingsItems: readonly NavigationItem[] = [
  { label: 'General', to: paths.settings, icon: SlidersHorizontal, exact: true, permission: null },
  { label: 'Templates', to: paths.templates, icon: FileText, exact: false, permission: 'templates.read' },
  { label: 'Organization', to: paths.organization, icon: Building2, exact: false, permission: null },
  {
    label: 'Connections',
    to: paths.connections,
    icon: Plug,
    exact: false,
    also: paths.goLive,
    permission: 'connections.manage',
  },
  { label: 'Agents', to: paths.agents, icon: Bot, exact: false, permission: 'agents.read' },
  { label: 'Tools', to: paths.tools, icon: Wrench, exact: false, permission: 'tools.read' },
  { label: 'People', to: paths.people, icon: UserRoundCog, exact: false, permission: 'people.manage' },
  { label: 'Do Not Call', to: paths.doNotCall, icon: PhoneOff, exact: false, permission: 'dnc.read' },
  { label: 'Consent', to: paths.consent, icon: Handshake, exact: false, permission: 'campaigns.read' },
  { label: 'Data', to: paths.data, icon: Database, exact: false, permission: 'data.manage' },
  { label: 'Developers', to: paths.developers, icon: Terminal, exact: false, permission: 'keys.manage' },
  { label: 'Audit Log', to: paths.audit, icon: ScrollText, exact: false, permission: 'audit.read' },
];
