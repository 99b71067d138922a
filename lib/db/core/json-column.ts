/**
 * Converts values for `Json @db.Json` columns to text through `toJSON`. Given an object, Prisma drops the key
 * "__proto__" and interprets keys such as "$type" and "__prismaRawParameters__".
 */
import type { Json } from '../../json/json.ts'
import { Prisma } from '../generated/client.ts'

export function jsonColumn(value: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return value === null ? Prisma.JsonNull : asText(value)
}

export function dataColumn(value: object): Prisma.InputJsonValue {
  return asText(value)
}

function asText(value: unknown): Prisma.InputJsonValue {
  const text = { $type: 'Json', value: JSON.stringify(value) }
  return { toJSON: () => text }
}
