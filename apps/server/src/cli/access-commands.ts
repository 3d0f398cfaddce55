import { effectiveRole, knownRole, membershipOf, type Role } from '@parley/contract';
import type { AccessList, AccountRow } from '../ports/accounts.ts';

export const usage = `Who may use this Parley:

  npm run access -- list               every account, and what it may do
  npm run access -- grant EMAIL ROLE   let somebody in, or change their role
  npm run access -- revoke EMAIL       take access away and sign them out everywhere
  npm run access -- reset EMAIL        print a link that sets a new password, once
  npm run access -- reset-second-factor EMAIL
                                       for somebody who has lost phone and recovery codes

ROLE is viewer (reads everything), operator (places calls, edits templates) or admin (also manages).
Any other name counts as operator.`;

export type AccessCommand =
  | { readonly name: 'list' }
  | { readonly name: 'grant'; readonly email: string; readonly role: string }
  | { readonly name: 'revoke' | 'reset' | 'reset-second-factor'; readonly email: string };

export interface CommandResult {
  /** 0: done. 1: not possible. 2: not understood. */
  readonly exitCode: 0 | 1 | 2;
  readonly output: string;
}

export interface AccessTools {
  readonly accounts: AccessList;
  readonly appKey: string;
  readonly firstAccountCode: string;
  resetLink(userId: string): Promise<string>;
  /** False when the account had none. */
  removeSecondFactor(userId: string): Promise<boolean>;
}

/** Null when the arguments are no command. */
export function parseAccess([name, email, role, ...more]: readonly string[]): AccessCommand | null {
  if (more.length > 0) return null;
  if (name === 'list' && email === undefined) return { name };
  if (!email?.includes('@')) return null;
  if (name === 'grant' && role !== undefined && /^[\w.:-]{1,64}$/.test(role)) return { name, email, role };
  if (name === 'revoke' || name === 'reset' || name === 'reset-second-factor')
    return role === undefined ? { name, email } : null;
  return null;
}

export async function runAccess(command: AccessCommand, tools: AccessTools): Promise<CommandResult> {
  const { accounts, appKey } = tools;
  if (command.name === 'list') return done(table(await accounts.list(appKey), tools.firstAccountCode));

  const account = await accounts.find(command.email);
  if (account === null) {
    const output = `There is no account with the email address ${command.email}. People sign up first, then you let them in.`;
    return { exitCode: 1, output };
  }
  const { userId, email } = account;
  switch (command.name) {
    case 'grant': {
      const result = await accounts.grant(userId, { appKey, role: command.role });
      if (result === 'last admin') return refusedAsLastAdmin(email);
      return done(
        [
          `${email} has the role ${command.role} now; open pages notice within seconds.`,
          ...remarkOn(command.role),
        ].join('\n'),
      );
    }
    case 'revoke': {
      const result = await accounts.revoke(userId, { appKey });
      if (result === 'last admin') return refusedAsLastAdmin(email);
      return done(
        result === 'changed'
          ? `${email} has no access any more and is signed out everywhere, within seconds.`
          : `${email} had no access. They are signed out everywhere, within seconds.`,
      );
    }
    case 'reset-second-factor':
      return done(
        (await tools.removeSecondFactor(userId))
          ? `${email} has no second factor any more: the password alone signs in until a new one is set up.`
          : `${email} had no second factor.`,
      );
    case 'reset': {
      const link = await tools.resetLink(userId);
      await accounts.recordReset(userId);
      return done(`This link sets a new password for ${email}, once and within an hour:\n${link}`);
    }
  }
}

/** PE10. */
function refusedAsLastAdmin(email: string): CommandResult {
  return {
    exitCode: 1,
    output: `${email} is the last admin. Make somebody else an admin first; nothing was changed.`,
  };
}

/** What a role counts as by the rule of tokens; null: it admits nobody. */
function roleThatCounts(role: string): Role | null {
  const membership = membershipOf({ app: role }, 'app');
  return membership && effectiveRole(membership, null);
}

function remarkOn(role: string): string[] {
  if (knownRole(role) !== null) return [];
  const counts = roleThatCounts(role);
  if (counts === null) return [`But "${role}" admits nobody. To take access away, use revoke.`];
  return [`Note: "${role}" is none of viewer, operator and admin, so it counts as ${counts}.`];
}

/** The name, and what it counts as if that is something else. */
function roleText(role: string | null): string {
  if (role === null) return 'waiting';
  if (knownRole(role) !== null) return role;
  return `${printable(role)} (${roleThatCounts(role) ?? 'no access'})`.trimStart();
}

const done = (output: string): CommandResult => ({ exitCode: 0, output });

function table(rows: readonly AccountRow[], code: string): string {
  if (rows.length === 0) {
    return `There are no accounts yet. Whoever signs up first becomes the administrator. From another machine or through a proxy that needs this one-time code: ${code}`;
  }
  const cells = rows.map(({ email, name, role, createdAt }) => [
    printable(email),
    printable(name),
    roleText(role),
    createdAt.toISOString().slice(0, 10),
  ]);
  const lines = [['EMAIL', 'NAME', 'ROLE', 'SINCE'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** People choose their own names, so control characters must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}
