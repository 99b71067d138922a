import type { JsonSchema } from '../../kernel/json/json.ts'
import { formatList } from '../../kernel/text/format.ts'
import { ASSERTION_KINDS } from '../examples/example-assertion.ts'
import { LANES, RESOURCE_LIMITS } from './skill-limits.ts'
import { RISK_LEVELS } from './skillset-document.ts'

export const text = (name: string, min: number, max: number): JsonSchema => ({
  type: 'string',
  minLength: min,
  maxLength: max,
  errorMessage: `${name} must be ${min}-${max} characters`,
})

export const record = (required: string[], properties: JsonSchema): JsonSchema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})

export const MAX_BUTTON_PAYLOAD_CHARS = 200

const button = record(['label', 'payload'], {
  label: text('label', 1, 50),
  payload: text('payload', 1, MAX_BUTTON_PAYLOAD_CHARS),
})

const example = record(['title', 'input'], {
  title: text('title', 1, 100),
  input: { description: 'The input. Must match `parameters`.' },
  config: {
    type: 'object',
    description: 'Configuration for this example only.',
    errorMessage: 'config must be an object',
  },
  output: { description: 'The output. Must match `response`.' },
  assertions: {
    type: 'array',
    maxItems: 50,
    description:
      'How far the output may differ from the recorded one. Paths are JSON Pointers in which * is any item.',
    items: {
      type: 'object',
      required: ['kind', 'path'],
      properties: {
        kind: { enum: [...ASSERTION_KINDS] },
        path: { type: 'string', maxLength: 500, pattern: '^(/[^/]*)*$' },
        within: { type: 'number', minimum: 0 },
        schema: { type: ['object', 'boolean'] },
        pattern: { type: 'string', maxLength: 1000 },
      },
      additionalProperties: false,
      oneOf: [
        { properties: { kind: { enum: ['ignore', 'set'] } } },
        { properties: { kind: { const: 'tolerance' } }, required: ['within'] },
        { properties: { kind: { const: 'schema' } }, required: ['schema'] },
        { properties: { kind: { const: 'pattern' } }, required: ['pattern'] },
      ],
    },
    errorMessage:
      'assertions must be a list of at most 50, each with kind, path, and its within (tolerance), schema or pattern',
  },
})

export const textSchema = (name: string, max: number): JsonSchema => ({
  type: 'string',
  maxLength: max,
  errorMessage: `${name} must be at most ${max} characters`,
  // The length of a text does not help someone who wrote a number.
  typeErrorMessage: `${name} must be text`,
})

const resource = record(['path', 'kind'], {
  path: text('path', 1, RESOURCE_LIMITS.pathChars),
  kind: text('kind', 1, 100),
  text: textSchema('text', 200_000),
  base64: textSchema('base64', 1_400_000),
  sha256: {
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
    errorMessage: 'sha256 must be 64 lowercase hexadecimal digits',
  },
  sizeBytes: { type: 'integer', minimum: 1, errorMessage: 'sizeBytes must be a whole number of bytes' },
  executable: { type: 'boolean', errorMessage: 'executable must be true or false' },
})

const amount = (name: string): JsonSchema => ({
  type: 'string',
  pattern: '^\\d{1,9}(\\.\\d{1,6})?$',
  errorMessage: `${name} must be a decimal number in quotes, with at most 6 digits after the point`,
})

const pricing = record(['model', 'amount', 'currency'], {
  model: { const: 'per_job', errorMessage: 'model must be per_job' },
  amount: amount('amount'),
  currency: { const: 'USDC', errorMessage: 'currency must be USDC' },
  perItem: record(['amount', 'list'], {
    amount: amount('amount'),
    list: {
      type: 'string',
      pattern: '^(/([^/~]|~[01])+)+$',
      maxLength: 200,
      errorMessage: 'list must be the JSON Pointer of a list in the output, such as /items',
    },
  }),
  dryRunAmount: amount('dryRunAmount'),
})

const limits = record([], {
  timeoutMs: {
    type: 'integer',
    minimum: 1,
    errorMessage: 'timeoutMs must be a whole number of milliseconds',
  },
  memoryMb: { type: 'integer', minimum: 1, errorMessage: 'memoryMb must be a whole number of megabytes' },
  lane: { enum: [...LANES], errorMessage: `lane must be ${formatList(LANES, 'or')}` },
})

const SLUG_PATTERN = '^[a-z0-9_]{1,64}$'

