/**
 * The part of the document's schema that describes one skill.
 *
 * Ground; also in the browser. Source: "Skill Schema & Validation", Complete Skill Schema.
 */

import type { JsonSchema } from '../json/json.ts'
import { explained, list, oneOf, record, slug, text, upTo } from './document-fields.ts'
import { RISK_LEVELS } from './skillset-document.ts'

const button = record(['label', 'payload'], { label: text('label', 1, 50), payload: text('payload', 1, 200) })

const example = record(['title', 'input'], {
  title: text('title', 1, 100),
  input: { description: 'What is sent; has to fit `parameters`.' },
  config: {
    type: 'object',
    description: 'Configuration for this example only.',
    errorMessage: 'config must be an object',
  },
  output: { description: 'What comes back; has to fit `response`.' },
})

const resource = record(['path', 'kind'], {
  path: text('path', 1, 200),
  kind: text('kind', 1, 100),
  text: upTo('text', 200_000),
  base64: upTo('base64', 1_400_000),
})

const pricing = record(['model', 'amount', 'currency'], {
  model: { const: 'per_job', errorMessage: 'model must be per_job' },
  amount: {
    type: 'string',
    pattern: '^\\d{1,9}(\\.\\d{1,6})?$',
    errorMessage: 'amount must be a decimal number in quotes, with at most 6 digits after the point',
  },
  currency: { const: 'USDC', errorMessage: 'currency must be USDC' },
})

const limits = record([], {
  timeoutMs: {
    type: 'integer',
    minimum: 1,
    errorMessage: 'timeoutMs must be a whole number of milliseconds',
  },
  memoryMb: { type: 'integer', minimum: 1, errorMessage: 'memoryMb must be a whole number of megabytes' },
})

const fields: JsonSchema = {
  slug,
  name: text('name', 1, 100),
  description: text('description', 1, 500),
  prompt: text('prompt', 1, 2000),
  kind: oneOf('kind', ['action', 'instruction']),
  runtime: oneOf('runtime', ['javascript', 'python']),
  definition: upTo('definition', 200_000),
  body: upTo('body', 200_000),
  parameters: {},
  response: {},
  buttons: list('buttons', button, { maxItems: 20 }),
  examples: list('examples', example, { maxItems: 50 }),
  riskLevel: oneOf('riskLevel', RISK_LEVELS),
  sideEffects: list('sideEffects', text('a side effect', 1, 200)),
  availability: text('availability', 1, 500),
  pricing,
  limits,
  tags: list('tags', text('a tag', 1, 40), {
    maxItems: 20,
    uniqueItems: true,
    errorMessage: 'tags must be a list of at most 20 different tags',
  }),
  resources: list('resources', resource, { maxItems: 50 }),
  license: text('license', 1, 500),
  compatibility: text('compatibility', 1, 500),
  metadata: {
    type: 'object',
    maxProperties: 50,
    errorMessage: 'metadata must be an object of at most 50 fields',
  },
}

const NOTES = {
  prompt: 'Tells a model when to use the skill, what it takes and what it returns: 1-2000 characters.',
  kind: 'action (the default) or instruction: a function, or a page of text.',
  definition: 'The source: JavaScript, TypeScript or Python with a handler.',
  body: 'The text of an instruction skill, in Markdown.',
  parameters: 'What goes in: a JSON Schema or a field map.',
  response: 'What comes out: a JSON Schema or a field map.',
  buttons: 'Quick actions after a run, each with a label (1-50 characters) and a payload (1-200).',
  examples:
    'Inputs that work, each with a title. They fill the form with one click and are run before publishing.',
  sideEffects: 'What a run changes in the world, a sentence each.',
  availability: 'When and where the skill works, if not always.',
  pricing: 'What one run costs, when its output keeps the contract. Absent, or an amount of "0": free.',
  limits:
    'timeoutMs ends a run earlier than usual. memoryMb says what the skill gets by with: the sandbox gives every run the usual memory, and ends it only beyond that.',
  tags: 'Words to find the skill by: at most 20, of 1-40 characters.',
  resources: 'Files that come with the skill: each has a path, a kind, and a text or base64.',
  license: 'Under which licence the skill may be used, as its SKILL.md says.',
  compatibility: 'What an agent needs to follow the skill, as its SKILL.md says.',
  metadata: 'Whatever else the front matter of its SKILL.md says.',
}

export const SKILL_SCHEMA: JsonSchema = record(
  ['slug', 'name', 'description', 'prompt'],
  explained(fields, NOTES),
)
