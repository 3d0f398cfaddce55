import {
  type CreateApiKeyBody,
  createApiKeyBody,
  keyPermissions,
  keyRequestsDefault,
} from '@parley/contract';
import { flatDraft } from '../../lib/drafts.ts';

/** What is typed into the form. Permissions are one text, so that the draft of the form is flat. */
export interface TypedKey {
  name: string;
  permissions: string;
  expiry: string;
  perMinute: string;
}

export const emptyKey: TypedKey = {
  name: '',
  permissions: '',
  expiry: '365',
  perMinute: String(keyRequestsDefault),
};

export const parseTypedKey = flatDraft(emptyKey);

export const expiryChoices = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never, only when it is revoked' },
];

const dayMs = 86_400_000;

export function expiresAt(expiry: string, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * dayMs).toISOString();
}

export function chosenPermissions({ permissions }: TypedKey): ReadonlySet<string> {
  return new Set(permissions.split(' ').filter((each) => each !== ''));
}

/** In the order of the table, so that the same choice is always the same text. */
export function permissionsText(chosen: ReadonlySet<string>): string {
  return keyPermissions.filter((each) => chosen.has(each)).join(' ');
}

export type KeyMistakes = Partial<Record<'name' | 'permissions' | 'requestsPerMinute', string>>;

export function readKey(
  typed: TypedKey,
  now: number,
): { body: CreateApiKeyBody; mistakes: null } | { body: null; mistakes: KeyMistakes } {
  const perMinute = typed.perMinute.trim();
  const parsed = createApiKeyBody.safeParse({
    name: typed.name.trim(),
    permissions: [...chosenPermissions(typed)],
    requestsPerMinute: perMinute === '' ? null : Number(perMinute),
    expiresAt: expiresAt(typed.expiry, now),
  });
  if (parsed.success) return { body: parsed.data, mistakes: null };
  const mistakes: KeyMistakes = {};
  for (const { path, message } of parsed.error.issues.toReversed())
    mistakes[path[0] as keyof KeyMistakes] = message;
  return { body: null, mistakes };
}
