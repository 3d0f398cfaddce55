import * as z from 'zod/mini';

/**
 * What can be wrong with a connection, in words: what is the case, and what to do. Names in braces are filled in by the
 * server; where it knows none, the words of `unnamed` stand there.
 */
const texts = {
  // The phone account
  wrong_token: {
    sentence: 'Twilio does not accept this account SID with this auth token.',
    remedy: 'Copy both from the Twilio Console, Account Info. A new token replaces the old one there too.',
  },
  wrong_api_key: {
    sentence: 'Twilio does not accept this API key with its secret.',
    remedy: 'Make a new key in the Twilio Console, API keys, or leave it out: the auth token is enough.',
  },
  account_suspended: {
    sentence: 'Twilio has suspended the account {account}.',
    remedy: 'Open the Twilio Console: it says why, usually an unpaid balance or a check of the account.',
  },
  account_closed: {
    sentence: 'The account {account} is closed.',
    remedy: 'Connect another account. Twilio does not open a closed account again.',
  },
  account_taken: {
    sentence: 'The account {account} has become the phone account of this deployment.',
    remedy: 'Connect another account, or disconnect this one and use that of the deployment.',
  },
  carrier_unreachable: {
    sentence: 'Twilio did not answer.',
    remedy: 'Check that this server can reach the internet, and try again in a minute.',
  },
  not_twilio: {
    sentence: "This is the sandbox's own carrier, not Twilio.",
    remedy: 'The sandbox needs no account. Real calls need an account of Twilio.',
  },
  no_numbers: {
    sentence: 'The account {account} has no phone number.',
    remedy: 'Buy a number that can do voice in the Twilio Console, Phone Numbers.',
  },
  no_voice_numbers: {
    sentence: 'No number of the account {account} can make or take calls: none has voice.',
    remedy: 'Buy a number that can do voice in the Twilio Console, Phone Numbers.',
  },
  number_without_voice: {
    sentence: '{number} cannot make or take calls: it has no voice.',
    remedy: 'Choose another number, or buy one that can do voice in the Twilio Console, Phone Numbers.',
  },
  number_missing: {
    sentence: '{number} is no longer in the account.',
    remedy: 'Choose the numbers again.',
  },
  webhooks_refused: {
    sentence: 'Twilio refused to change where calls to {number} go.',
    remedy: 'The token or key needs the right to change phone numbers. Nothing was changed.',
  },
  webhooks_not_kept: {
    sentence: 'Twilio took the new address for {number} but shows another one.',
    remedy: 'The old address was put back. Look at the number in the Twilio Console and try again.',
  },
  webhooks_elsewhere: {
    sentence: 'Calls to {number} go somewhere else now: somebody changed it at Twilio.',
    remedy: 'They were left as they are. Look at the number in the Twilio Console.',
  },
  // The public address
  address_http: {
    sentence: 'The address must begin with https.',
    remedy: 'Twilio calls back over https only. A tunnel or a reverse proxy gives you such an address.',
  },
  address_private: {
    sentence: '{host} is an address of a private network. Twilio cannot reach it.',
    remedy: 'Use an address of the internet: a tunnel to this machine, or a name that points to your proxy.',
  },
  address_unknown: {
    sentence: 'There is no {host}.',
    remedy: 'Check the spelling. A new name can take some minutes to be known.',
  },
  address_no_answer: {
    sentence: 'Nothing answers at {host}.',
    remedy: 'Start the tunnel or the proxy, and check that it leads to the port of this server.',
  },
  address_not_parley: {
    sentence: 'Something else answers at {host}, not this server.',
    remedy: 'Check that the tunnel or the proxy passes every path on to this server, unchanged.',
  },
  address_changes_requests: {
    sentence: '{host} passes requests on to this server, but changes them on the way.',
    remedy:
      'Let the proxy pass path, query and body on as they are. Twilio signs them, so a changed one is refused.',
  },
  address_other_release: {
    sentence: 'A server of an earlier release answers there.',
    remedy: 'Finish the upgrade on all servers, then check again.',
  },
  certificate_self_signed: {
    sentence: 'The certificate of {host} is not signed by an authority that Twilio knows.',
    remedy: 'Use a certificate of a public authority. A tunnel brings one with it.',
  },
  certificate_expired: {
    sentence: 'The certificate of {host} has expired.',
    remedy: 'Renew it, then check again.',
  },
  certificate_not_yet_valid: {
    sentence: 'The certificate of {host} is not valid yet.',
    remedy: 'Check the clock of this server, or wait until the certificate is valid.',
  },
  certificate_name: {
    sentence: 'The certificate is for another name than {host}.',
    remedy: 'Use the name that the certificate is for, or get one for this name.',
  },
  socket_refused: {
    sentence: 'No web socket can be opened through {host}.',
    remedy: 'Let the proxy pass web sockets on (Connection: Upgrade). The voice of every call needs one.',
  },
  // Models and speech
  key_refused: {
    sentence: '{provider} does not accept this key.',
    remedy: 'Copy the key again, or make a new one where you manage the keys of your account.',
  },
  no_credit: {
    sentence: 'The account behind this key has no credit left.',
    remedy: 'Add credit to the account at {provider}, then test again.',
  },
  too_many_questions: {
    sentence: '{provider} says that it is asked too often.',
    remedy: 'Wait a minute and test again. If it stays so, raise the limit of the account.',
  },
  model_missing: {
    sentence: 'There is no model {model}, or this key may not use it.',
    remedy: 'Choose a model of the list.',
  },
  model_unreachable: {
    sentence: '{provider} did not answer.',
    remedy: 'Check the address, and that the server with the model is running.',
  },
  model_no_tools: {
    sentence: '{model} cannot use tools, and an agent needs them to end a call or to transfer it.',
    remedy: 'Choose a model that can use tools.',
  },
  model_unusable: {
    sentence: '{model} answered with something that cannot be spoken.',
    remedy: 'Choose another model, or check that the server speaks the OpenAI API.',
  },
  model_stopped: {
    sentence: '{model} does not answer. The scripted agent speaks until it does.',
    remedy: 'Start it again. Calls that begin afterwards use it.',
  },
  speech_unreachable: {
    sentence: 'The speech service did not answer.',
    remedy: 'Check the address, and that this server can reach it.',
  },
  speech_unusable: {
    sentence: 'The speech service answered with something that cannot be understood.',
    remedy: 'Check that the address is that of a realtime service, and the name of the model.',
  },
  // Mail
  mail_login: {
    sentence: 'The mail server does not accept this user with this password.',
    remedy: 'Check both. Many providers want a password made for an app.',
  },
  mail_tls: {
    sentence: 'No secure connection to the mail server could be made.',
    remedy:
      'Port 465 begins secure, port 587 turns secure (STARTTLS). Check which one it takes, and its certificate.',
  },
  mail_unreachable: {
    sentence: 'The mail server {host} did not answer.',
    remedy: 'Check name and port, and that this server may send mail through its network.',
  },
  mail_from_refused: {
    sentence: 'The mail server refuses to send as {from}.',
    remedy: 'Use an address that belongs to the account.',
  },
  mail_refused: {
    sentence: 'The mail server refused the message.',
    remedy: 'Look at the limits of the account, and whether the address of the receiver is right.',
  },
  // Files
  storage_refused: {
    sentence: 'The storage refused to store or to read a file.',
    remedy: 'Check the keys, and that they may write, read, list and remove in this bucket.',
  },
  storage_missing: {
    sentence: 'There is no bucket {bucket}.',
    remedy: 'Make it, or check its name and region.',
  },
  storage_unreachable: {
    sentence: 'The storage did not answer.',
    remedy: 'Check the endpoint, and that this server can reach it.',
  },
  storage_full: {
    sentence: 'The storage is full.',
    remedy: 'Make room, then test again.',
  },
  // Any connection
  host_not_allowed: {
    sentence: '{host} is an address of this machine or of a private network.',
    remedy: 'Whoever runs this server can allow it by naming it in TOOL_HOSTS.',
  },
  secret_unreadable: {
    sentence: 'Its secret cannot be read with the AUTH_SECRET of this server.',
    remedy: 'Enter the secret again.',
  },
  // Why no call can be made
  phone_disconnected: {
    sentence: 'No phone account is connected, so no real calls can be made.',
    remedy: 'Connect an account, or go back to the sandbox.',
  },
  phone_failing: {
    sentence: 'The phone account does not work.',
    remedy: 'Mend it in Settings, Connections, or go back to the sandbox.',
  },
  address_not_ready: {
    sentence: 'There is no public address that Twilio can call back.',
    remedy: 'Set it in Settings, Connections.',
  },
  model_disconnected: {
    sentence: 'No {voice} is connected, so nobody can speak on real calls.',
    remedy: 'Connect one in Settings, Connections, or go back to the sandbox.',
  },
  model_failing: {
    sentence: 'The {voice} does not answer, so nobody can speak on real calls.',
    remedy: 'Mend it in Settings, Connections, or go back to the sandbox.',
  },
  no_sandbox: {
    sentence: 'This server has no sandbox, and real calls are not switched on.',
    remedy: 'Open Go live: it says what is missing, and switches them on.',
  },
} as const satisfies Record<string, { readonly sentence: string; readonly remedy: string }>;

