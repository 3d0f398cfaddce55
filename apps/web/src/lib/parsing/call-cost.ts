import { type CallCost, callCost } from '@parley/contract';

/** Null while the call is up, and from a server that does not say. */
export const parseCallCost = (value: unknown): CallCost | null => callCost.safeParse(value).data ?? null;
