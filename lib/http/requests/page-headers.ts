/** Request headers that `proxy.ts` sets for pages. */

export const NONCE_HEADER = 'x-nonce'

export const PATH_HEADER = 'x-guildhall-path'
