/** Rows of one batch. More would take hours, and a file of results that spreadsheets open slowly. */
export const MAX_BATCH_ROWS = 1_000

/** Bytes of all inputs of a batch together, as JSON. */
export const MAX_BATCH_BYTES = 3 * 1024 * 1024
