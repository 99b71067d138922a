/** Passes JSON to Prisma as text, because Prisma drops "__proto__" and interprets "$type" and "__prismaRawParameters__". */
import type { PublicError } from '../errors.ts'
import type { Json } from '../json/json.ts'
import { toStorableJson } from '../validation/storable.ts'
import { Prisma } from './generated/client.ts'

export function jsonColumn(value: Json): Prisma.InputJsonValue | typeof Prisma.JsonNull {
  return value === null ? Prisma.JsonNull : asText(value)
}

/** Replaces what Postgres cannot read in JSON, because errors quote what callers sent and skills threw. */
export function errorColumn(error: PublicError): Prisma.InputJsonValue {
  return asText(toStorableJson(error))
}

export function dataColumn(value: object): Prisma.InputJsonValue {
  return asText(value)
}

function asText(value: unknown): Prisma.InputJsonValue {
  const text = { $type: 'Json', value: JSON.stringify(value) }
  return { toJSON: () => text }
}
