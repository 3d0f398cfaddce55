import type pg from 'pg';
import { connectOwner, makeBareLogin } from '../desk/embedded-database.ts';
import { HttpLine, requestText } from '../desk/http-line.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import type { Tokens } from '../desk/tokens.ts';
import { type BareServer, startBareServer } from './bare-process.ts';
import { generate, tenants } from './generate.ts';

/** The product and its limit, side by side on one database of a given size. */
export interface DeskAtSize {
  readonly size: number;
  readonly product: Product;
  readonly bare: BareServer;
  readonly owner: pg.Client;
  readonly tokens: Tokens;
  close(): Promise<void>;
}

/** A year of calls must not run into the guards that keep a person from placing that many. */
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
  const line = await HttpLine.open(product.port);
  for (const tenant of tenants) {
    const { status } = await line.send(requestText({ path: '/api/agents', token: tokens.of(tenant) }));
    if (status !== 200) throw new Error(`The tenant ${tenant} was not made: ${status}.`);
  }
  line.close();
  const owner = await connectOwner(dataDir);
  await generate(owner, size);
  const bare = await startBareServer(await makeBareLogin(owner, dataDir));
  return {
    size,
    product,
    bare,
    owner,
    tokens,
    async close() {
      await bare.stop();
      await owner.end();
      await product.stop();
      removeDataDir(dataDir);
    },
  };
}
