import type { Json } from '../../json/json.ts'

// A file of its own, because the types of the SDK must not lead to Ajv's.
/** `from` is the value sent, `to` what the handler gets. */
export type Coercion = { path: string; from: Json; to: Json }
