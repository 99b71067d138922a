import type { ErrorObject } from 'ajv'
import type { Json, JsonSchema } from '../../json/json.ts'

export const ROOT_URI = 'guildhall:contract'

export type SchemaEngine = (part: JsonSchema) => (value: Json) => ErrorObject[]
