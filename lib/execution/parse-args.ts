/** The arguments of a call: whatever was sent, into JSON of a bearable size. Floor 3, pure. */
import type { Json } from '../contract/json/json.ts'
import { toJson } from '../contract/json/to-json.ts'
import { AppError } from '../errors.ts'

export const MAX_ARGS_BYTES = 1024 * 1024

/** Absent arguments are an empty object. Throws INVALID_INPUT for what is no JSON, or too much of it. */
export function parseArgs(args: unknown): Json {
  const { value, issue } = toJson(args === undefined ? {} : args)
  if (issue) throw new AppError('INVALID_INPUT', { issues: [issue] })
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_ARGS_BYTES) {
    const message = 'The input is larger than 1 MiB.'
    throw new AppError('INVALID_INPUT', { message, suggestedAction: 'Send less.' })
  }
  return value
}
