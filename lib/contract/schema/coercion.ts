/** One lossless mending of an input, as a run records it and a form shows it. Ground. */
import type { Json } from '../json/json.ts'

/** Where (a JSON Pointer), what was sent, what the handler gets. */
export type Coercion = { path: string; from: Json; to: Json }
