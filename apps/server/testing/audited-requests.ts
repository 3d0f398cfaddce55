import { apiRoutes, examples, type Route } from '@parley/contract';
import type pg from 'pg';
import { expect } from 'vitest';
import { auditedChanges, type ChangeRoute, type ShownIn } from './audited-changes.ts';

type Params = Readonly<Record<string, string | number>>;

export interface Requests {
  readonly owner: pg.Client;
  /** As a page of whoever is signed in sends it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  readonly send: (method: string, path: string, body?: object) => Promise<{ status: number; body: any }>;
  /** The routes that were used. */
  readonly done: Set<ChangeRoute>;
}

/** Uses a route as a page does, and looks for its entry in the audit log. */
export function changeRequests({ owner, send, done }: Requests) {
  return async (name: ChangeRoute, params: Params = {}, body = examples[name].body, query = '') => {
    const { method, path }: Route = apiRoutes[name];
    const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => String(params[part]));
    const { rows: before } = await owner.query('select coalesce(max(id), 0) as id from audit_log');
    const answer = await send(method, `${filled}${query}`, body as object | undefined);
    expect([name, answer.status, answer.body]).toEqual([name, 200, expect.anything()]);
    const { rows } = await owner.query(
      "select action, actor_kind, address from audit_log where id > $1 and actor_kind = 'person'",
      [before[0].id],
    );
    const audited = auditedChanges[name];
    if ('action' in audited)
      expect({ name, rows }).toEqual({
        name,
        rows: expect.arrayContaining([
          { action: audited.action, actor_kind: 'person', address: expect.stringMatching(/127\.0\.0\.1$/) },
        ]),
      });
    done.add(name);
    return answer.body;
  };
}

/** Every route of the table that writes an entry is used by the file that the table names. */
export function expectAllDone(done: ReadonlySet<ChangeRoute>, where: ShownIn): void {
  const missing = (Object.keys(auditedChanges) as ChangeRoute[]).filter((name) => {
    const audited = auditedChanges[name];
    return 'action' in audited && (audited.where ?? 'sandbox') === where && !done.has(name);
  });
  expect(missing).toEqual([]);
}
