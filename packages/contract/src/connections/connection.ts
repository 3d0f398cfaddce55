import * as z from 'zod/mini';
import { problem } from './problems.ts';

/** What a deployment or an organization is connected to. `docs/connections.md` has the rules. */
export const connectionKinds = ['phone', 'address', 'model', 'speech', 'mail', 'storage'] as const;
export const connectionKind = z.enum(connectionKinds);
export type ConnectionKind = z.infer<typeof connectionKind>;

export const connectionLimits = {
  secretMax: 4_096,
  urlMax: 500,
  nameMax: 200,
  numbersMax: 100,
  callsAtOnceMax: 10_000,
  callsPerSecondMax: 100,
} as const;

/** A secret that somebody types. It is stored in the vault and never sent back. */
export const secretText = z
  .string('Enter the secret.')
  .check(
    z.trim(),
    z.minLength(1, 'Enter the secret.'),
    z.maxLength(
      connectionLimits.secretMax,
      `A secret may have at most ${connectionLimits.secretMax} characters.`,
    ),
    z.regex(/^[\x21-\x7e]*$/, 'A secret has no spaces, line breaks or special letters.'),
  );

/** A password may have spaces and any letters. */
export const passwordText = z.string('Enter the password.').check(
  z.minLength(1, 'Enter the password.'),
  z.maxLength(
    connectionLimits.secretMax,
    `A password may have at most ${connectionLimits.secretMax} characters.`,
  ),
  z.refine((text) => !/\p{Cc}/u.test(text), 'A password has no line breaks.'),
);

function isPlainUrl(text: string, protocols: readonly string[]): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    protocols.includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}

/** An address without a user, a query or a fragment: nothing secret hides in it. */
export const plainUrl = (protocols: readonly string[], sentence: string) =>
  z.string(sentence).check(
    z.trim(),
    z.maxLength(connectionLimits.urlMax, sentence),
    z.refine((text) => isPlainUrl(text, protocols), sentence),
  );

export const shortText = (sentence: string) =>
  z
    .string(sentence)
    .check(z.trim(), z.minLength(1, sentence), z.maxLength(connectionLimits.nameMax, sentence));

/** Which connection a change is based on. A change that is based on another one is refused with `settings_changed`. */
export const seenConnection = z.object({ id: z.uuid(), revision: z.int() });
export type SeenConnection = z.infer<typeof seenConnection>;

/** What is connected now and is to be replaced; null: nothing is. */
export const replaces = z.nullable(seenConnection);

/** What a screen shows of a connection. Never a secret, nor a part of one. */
export const shownConnection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('phone'),
    account: z.string(),
    name: z.nullable(z.string()),
    /** In E.164 format. */
    numbers: z.array(z.string()),
    /** The number that calls come from where an agent has none. */
    main: z.nullable(z.string()),
    /** Null: not limited by this server. */
    callsAtOnce: z.nullable(z.int()),
    callsPerSecond: z.nullable(z.number()),
    /** Two-letter codes; null: any. */
    countries: z.nullable(z.array(z.string())),
    /** The API key that makes the requests; null: the auth token does. Left out: not known. */
    apiKeySid: z.optional(z.nullable(z.string())),
  }),
  z.object({ kind: z.literal('address'), url: z.string() }),
  z.object({
    kind: z.literal('model'),
    provider: z.string(),
    model: z.string(),
    baseUrl: z.nullable(z.string()),
    onThisMachine: z.boolean(),
  }),
  z.object({ kind: z.literal('speech'), url: z.string(), model: z.string() }),
  z.object({
    kind: z.literal('mail'),
    host: z.string(),
    port: z.int(),
    user: z.nullable(z.string()),
    from: z.string(),
  }),
  z.object({
    kind: z.literal('storage'),
    place: z.enum(['folder', 's3']),
    /** Null for a folder. */
    bucket: z.nullable(z.string()),
    prefix: z.nullable(z.string()),
    region: z.nullable(z.string()),
    endpoint: z.nullable(z.string()),
  }),
]);
export type ShownConnection = z.infer<typeof shownConnection>;

const instant = z.iso.datetime();
const connected = {
  id: z.uuid(),
  revision: z.int(),
  shown: shownConnection,
  connectedAt: instant,
  /** Null: the person was erased. */
  connectedBy: z.nullable(z.object({ displayName: z.string() })),
  /** When the secret was entered; null where there is none. */
  secretSetAt: z.nullable(instant),
  /** The environment has one too, which would be used after "Use the deployment's". */
  defaultAvailable: z.boolean(),
  /** Calls that are not over and use it; they end as they began. Left out: not counted. */
  callsUp: z.optional(z.int()),
};

/** Where a connection stands. */
export const connectionStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-set') }),
  /** The environment sets it: shown, and not changed here. */
  z.object({ state: z.literal('environment'), shown: shownConnection }),
  z.object({ state: z.literal('connected'), ...connected }),
  z.object({ state: z.literal('failing'), ...connected, since: instant, problem }),
  /** Kept until its calls are over. Nothing takes its place by itself. */
  z.object({
    state: z.literal('disconnected'),
    id: z.uuid(),
    revision: z.int(),
    shown: shownConnection,
    callsUp: z.int(),
    defaultAvailable: z.boolean(),
  }),
]);
export type ConnectionStatus = z.infer<typeof connectionStatus>;

/** Whether a kind can be changed here; if not, why. */
export const mayChange = z.enum(['yes', 'set_in_environment', 'one_organization_only']);
export type MayChange = z.infer<typeof mayChange>;

const ofEach = <T extends z.ZodMiniType>(schema: T) =>
  z.object({
    phone: schema,
    address: schema,
    model: schema,
    speech: schema,
    mail: schema,
    storage: schema,
  });

export const connections = z.object({
  ...ofEach(connectionStatus).shape,
  mayChange: ofEach(mayChange),
  /** True where the carrier is asked at a loopback address: a private public address is then reachable. */
  carrierOnThisMachine: z.boolean(),
  /** Where this server listens on its machine, for the commands of tunnels. */
  localPort: z.int(),
});
export type Connections = z.infer<typeof connections>;

export const connectionsResponse = z.object({ connections });

export const seenBody = z.object({ revision: z.int() });
export const replaceSecretBody = z.object({ revision: z.int(), secret: passwordText });

/** A test turn of a model. Null: not tried, because something before it failed. */
export const checkModelResponse = z.object({
  firstWordMs: z.nullable(z.number()),
  tools: z.nullable(z.boolean()),
  structured: z.nullable(z.boolean()),
  problem: z.nullable(problem),
});
export type CheckModelResponse = z.infer<typeof checkModelResponse>;

/** The result of a test: null when it works. Stored where something is connected, so that the card shows it. */
export const testResponse = z.object({
  problem: z.nullable(problem),
  /** Of a model: the same as before it is connected. */
  model: z.optional(checkModelResponse),
  connections,
});

/** One thing that was looked at. */
export const check = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['ok', 'fault', 'to-do']),
  message: z.string(),
  remedy: z.nullable(z.string()),
  /** Without it no real calls can be made. */
  blocks: z.boolean(),
});
export type Check = z.infer<typeof check>;
