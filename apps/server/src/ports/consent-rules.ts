import type { ConsentRules, DeclareGroundsBody, ImportRegistryBody } from '@parley/contract';
import type { Caller } from './caller.ts';

export interface ConsentRulesStore {
  get(tenantId: string): Promise<ConsentRules>;
  declare(caller: Caller, body: DeclareGroundsBody): Promise<ConsentRules | 'changed'>;
  /** How many of the numbers were new. Nothing changes once the last rows of the file were there. `empty`: it has none. */
  addNumbers(
    caller: Caller,
    file: Omit<ImportRegistryBody, 'rows' | 'country'>,
    numbers: readonly string[],
  ): Promise<number | 'full' | 'empty'>;
  removeRegistry(caller: Caller): Promise<void>;
}
