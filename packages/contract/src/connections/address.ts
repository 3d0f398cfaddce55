import * as z from 'zod/mini';
import { check, plainUrl, replaces } from './connection.ts';

/** http too: the check says why it cannot be, better than a refusal of the field. */
const url = plainUrl(['http:', 'https:'], 'Enter an address such as https://desk.example.com.').check(
  z.refine((text) => {
    const path = URL.parse(text)?.pathname ?? '/';
    return path === '/';
  }, 'The address has no path: https://desk.example.com.'),
);

export const checkAddressBody = z.object({ url });
export const checkAddressResponse = z.object({ checks: z.array(check) });
export type CheckAddressResponse = z.infer<typeof checkAddressResponse>;

export const setAddressBody = z.object({ url, replaces });
export type SetAddressBody = z.infer<typeof setAddressBody>;