export const slug: JsonSchema = {
  type: 'string',
  pattern: SLUG_PATTERN,
  errorMessage: 'slug must be 1-64 chars, alphanumeric + underscore',
}

export const enumSchema = (name: string, values: readonly string[]): JsonSchema => ({
  enum: [...values],
  errorMessage: `${name} must be ${formatList(values, 'or')}`,
})

export const list = (name: string, items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'array',
  items,
  errorMessage: `${name} must be a list`,
  ...more,
})

const fields: JsonSchema = {
  slug,
  name: text('name', 1, 100),
  description: text('description', 1, 500),
  prompt: text('prompt', 1, 2000),
  kind: enumSchema('kind', ['action', 'instruction']),
  runtime: enumSchema('runtime', ['javascript', 'python']),
  definition: textSchema('definition', 200_000),
  body: textSchema('body', 200_000),
  parameters: {},
  response: {},
  stream: {},
  buttons: list('buttons', button, { maxItems: 20 }),
  examples: list('examples', example, { maxItems: 50 }),
  riskLevel: enumSchema('riskLevel', RISK_LEVELS),
  sideEffects: list('sideEffects', text('a side effect', 1, 200)),
  availability: text('availability', 1, 500),
  pricing,
  dryRun: enumSchema('dryRun', ['supported']),
  limits,
  tags: list('tags', text('a tag', 1, 40), {
    maxItems: 20,
    uniqueItems: true,
    errorMessage: 'tags must be a list of at most 20 different tags',
  }),
  resources: list('resources', resource, { maxItems: RESOURCE_LIMITS.count }),
  license: text('license', 1, 500),
  compatibility: text('compatibility', 1, 500),
  metadata: {
    type: 'object',
    maxProperties: 50,
    errorMessage: 'metadata must be an object of at most 50 fields',
  },
}

const NOTES = {
  prompt: 'States when a model should use the skill, and what its input and output are: 1-2000 characters.',
  kind: 'action (the default) or instruction: a function, or a page of text.',
  definition: 'The source: JavaScript, TypeScript or Python with a handler.',
  body: 'The text of an instruction skill, in Markdown.',
  parameters: 'The input: a JSON Schema or a field map.',
  response: 'The output: a JSON Schema or a field map.',
  stream:
    'A part of the output: the JSON Schema or field map of what the code delivers while it runs, by context.emit(part) or runtime.emit(part).',
  buttons: 'Quick actions after a run, each with a label (1-50 characters) and a payload (1-200).',
  examples:
    'Working inputs, each with a title. Users can fill the form with them, and they are run before publishing.',
  sideEffects: 'What a run changes outside of its output, one sentence each.',
  availability: 'When and where the skill works, if not always.',
  pricing:
    'The price of a run whose output satisfies the contract. Free if absent or "0". With perItem, each item of a list in the output, such as /items, costs perItem.amount, and a run costs amount at most. dryRunAmount is the price of a dry run, if it is supported and not free.',
  dryRun:
    '"supported": the handler checks context.dryRun and changes nothing when it is true. A skill with a price refuses dry runs without it.',
  limits:
    'lane is "quick" (the default) or "long": up to 15 minutes, in the background. timeoutMs sets a shorter time limit. memoryMb is how much memory the skill needs; in the quick lane, the sandbox enforces the standard limit.',
  tags: 'Search keywords: at most 20, of 1-40 characters each.',
  resources:
    'Files of the skill, up to 10 MB in total. Each has a path, a kind, and its text, base64, or the sha256 and sizeBytes of a file that this SkillSet stores; executable marks a program.',
  license: 'The licence of the skill, from its SKILL.md.',
  compatibility: 'The requirements for agents that use the skill, from its SKILL.md.',
  metadata: 'Other fields of the front matter of its SKILL.md.',
}

export const SKILL_SCHEMA: JsonSchema = record(
  ['slug', 'name', 'description', 'prompt'],
  withDescriptions(fields, NOTES),
)

export const url = (name: string): JsonSchema => ({
  type: 'string',
  maxLength: 2048,
  errorMessage: `${name} must be a valid URL`,
})
export const booleanSchema = (name: string): JsonSchema => ({
  type: 'boolean',
  errorMessage: `${name} must be true or false`,
})

export function withDescriptions(fields: JsonSchema, notes: Record<string, string>): JsonSchema {
  const entries = Object.entries(fields).map(([name, field]): [string, JsonSchema] => {
    const note = notes[name]
    return [name, { ...(field as JsonSchema), ...(note && { description: note }) }]
  })
  return Object.fromEntries(entries)
}
