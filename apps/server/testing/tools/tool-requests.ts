import type { HttpToolConfig } from '@parley/contract';
import { expect } from 'vitest';
import type { DeskClient } from '../desk-client.ts';

/** Adds a tool as Settings ▸ Tools does; its id. */
export async function createTool(client: DeskClient, config: HttpToolConfig): Promise<string> {
  const { status, body } = await client.request('POST', '/api/tools', { config });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.tool.id;
}
