/** A request header that `proxy.ts` sets. */

export const NONCE_HEADER = 'x-nonce'

export const PATH_HEADER = 'x-guildhall-path'
