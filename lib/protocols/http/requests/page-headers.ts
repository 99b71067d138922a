/** Request headers that `proxy.ts` sets for pages: the nonce of the content security policy, and the requested path. */

export const NONCE_HEADER = 'x-nonce'

export const PATH_HEADER = 'x-guildhall-path'
