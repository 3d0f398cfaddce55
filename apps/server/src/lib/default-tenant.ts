/** The tenant of people who belong to no organization: of everybody with the built-in sign-in. */
export const defaultTenantId = 'gs-dental';
