/** Here and not with the others, which every page loads. */
export const webhookKeys = {
  deliveries: (endpointId: string, state: string) => ['webhooks', 'deliveries', endpointId, state],
  /**
   * Not below the list, which is fetched again whenever something is sent: reading one is in the audit log. It is fetched
   * again when the list says that it has changed.
   */
  delivery: (endpointId: string, id: string, seen: string) => ['webhook-delivery', endpointId, id, seen],
} as const;
