import type { z } from 'zod'
import { AppError, type Issue } from '../errors.ts'
import { toPointer } from '../json/json-pointer.ts'

/** Throws INVALID_INPUT with one issue per fault. */
export function parseFields<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  // React passes a function for an object that a page could not send. To read its properties throws.
  if (typeof value === 'function') throw invalidFields([{ path: '', message: 'must be plain data' }])
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidFields(parsed.error.issues.flatMap(toIssues))
}

function invalidFields(issues: Issue[]): AppError {
  return new AppError('INVALID_INPUT', { message: 'Some fields are invalid.', issues })
}

/** Replaces zod's messages by those that contracts use. */
function toIssues(fault: z.core.$ZodIssue): Issue[] {
  const path = fault.path.map(String)
  if (fault.code === 'unrecognized_keys')
    return fault.keys.map((key) => ({ path: toPointer([...path, key]), message: 'is not a known field' }))
  return [{ path: toPointer(path), message: describeFault(fault) }]
}

function describeFault(fault: z.core.$ZodIssue): string {
  if (fault.code !== 'invalid_type' || !fault.message.startsWith('Invalid input')) return fault.message
  if (fault.message.endsWith('received undefined')) return 'is required'
  return `must be ${KINDS[fault.expected] ?? fault.expected}`
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}
