import { toStorable } from '../validation/storable.ts'
import { Prisma } from './generated/client.ts'

/**
 * Makes every text in the arguments of a Prisma operation storable. Postgres refuses a statement if one of its texts
 * contains NUL, so the write would be lost: the error of a handler that quotes its input is enough. UTF-8 replaces lone
 * surrogates in the same way. Input that a person can correct is refused before (`isStorable`).
 *
 * Objects without such a text are returned as they are. JSON columns escape both characters (`jsonColumn`).
 */
export function toStorableValues<Args>(args: Args): Args {
  return replaceIn(args) as Args
}

function replaceIn(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value)
  if (Array.isArray(value)) return mapChanged(value)
  if (value instanceof Prisma.Sql) {
    return new Prisma.Sql(
      value.strings,
      value.values.map((each) => toParameter(replaceIn(each))),
    )
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value)
  const replaced = mapChanged(entries)
  return replaced === entries ? value : Object.fromEntries(replaced as [string, unknown][])
}

/** Prisma sends the values of SQL as JSON, which has no infinity; Postgres reads it from text. */
function toParameter(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** Returns the same array if no element changes. */
function mapChanged(values: unknown[]): unknown[] {
  const replaced = values.map(replaceIn)
  return replaced.some((value, index) => value !== values[index]) ? replaced : values
}

/** False for dates, bytes, and Prisma's own values, which contain no text to replace. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
