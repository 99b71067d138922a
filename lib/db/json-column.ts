/**
 * Values on their way into `Json @db.Json` columns. Floor 1.
 *
 * As text, by the `toJSON` that Prisma asks for: on its own way through an object it loses the key "__proto__", and it
 * takes some that look like its own ("$type", "__prismaRawParameters__") for what they are called. What programs send
 * may hold all of them.
 */
import type { Json } from '../contract/json/json.ts'
import { Prisma } from './generated/client.ts'

/** What Prisma wants for `value`: JSON null is a value, and SQL NULL the absence of one. */
export function jsonColumn(value: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return value === null ? Prisma.JsonNull : asText(value)
}

/** The same for typed data that is JSON by construction (issues, log lines, errors). */
export function dataColumn(value: object): Prisma.InputJsonValue {
  return asText(value)
}

function asText(value: unknown): Prisma.InputJsonValue {
  const text = { $type: 'Json', value: JSON.stringify(value) }
  return { toJSON: () => text }
}
