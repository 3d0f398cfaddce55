import type { CallView, ViewFilters } from '@parley/contract';
import type { Caller } from './caller.ts';

export type Owner = Pick<Caller, 'tenantId' | 'userId'>;

export interface ViewContent {
  readonly name: string;
  readonly filters: ViewFilters;
}

export type SavedView =
  | { readonly kind: 'saved'; readonly view: CallView }
  | { readonly kind: 'name_taken' }
  | { readonly kind: 'too_many' };

export type ChangedView = Exclude<SavedView, { kind: 'too_many' }> | { readonly kind: 'missing' };

/** Views of the call list, each of one person in one organization. */
export interface CallViewStore {
  /** By name. */
  list(owner: Owner): Promise<CallView[]>;
  /** A view of the same name and filters is returned as it is. */
  create(owner: Owner, view: ViewContent): Promise<SavedView>;
  change(owner: Owner, id: string, changes: Partial<ViewContent>): Promise<ChangedView>;
  remove(owner: Owner, id: string): Promise<boolean>;
}
