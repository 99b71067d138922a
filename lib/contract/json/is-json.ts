/** Whether a value is JSON as it stands, without copying it. Ground; also in the browser. */
import { MAX_VALUE_DEPTH } from './to-json.ts'

/** False for what `toJson` would have to change or refuse: dates, holes, undefined, cycles, numbers without end. */
export function isJson(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return value === null || (depth < MAX_VALUE_DEPTH && isJsonInside(value, depth + 1))
    default:
      return false
  }
}

function isJsonInside(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isJson(value[index], depth)) return false
    return true
  }
  if (!isPlainObject(value)) return false
  for (const key in value) if (!isJson((value as Record<string, unknown>)[key], depth)) return false
  return true
}

/** An object of this realm with nothing inherited but what every object inherits. */
export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
