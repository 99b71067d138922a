/** What reads schemas: Ajv on servers, the interpreter elsewhere. Ground; also in the browser. */
import type { ErrorObject } from 'ajv'
import type { Json, JsonSchema } from '../json/json.ts'

/** How the schema is called in references from parts of it. */
export const ROOT = 'guildhall:contract'

/** Lists, for a schema that refers into `ROOT`, everything wrong with a value. */
export type Engine = (part: JsonSchema) => (value: Json) => ErrorObject[]
