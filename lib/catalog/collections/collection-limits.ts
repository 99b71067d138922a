/** Forms show these limits, so this file has no imports. */
export const MAX_COLLECTIONS = 100
export const MAX_COLLECTION_ENTRIES = 200
export const MAX_DESCRIPTION_CHARS = 1_000
