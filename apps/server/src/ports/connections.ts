import type {
  ConnectedProvider,
  ConnectionKind,
  LookedAtItem,
  PhoneLimits,
  Pointing,
  ProblemCode,
  SeenConnection,
  Side,
  WebhookValues,
} from '@parley/contract';
import type { CarrierName } from './call.ts';
import type { SecretValue } from './vault.ts';

/**
 * What an organization is connected to, as it is stored. What a connection is (account, provider, address, bucket) never
 * changes; its secrets, limits and health do. Something else is another connection, so a call keeps what it began with by
 * naming it. docs/connections.md has the rules.
 */
export interface StoredConnection {
  readonly tenantId: string;
  readonly id: string;
  readonly settings: ConnectionSettings;
  /** Of phone accounts; null for the others. */
  readonly limits: PhoneLimits | null;
  /** `replaced`: another one, or the deployment's, took its place. */
  readonly state: 'active' | 'disconnected' | 'replaced';
  /** Counts the changes of secrets, limits and state. */
  readonly revision: number;
  readonly connectedBy: string | null;
  readonly connectedAt: Date;
  /** When it was disconnected or replaced. */
  readonly endedAt: Date | null;
  readonly checkedAt: Date | null;
  readonly failing: { readonly code: ProblemCode; readonly since: Date } | null;
  /** By the last part of their names; empty where there are none. */
  readonly secrets: ReadonlyMap<SecretPart, ConnectionSecret>;
  /** A secret is there and cannot be read with the AUTH_SECRET of this server. */
  readonly unreadable: boolean;
  /** Of a phone account. */
  readonly numbers: readonly ConnectedNumber[];
}

export interface ConnectionSecret extends SecretValue {
  readonly setAt: Date;
}

/** A secret of a connection is stored in the vault as `connections/<id>/<part>`. */
export const secretParts = ['auth-token', 'api-secret', 'key', 'password', 'secret-key'] as const;
export type SecretPart = (typeof secretParts)[number];

/** What a connection is. No secret, and no user in a URL. */
export type ConnectionSettings = { readonly version: 1 } & (
  | {
      readonly kind: 'phone';
      readonly accountSid: string;
      readonly accountName: string | null;
      /** The SID of the API key; its secret is in the vault. */
      readonly apiKeySid: string | null;
      /** Null: the carrier's own. */
      readonly baseUrl: string | null;
      /** Calls come from it where an agent has no number. */
      readonly mainNumber: string;
      /** Numbers that are not chosen any more and whose calls still come here: they are being given back. */
      readonly givenUp?: readonly string[];
    }
  | { readonly kind: 'address'; readonly url: string }
  | {
      readonly kind: 'model';
      readonly provider: ConnectedProvider;
      readonly baseUrl: string | null;
      readonly model: string;
      /** A server that was found on the machine: asked there, by each server on its own. */
      readonly onThisMachine: boolean;
    }
  | { readonly kind: 'speech'; readonly url: string; readonly model: string }
  | {
      readonly kind: 'mail';
      readonly host: string;
      readonly port: number;
      readonly security: 'tls' | 'starttls' | 'plain';
      readonly user: string | null;
      readonly from: string;
    }
  | { readonly kind: 'storage'; readonly place: 'folder' }
  | {
      readonly kind: 'storage';
      readonly place: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint: string | null;
      readonly accessKeyId: string;
    }
);
export type SettingsOf<Kind extends ConnectionKind> = Extract<ConnectionSettings, { readonly kind: Kind }>;

export interface ConnectedNumber {
  readonly number: string;
  /** The carrier's id of the number. */
  readonly sid: string;
  /** Null: never pointed here. */
  readonly pointing: Pointing | null;
  /** What the carrier had before it was pointed here. */
  readonly before: WebhookValues | null;
}

/** Which side an organization is on. */
export interface StoredCalling {
  readonly tenantId: string;
  /** Null: nobody has said. */
  readonly side: Side | null;
  /** The id of a person, or `environment`. */
  readonly setBy: string | null;
  readonly setByName: string | null;
  readonly setAt: Date | null;
  readonly lookedAt: Readonly<Partial<Record<LookedAtItem, { readonly at: string }>>>;
  /** Zero: no row yet. */
  readonly revision: number;
}

export interface LoadedConnections {
  /** Counts all changes of the deployment, in the order in which they were committed. */
  readonly version: bigint;
  /** Ended ones too, until their calls are over. */
  readonly connections: readonly StoredConnection[];
  /** Disconnected ones whose calls are over: nothing has taken their place, so nothing does until a person says so. */
  readonly withoutSecrets?: readonly StoredConnection[];
  readonly calling: readonly StoredCalling[];
}

/** Who changes something. */
export interface Actor {
  readonly tenantId: string;
  readonly userId: string;
  readonly displayName: string | null;
}

export type NewSecrets = Readonly<Partial<Record<SecretPart, string>>>;

