/** Describes faults as issues, with a message by keyword that omits the field's name. See docs/spec/contracts.md §4. */
import type { Issue } from '../../kernel/errors.ts'
import { isRounded } from '../../kernel/json/exact-number.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { withinWorkLimit } from '../limits/work-budget.ts'
import { patternRequirement } from '../regex/describe-pattern.ts'
import { knownRegex } from '../regex/linear-regex.ts'
import { listFaults } from './choose-branch.ts'
import type { Compiled } from './compiled-schema.ts'
import { effortFault, type Fault, namedField } from './faults.ts'
import type { AssertedFormat } from './formats.ts'

const MAX_ISSUES = 200

/** Returns [] if the value is valid. Nothing is coerced: for inputs see `inputs/prepare-input.ts`. */
export function validateCompiled(compiled: Compiled, value: Json): Issue[] {
  return toIssues(
    withinWorkLimit(
      () => listFaults(compiled, value),
      () => [effortFault(value)],
    ),
  )
}

/** Omits repetitions, and ends after 200 issues. */
export function toIssues(faults: readonly Fault[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const fault of faults) {
    const issue = toIssue(fault)
    issues.set(`${issue.path} ${issue.message}`, issue)
    if (issues.size >= MAX_ISSUES) break
  }
  return [...issues.values()]
}

export function toIssue(fault: Fault): Issue {
  const { keyword, params, because } = fault
  const sentence = SENTENCES[keyword]?.(fault) ?? 'does not match the contract'
  return {
    path: namedField(fault),
    message: because ? `${sentence} (${because})` : sentence,
    keyword,
    params: { ...params, ...(because && { because }) },
  }
}

// biome-ignore format: table
const KINDS: Record<string, string> = {
  string: 'text', number: 'a number', integer: 'a whole number', boolean: 'true or false',
  array: 'a list', object: 'an object', null: 'null',
}

// biome-ignore format: table
const FORMATS: Record<AssertedFormat, string> = {
  'date-time':    'a date and time with its zone, such as 2026-11-20T09:30:00Z',
  date:           'a date such as 2026-11-20',
  time:           'a time with its zone, such as 09:30:00Z',
  duration:       'a duration such as P3DT4H',
  email:          'an e-mail address',
  uri:            'a URL such as https://example.com/',
  uuid:           'a UUID',
  ipv4:           'an IPv4 address',
  ipv6:           'an IPv6 address',
  hostname:       'a host name',
  regex:          'a regular expression',
  'json-pointer': 'a JSON Pointer such as /items/0',
}

const MAX_LISTED = 12

// biome-ignore format: table
const SENTENCES: Record<string, ((fault: Fault) => string) | undefined> = {
  type: ({ params, found }) => `must be ${kinds(params.type)}${tooLarge(found)}`,
  enum: ({ params }) => `must be one of ${listed(params.allowedValues as Json[])}`,
  const: ({ params }) => `must be ${JSON.stringify(params.allowedValue)}`,
  required: () => 'is required',
  dependentRequired: ({ params }) => `is required when ${params.property} is given`,
  dependencies: ({ params }) => `is required when ${params.property} is given`,
  additionalProperties: () => 'is not a known field',
  unevaluatedProperties: () => 'is not a known field',
  propertyNames: () => 'is not allowed as a name here',
  minimum: ({ params }) => `must be ${params.limit} or more`,
  maximum: ({ params }) => `must be ${params.limit} or less`,
  exclusiveMinimum: ({ params }) => `must be more than ${params.limit}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  safeInteger: () => 'must be between -9007199254740991 and 9007199254740991: larger whole numbers cannot be stored exactly',
  minLength: ({ params }) => params.limit === 1 ? 'must not be empty' : `must be at least ${params.limit} characters`,
  maxLength: ({ params }) => `must be at most ${count(params.limit, 'character')}`,
  pattern: ({ params, schema }) => patternSentence(String(params.pattern), schema),
  format: ({ params }) => `must be ${FORMATS[params.format as AssertedFormat] ?? params.format}`,
  minItems: ({ params }) => `needs at least ${count(params.limit, 'item')}`,
  maxItems: ({ params }) => `can have at most ${count(params.limit, 'item')}`,
  uniqueItems: ({ params }) => `must not repeat an item (${Number(params.j) + 1} and ${Number(params.i) + 1} are the same)`,
  contains: ({ params }) => containing(params),
  unevaluatedItems: () => 'has more items than the contract allows',
  items: ({ params }) => `can have at most ${count(params.limit, 'item')}`,
  additionalItems: ({ params }) => `can have at most ${count(params.limit, 'item')}`,
  minProperties: ({ params }) => `needs at least ${count(params.limit, 'field')}`,
  maxProperties: ({ params }) => `can have at most ${count(params.limit, 'field')}`,
  effort: () => 'is too large or too deeply nested to be checked',
  not: () => 'is not allowed here',
  'false schema': () => 'is not allowed here',
  oneOf: ({ params }) => params.passingSchemas ? 'matches more than one of the choices' : 'does not match any of the choices',
  anyOf: () => 'does not match any of the choices',
}

/** Programs get the expression in `params`. */
function patternSentence(pattern: string, schema: JsonSchema): string {
  return patternRequirement(pattern, schema, (text) => knownRegex(pattern).test(text))
}

function kinds(type: unknown): string {
  const types = Array.isArray(type) ? type : [type]
  return [...new Set(types.map((each) => KINDS[String(each)] ?? String(each)))].join(' or ')
}

function tooLarge(found: Json): string {
  const isLong = typeof found === 'string' && /^\s*[+-]?\d{16,}\s*$/.test(found)
  return isLong || (typeof found === 'number' && isRounded(found))
    ? ' (this number is too large to be stored exactly)'
    : ''
}

function listed(values: readonly Json[]): string {
  const shown = values
    .slice(0, MAX_LISTED)
    .map((value) => JSON.stringify(value))
    .join(', ')
  return values.length > MAX_LISTED ? `${shown} … (${values.length} in total)` : shown
}

function containing({ minContains, maxContains }: Record<string, unknown>): string {
  const least = `needs at least ${count(minContains, 'item')} that match the contract`
  return maxContains === undefined ? least : `${least}, and at most ${maxContains}`
}

function count(limit: unknown, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`
}
