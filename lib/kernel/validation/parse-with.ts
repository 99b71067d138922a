import type { z } from 'zod'
import { AppError, type Issue } from '../errors.ts'
import { toPointer } from '../json/json-pointer.ts'

/** Throws INVALID_INPUT with one issue per fault. */
export function parseFields<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  // React passes a function for an object that a page could not send. To read its properties throws.
  if (typeof value === 'function') throw invalidFields([{ path: '', message: 'must be plain data' }])
  // A schema’s own message comes before these.
  const parsed = schema.safeParse(value, { error: describeFault })
  if (parsed.success) return parsed.data
  throw invalidFields(parsed.error.issues.flatMap(toIssues))
}

function invalidFields(issues: Issue[]): AppError {
  return new AppError('INVALID_INPUT', { message: 'Some fields are invalid.', issues })
}

/** Returns one issue per unknown key, at its place. */
function toIssues(fault: z.core.$ZodIssue): Issue[] {
  const path = fault.path.map(String)
  if (fault.code === 'unrecognized_keys')
    return fault.keys.map((key) => ({ path: toPointer([...path, key]), message: 'is not a known field' }))
  return [{ path: toPointer(path), message: fault.message }]
}

/** Says what is wrong in the words that contracts use. */
function describeFault(fault: z.core.$ZodRawIssue): string {
  switch (fault.code) {
    case 'invalid_type':
      if (fault.input === undefined) return 'is required'
      return `must be ${KINDS[fault.expected] ?? fault.expected}`
    case 'invalid_value':
      return `must be ${fault.values.length === 1 ? '' : 'one of '}${fault.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_small':
      return describeLimit(fault, fault.minimum, SMALLEST)
    case 'too_big':
      return describeLimit(fault, fault.maximum, LARGEST)
    case 'not_multiple_of':
      return `must be a multiple of ${fault.divisor}`
    case 'invalid_format':
      return FORMATS[fault.format]
        ? `must be ${FORMATS[fault.format]}`
        : `must match ${fault.pattern ?? fault.format}`
    case 'invalid_union':
      return 'does not match any of the choices'
    default:
      return 'is not valid'
  }
}

type Limited = { origin: string; inclusive?: boolean | undefined }
type Limits = { number: string; exclusive: string; text: string; list: string }

const SMALLEST: Limits = {
  number: 'must be # or more',
  exclusive: 'must be more than #',
  text: 'must be at least # character',
  list: 'needs at least # item',
}
const LARGEST: Limits = {
  number: 'must be # or less',
  exclusive: 'must be less than #',
  text: 'must be at most # character',
  list: 'can have at most # item',
}

function describeLimit(
  { origin, inclusive = true }: Limited,
  limit: number | bigint,
  limits: Limits,
): string {
  const fill = (sentence: string) => sentence.replace('#', String(limit))
  const count = (sentence: string) => `${fill(sentence)}${Number(limit) === 1 ? '' : 's'}`
  if (origin === 'string')
    return limits === SMALLEST && Number(limit) === 1 ? 'must not be empty' : count(limits.text)
  if (origin === 'array' || origin === 'set') return count(limits.list)
  return fill(inclusive ? limits.number : limits.exclusive)
}

const FORMATS: Record<string, string> = {
  email: 'an e-mail address',
  url: 'a URL such as https://example.com/',
  uuid: 'a UUID',
  datetime: 'a date and time with its zone, such as 2026-11-20T09:30:00Z',
  date: 'a date such as 2026-11-20',
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}
