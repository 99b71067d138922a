/** Values on their way into `Json @db.Json` columns. Floor 1. */
import type { Json } from '../contract/json/json.ts'
import { Prisma } from './generated/client.ts'

/** What Prisma wants for `value`: JSON null is a value, and SQL NULL the absence of one. */
export function jsonColumn(value: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return value === null ? Prisma.JsonNull : (value as Prisma.InputJsonValue)
}

/** The same for typed data that is JSON by construction (issues, log lines, errors). */
export function dataColumn(value: object): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue
}
