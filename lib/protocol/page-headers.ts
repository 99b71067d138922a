/** What `proxy.ts` tells the page it stands before, by request header. Floor 4. */

/** The nonce of this page's policy. */
export const NONCE_HEADER = 'x-nonce'

/** Path and query of the page asked for. */
export const PATH_HEADER = 'x-guildhall-path'
