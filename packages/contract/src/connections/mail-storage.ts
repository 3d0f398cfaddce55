import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { connectionLimits, passwordText, plainUrl, replaces, secretText, shortText } from './connection.ts';
import { problem } from './problems.ts';

const hostSentence = 'Enter the name of the mail server, such as smtp.example.com.';
const fromSentence = 'Enter the address that the messages come from.';

const mail = {
  host: z
    .string(hostSentence)
    .check(z.trim(), z.maxLength(253, hostSentence), z.regex(/^[A-Za-z0-9.:-]+$/, hostSentence)),
  port: z
    .int('Enter a port, usually 465 or 587.')
    .check(
      z.minimum(1, 'Enter a port, usually 465 or 587.'),
      z.maximum(65_535, 'Enter a port, usually 465 or 587.'),
    ),
  /** `tls` begins secure, `starttls` turns secure, `plain` stays readable and is for this machine only. */
  security: z.enum(['tls', 'starttls', 'plain']),
  user: z.nullable(shortText('Enter the user.')),
  password: z.nullable(passwordText),
  from: z
    .string(fromSentence)
    .check(z.trim(), z.maxLength(limits.emailMax, fromSentence), z.email(fromSentence)),
};
const isWhole = ({ user, password }: { user: string | null; password: string | null }) =>
  (user === null) === (password === null);
const whole = z.refine<Parameters<typeof isWhole>[0]>(isWhole, 'A user goes with a password.');

/** The test message goes to the address of whoever asks. */
export const checkMailBody = z.object(mail).check(whole);
export type CheckMailBody = z.infer<typeof checkMailBody>;
export const checkMailResponse = z.object({ sentTo: z.nullable(z.string()), problem: z.nullable(problem) });
export const connectMailBody = z.object({ ...mail, replaces }).check(whole);
export type ConnectMailBody = z.infer<typeof connectMailBody>;

const bucketSentence = 'A bucket has 3 to 63 lower-case letters, digits, dots and hyphens.';
const prefixSentence = 'A prefix may have letters, digits, dots, hyphens, underscores and single slashes.';
const folder = { place: z.literal('folder') };
const s3 = {
  place: z.literal('s3'),
  bucket: z
    .string(bucketSentence)
    .check(z.trim(), z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, bucketSentence)),
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: z
    .string(prefixSentence)
    .check(
      z.trim(),
      z.maxLength(connectionLimits.nameMax, prefixSentence),
      z.regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/, prefixSentence),
    ),
  region: z
    .string()
    .check(z.trim(), z.regex(/^[a-z0-9-]{1,40}$/, 'A region is a name such as eu-central-1.')),
  /** Null: Amazon's own for the region. */
  endpoint: z.nullable(
    plainUrl(['http:', 'https:'], 'Enter an address such as https://storage.example.com.'),
  ),
  accessKeyId: secretText,
  secretAccessKey: secretText,
};

/** A folder is the one in the data folder of the server: no path can be typed. */
export const checkStorageBody = z.discriminatedUnion('place', [z.object(folder), z.object(s3)]);
export type CheckStorageBody = z.infer<typeof checkStorageBody>;
export const checkStorageResponse = z.object({ problem: z.nullable(problem) });
export const connectStorageBody = z.discriminatedUnion('place', [
  z.object({ ...folder, replaces }),
  z.object({ ...s3, replaces }),
]);
export type ConnectStorageBody = z.infer<typeof connectStorageBody>;
