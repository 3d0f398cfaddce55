/** What a random key of the deployment is for. */
export const deploymentKeyNames = [
  'number-digests',
  'audit-chain',
  'address-check',
  'recording-addresses',
  'mcp-confirmations',
] as const;
export type DeploymentKeyName = (typeof deploymentKeyNames)[number];

/**
 * Random keys that stay the same for the life of the deployment, whatever happens to AUTH_SECRET: with another key for
 * digests of erased numbers, a person who asked not to be called could be called again.
 */
export interface DeploymentKeys {
  /** 32 bytes; made when it is first asked for. Throws `SecretUnusable` where it cannot be read. */
  get(name: DeploymentKeyName): Promise<Buffer>;
}