export interface NewConnection {
  readonly actor: Actor;
  readonly settings: ConnectionSettings;
  readonly secrets: NewSecrets;
  /** What the person saw connected; null: nothing. */
  readonly replaces: SeenConnection | null;
  /** Of a phone account. */
  readonly phone?: {
    readonly carrier: CarrierName;
    readonly limits: PhoneLimits;
    readonly numbers: readonly { readonly sid: string; readonly number: string }[];
  };
  /** Numbers and the account that the environment has: they cannot be connected. */
  readonly environment?: { readonly account: string | null; readonly numbers: readonly string[] };
}

/** Nothing was stored. */
export type ChangeRefused =
  /** Somebody else was first. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'missing' }
  /** The account is connected by another organization, or the environment has it. */
  | { readonly kind: 'account_taken' }
  | { readonly kind: 'number_claimed'; readonly number: string }
  /** Only one organization may set this, and there are several. */
  | { readonly kind: 'one_organization_only' };

export type ConnectResult = { readonly kind: 'connected'; readonly id: string } | ChangeRefused;
export type ChangeResult = { readonly kind: 'changed' } | ChangeRefused;

/** Which connection, as the person saw it. */
export interface ConnectionChange {
  readonly actor: Actor;
  readonly id: string;
  readonly revision: number;
}

export interface PhoneChange extends ConnectionChange {
  /** The SID of the API key that goes with `api-secret`; null: the auth token makes the requests. */
  readonly secrets?: { readonly values: NewSecrets; readonly apiKeySid: string | null };
  readonly limits?: PhoneLimits;
  readonly numbers?: {
    readonly chosen: readonly { readonly sid: string; readonly number: string }[];
    readonly main: string;
  };
  readonly environment?: NewConnection['environment'];
}

export type SideResult =
  | { readonly kind: 'switched'; readonly calling: StoredCalling }
  | { readonly kind: 'stale' };

/** Each change is one transaction, row and secrets together: a server that is killed leaves the old or the new one. */
export interface ConnectionStore {
  /** As the system: of one tenant, or of all. */
  load(tenantId?: string): Promise<LoadedConnections>;
  version(): Promise<bigint>;
  /** Stores a connection in the place of the one it replaces. The same phone account gets its connection back. */
  connect(connection: NewConnection): Promise<ConnectResult>;
  replaceSecrets(change: ConnectionChange & { readonly secrets: NewSecrets }): Promise<ChangeResult>;
  changePhone(change: PhoneChange): Promise<ChangeResult>;
  disconnect(change: ConnectionChange): Promise<ChangeResult>;
  /** A disconnected connection is replaced by what the environment has. */
  useDefault(change: ConnectionChange): Promise<ChangeResult>;
  /** Stores the result of a check. Null: it works. */
  markHealth(tenantId: string, id: string, failure: ProblemCode | null, at: Date): Promise<void>;
  setSide(change: {
    readonly actor: Actor;
    readonly side: Side;
    /** Null: whatever has been changed since. */
    readonly revision: number | null;
  }): Promise<SideResult>;
  /** Writes down that phone and model of the environment have said "real", unless the organization has a side. */
  sideOfEnvironment(tenantId: string): Promise<void>;
  markLookedAt(actor: Actor, item: LookedAtItem): Promise<StoredCalling>;
  /** Calls that are not over and use this connection as phone account or as voice. */
  callsUp(tenantId: string, id: string): Promise<number>;
  /** Ended connections without calls whose secrets are still there and that ended before then; without storage. */
  heldUntil(before: Date): Promise<readonly { readonly tenantId: string; readonly id: string }[]>;
  /** Removes the secrets and frees the numbers of an ended connection, unless a call uses it. */
  removeSecrets(tenantId: string, id: string): Promise<boolean>;
  /**
   * Stores how far pointing a number has come. `before` is emptied with `restored`; a number that was given up is free as
   * soon as its calls do not come here any more.
   */
  markPointing(tenantId: string, id: string, change: PointingChange): Promise<void>;
  /** The only tenant of this deployment; null where there are several. */
  onlyTenant(): Promise<string | null>;
}

export interface PointingChange {
  readonly number: string;
  readonly pointing: Pointing | null;
  /** What the carrier has now and is not ours: kept as `before`, in the place of what an earlier take-over found. */
  readonly present?: WebhookValues;
  /** The user who asked for it; the audit log names it. Without: what follows from that, or what a job finishes. */
  readonly by?: string;
}

/** Whether somebody of an organization has placed a call, and answered one on the handset of the sandbox. */
export interface FirstSteps {
  of(tenantId: string): Promise<{ readonly placed: boolean; readonly handset: boolean }>;
}

/** What speaks on a call, as its row names it: the environment's, the scripted agent, or the id of a connection. */
export type VoiceSource = 'environment' | 'scripted' | (string & {});
