import type { ApiKeyUses, UsedApiKey } from '../../../ports/api-keys.ts';
import type { Database } from '../database.ts';

const works = 'revoked_at is null and (expires_at is null or expires_at > now())';

/** One statement for each request, so that a revoked key is refused at once and a limit counts requests to all servers. */
const use = `
  with key as (
    select tenant_id, id, name, permissions, requests_per_minute, expires_at, last_used_at
    from api_keys where id = $1 and digest = $2 and ${works}
  ), counted as (
    insert into api_key_uses as u (tenant_id, key_id, minute, uses)
    select tenant_id, id, date_trunc('minute', now()), 1 from key
    on conflict (tenant_id, key_id) do update set
      uses = case when u.minute = excluded.minute then u.uses + 1 else 1 end,
      minute = excluded.minute
    returning uses
  ), noted as (
    update api_keys k set last_used_at = date_trunc('hour', now()) from key
    where k.id = key.id and (key.last_used_at is null or key.last_used_at < date_trunc('hour', now()))
  )
  select tenant_id, name, permissions, requests_per_minute, expires_at, uses,
    ceil(60 - extract(second from now()))::int as seconds_left
  from key, counted`;

interface UseRow {
  tenant_id: string;
  name: string;
  permissions: string[];
  requests_per_minute: number;
  expires_at: Date | null;
  uses: number;
  seconds_left: number;
}

export function createApiKeyUses(database: Database): ApiKeyUses {
  return {
    async use(id, digest): Promise<UsedApiKey | null> {
      const statement = { name: 'use of an api key', text: use, values: [id, digest] };
      const [row] = await database.systemRows<UseRow>(statement);
      if (row === undefined) return null;
      return {
        ...{ tenantId: row.tenant_id, name: row.name, permissions: row.permissions, uses: row.uses },
        ...{ requestsPerMinute: row.requests_per_minute, secondsLeft: row.seconds_left },
        expiresAt: row.expires_at,
      };
    },
    async works(id) {
      const text = `select 1 from api_keys where id = $1 and ${works}`;
      return (await database.systemRows({ name: 'api key works', text, values: [id] })).length > 0;
    },
  };
}
