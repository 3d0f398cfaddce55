/** What the hand-written part knows of the contract. In the package this file is the printed types of all routes. */
export type { ErrorCode, WebhookEvent } from '@parley/contract';
