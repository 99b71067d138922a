/** `proxy.ts` sets it. */

export const NONCE_HEADER = 'x-nonce'

export const PATH_HEADER = 'x-guildhall-path'
