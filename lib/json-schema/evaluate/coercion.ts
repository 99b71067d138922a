import type { Json } from '../../kernel/json/json.ts'

/** `from` is the value sent, `to` what the handler gets. */
export type Coercion = { path: string; from: Json; to: Json }
