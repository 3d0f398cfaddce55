import type pg from 'pg';
import { connectOwner, createLimitLogin } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import type { Tokens } from '../desk/tokens.ts';
import { generate, tenants } from './generate.ts';
import { type LimitServer, startLimitServer } from './limit-process.ts';

/** The product and its limit, side by side on one database of a given size. */
export interface DeskAtSize {
  readonly size: number;
  readonly product: Product;
  readonly limitServer: LimitServer;
  readonly owner: pg.Client;
  readonly tokens: Tokens;
  close(): Promise<void>;
}

/** The limits on placing calls are raised: a year of calls is placed at once. */
const settings = {
  CALLS_PER_MINUTE: '1000000',
  CALLS_PER_DAY: '10000000',
  PHONE_LAB_CPS: '1000',
  DRAIN_SECONDS: '0',
};

export async function openDesk(size: number, tokens: Tokens): Promise<DeskAtSize> {
  const dataDir = newDataDir();
  const product = await startProduct(dataDir, { ...settings, ...tokens.settings });
  // A tenant gets its agents with its first request.
  const line = await HttpConnection.open(product.port);
  for (const tenant of tenants) {
    const { status } = await line.send(requestText({ path: '/api/agents', token: tokens.of(tenant) }));
    if (status !== 200) throw new Error(`The tenant ${tenant} was not made: ${status}.`);
  }
  line.close();
  const owner = await connectOwner(dataDir);
  await generate(owner, size);
  const limitServer = await startLimitServer(await createLimitLogin(owner, dataDir));
  return {
    size,
    product,
    limitServer,
    owner,
    tokens,
    async close() {
      await limitServer.stop();
      await owner.end();
      await product.stop();
      removeDataDir(dataDir);
    },
  };
}
