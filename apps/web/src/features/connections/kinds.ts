import type { ConnectionKind, ShownConnection } from '@parley/contract';
import { AudioLines, Bot, Globe, HardDrive, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ConnectionStatus } from '../../lib/parsing/connections.ts';
import { numberText } from '../../ui/number-text.ts';

/** What a card opens besides the dialog that connects, which stands in the address. */
export type CardDialog = 'replace' | 'model-name' | 'disconnect' | 'numbers' | 'limits';

interface KindWords {
  title: string;
  icon: LucideIcon;
  /** What it is for. */
  use: string;
  /** What is so while it is not set. */
  without: string;
  /** Of the button that connects. */
  connect: string;
  /** What is stored in the vault, as a word in a sentence; null: nothing. */
  secret: string | null;
  /** The same in a title. */
  secretTitle: string;
}

export const kindWords: Readonly<Record<ConnectionKind, KindWords>> = {
  phone: {
    title: 'Phone',
    icon: Phone,
    use: 'The account that makes and takes your calls.',
    without: 'Calls stay in the sandbox.',
    connect: 'Connect Phone',
    secret: 'auth token',
    secretTitle: 'Auth Token',
  },
  address: {
    title: 'Public Address',
    icon: Globe,
    use: 'Where the phone company reaches this server.',
    without: 'Real calls need one.',
    connect: 'Set Address',
    secret: null,
    secretTitle: '',
  },
  model: {
    title: 'Model',
    icon: Bot,
    use: 'What thinks and speaks on your calls, and writes their summaries.',
    without: 'The scripted agent speaks in the sandbox.',
    connect: 'Connect Model',
    secret: 'key',
    secretTitle: 'Model Key',
  },
  speech: {
    title: 'Speech',
    icon: AudioLines,
    use: 'The voice of agents with the realtime engine.',
    without: 'Agents with the realtime engine cannot speak.',
    connect: 'Connect Speech',
    secret: 'key',
    secretTitle: 'Speech Key',
  },
  mail: {
    title: 'Mail',
    icon: Mail,
    use: 'Sends messages to the people of your organization.',
    without: 'No mail is sent.',
    connect: 'Connect Mail',
    secret: 'password',
    secretTitle: 'Mail Password',
  },
  storage: {
    title: 'Storage',
    icon: HardDrive,
    use: 'Where recordings and exports are kept.',
    without: 'Files are kept in the data folder of this server.',
    connect: 'Choose Storage',
    secret: 'secret access key',
    secretTitle: 'Secret Access Key',
  },
};

const providers: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  'openai-compatible': 'OpenAI-compatible server',
};

export function providerName(provider: string): string {
  return providers[provider] ?? provider;
}

/** Of the heading of a card, which gets the focus where the button that had it is gone. */
export function headingIdOf(kind: ConnectionKind): string {
  return `connection-${kind}`;
}

export function focusCard(kind: ConnectionKind): void {
  document.getElementById(headingIdOf(kind))?.focus();
}

/** What is connected, in one line without anything secret. */
export function shownLine(shown: ShownConnection): string {
  switch (shown.kind) {
    case 'phone':
      return [shown.name, shortAccount(shown.account), countOf(shown.numbers.length, 'number')]
        .filter((part) => part !== null)
        .join(' · ');
    case 'address':
      return shown.url;
    case 'model':
      return `${shown.model} · ${shown.onThisMachine ? 'on this machine' : placeOf(shown.provider, shown.baseUrl)}`;
    case 'speech':
      return `${shown.model} · ${hostOf(shown.url)}`;
    case 'mail':
      return `${shown.from} · ${shown.host}:${shown.port}`;
    case 'storage':
      return shown.place === 'folder'
        ? 'The data folder of this server'
        : `${[shown.bucket, shown.prefix].filter(Boolean).join('/')} · ${shown.endpoint === null ? 'Amazon S3' : hostOf(shown.endpoint)}`;
  }
}

/** Long enough to tell two accounts apart. */
export function shortAccount(account: string): string {
  return account.length > 12 ? `${account.slice(0, 2)}…${account.slice(-4)}` : account;
}

export function countOf(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${numberText(count)} ${thing}s`;
}

/** As the beginning of a sentence about calls that are up. */
export function callCountPhrase(count: number): string {
  return count === 1 ? 'One call is' : `${numberText(count)} calls are`;
}

function placeOf(provider: string, baseUrl: string | null): string {
  return baseUrl === null ? providerName(provider) : hostOf(baseUrl);
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

export type Connected = Extract<ConnectionStatus, { state: 'connected' | 'failing' }>;

export function isConnected(status: ConnectionStatus): status is Connected {
  return status.state === 'connected' || status.state === 'failing';
}

/** Another model can be chosen with the key that is stored. */
export function hasModel(kind: ConnectionKind): kind is 'model' | 'speech' {
  return kind === 'model' || kind === 'speech';
}

/** What a change is based on; null while nothing is connected. */
export function replacedBy(status: ConnectionStatus): { id: string; revision: number } | null {
  return isConnected(status) ? { id: status.id, revision: status.revision } : null;
}
