/** JSON that was sent as text: the border of server actions would bend some of it. Floor 4. */
import type { Json } from '../contract/json/json.ts'
import { faultText, readJson } from '../contract/json/read-json.ts'
import { AppError } from '../errors.ts'

/** Throws INVALID_INPUT, with line and column, for what is no JSON. */
export function parseJsonText(text: string): Json {
  const { value, fault } = readJson(text)
  if (fault) throw new AppError('INVALID_INPUT', { message: faultText(fault) })
  return value
}