export type ProblemCode = keyof typeof texts;
export const problemCodes = Object.keys(texts) as [ProblemCode, ...ProblemCode[]];
export const problemCode = z.enum(problemCodes);

/** What is wrong and what to do about it, for a person. */
export const problem = z.object({ code: problemCode, sentence: z.string(), remedy: z.string() });
export type Problem = z.infer<typeof problem>;

/** What stands where the server has no name to fill in. */
const unnamed = {
  account: 'in question',
  number: 'this number',
  host: 'this address',
  provider: 'the provider',
  model: 'the model',
  from: 'this sender',
  bucket: 'with this name',
  voice: 'model',
} as const;

export type ProblemValues = Partial<Record<keyof typeof unnamed, string>>;

/** The words for a problem. Never give it a secret. */
export function problemOf(code: ProblemCode, values: ProblemValues = {}): Problem {
  const { sentence, remedy } = texts[code];
  return { code, sentence: fill(sentence, values), remedy: fill(remedy, values) };
}

/** A name is written as its owner writes it, also where a sentence begins with it: llama3.2. */
function fill(text: string, values: ProblemValues): string {
  return text.replace(/\{(\w+)\}/g, (_, name: keyof typeof unnamed, at: number) => {
    const words = unnamed[name];
    return values[name] ?? (at === 0 ? words.charAt(0).toUpperCase() + words.slice(1) : words);
  });
}
