/**
 * The JSON Schema of a plan: the rules of its fields, one at a time.
 *
 * Ground; also in the browser, and shown to whoever writes plans. Rules that span several fields are in
 * `check-plan.ts`. Source: specification "First-party tools and plans", Plan.
 */
import { list, oneOf, record, text } from '../document/document-fields.ts'
import { SKILL_LIMITS, TOOL_LIMITS } from '../document/skill-limits.ts'
import { RISK_LEVELS } from '../document/skillset-document.ts'
import type { JsonSchema } from '../json/json.ts'
import { CANONICAL_DIALECT } from '../schema/dialect.ts'
import { ON_ERROR } from './step-policy.ts'

export const PLAN_LIMITS = {
  steps: 200,
  attempts: 10,
  backoffMs: 600_000,
  concurrency: 20,
  // A step that needs longer is several steps.
  timeoutMs: 3_600_000,
  /** Of the whole document as JSON text. */
  characters: 1024 * 1024,
} as const

/** Ids of steps, and names of variables, items and indexes. */
const ID_PATTERN = '^[A-Za-z][A-Za-z0-9_-]*$'

const id = (name: string): JsonSchema => ({
  type: 'string',
  pattern: ID_PATTERN,
  maxLength: 64,
  errorMessage: `${name} begins with a letter, then letters, digits, _ and - (at most 64)`,
})

const between = (name: string, minimum: number, maximum: number): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum,
  errorMessage: `${name} must be a whole number from ${minimum} to ${maximum.toLocaleString('en')}`,
})

const retry = {
  ...record(['maxAttempts'], {
    maxAttempts: {
      ...between('maxAttempts', 1, PLAN_LIMITS.attempts),
      description: 'The first attempt counted.',
    },
    backoffMs: {
      ...between('backoffMs', 0, PLAN_LIMITS.backoffMs),
      default: 250,
      description: 'Before the second attempt; doubled before each further one. 250 when absent.',
    },
  }),
  description: 'How often it is tried.',
}

const onError: JsonSchema = {
  ...oneOf('onError', ON_ERROR),
  description: 'When it fails: stop the plan, skip the step and go on, or retry (then stop).',
}

const args: JsonSchema = { type: 'object', errorMessage: 'args must be an object' }

const foreach = {
  ...record(['from', 'itemName'], {
    from: { description: 'A list, or a reference to one: "$steps.bullets.items".' },
    itemName: { ...id('itemName'), description: 'What $item is also called within the step.' },
    indexName: { ...id('indexName'), description: 'What $index is also called.' },
    concurrency: {
      ...between('concurrency', 1, PLAN_LIMITS.concurrency),
      description: 'How many items are worked on side by side; 1 when absent.',
    },
  }),
  description: 'Runs the step once for each item of a list.',
}

const seconds = ({ timeoutMs }: { timeoutMs: number }) => `${timeoutMs / 1000} s`

const MOST_TIMES = `Built-in tools may take ${seconds(TOOL_LIMITS)}, skills in JavaScript ${seconds(SKILL_LIMITS.javascript)} and in Python ${seconds(SKILL_LIMITS.python)}, or less where they say so.`

const step = record(['id', 'tool', 'args'], {
  id: { ...id('id'), description: 'What others call it by: $steps.<id>.' },
  tool: {
    ...text('tool', 1, 300),
    description:
      'A tool such as vault.readFile, or a skill: publisher.skillset.skill, @1.2.0 or @^1.2 after it.',
  },
  args: { ...args, description: 'What the tool is given; may hold references.' },
  preview: {
    ...text('preview', 1, 500),
    description: 'A sentence that begins with a verb and names the path or the command.',
  },
  dependsOn: {
    ...list('dependsOn', id('a step’s id'), { maxItems: PLAN_LIMITS.steps }),
    description: 'Steps that have to be done first, besides those it refers to.',
  },
  foreach,
  captureAs: { ...id('captureAs'), description: 'Its output is also $vars.<this>.' },
  onError,
  retry,
  timeoutMs: {
    ...between('timeoutMs', 1, PLAN_LIMITS.timeoutMs),
    description: `How long one attempt may take; as long as its tool may when absent, and never longer. ${MOST_TIMES}`,
  },
  tags: {
    ...list('tags', text('a tag', 1, 50), { maxItems: 20 }),
    description: 'Words of your own; they mean nothing to a run.',
  },
})

export const PLAN_SCHEMA: JsonSchema = {
  $schema: CANONICAL_DIALECT,
  title: 'Plan',
  ...record(['version', 'goal', 'riskLevel', 'steps'], {
    version: { ...text('version', 1, 40), description: 'Of this way of writing plans: "1".' },
    goal: { ...text('goal', 1, 2000), description: 'What the plan is for, in a sentence.' },
    assumptions: {
      ...list('assumptions', text('an assumption', 1, 1000), { maxItems: 50 }),
      description: 'What it takes for granted, a sentence each.',
    },
    riskLevel: { ...oneOf('riskLevel', RISK_LEVELS), description: 'The highest of its steps.' },
    defaults: {
      ...record([], { onError, retry }),
      description: 'onError and retry for steps that say nothing of their own.',
    },
    steps: list('steps', step, {
      minItems: 1,
      maxItems: PLAN_LIMITS.steps,
      description: 'What is done; in which order follows from what they refer to.',
      errorMessage: `a plan has 1 to ${PLAN_LIMITS.steps} steps`,
    }),
    outputs: {
      type: 'object',
      errorMessage: 'outputs must be an object',
      description: 'What the whole plan gives back: names to values that may hold references.',
    },
    uiHints: {
      type: 'object',
      errorMessage: 'uiHints must be an object',
      description: 'For the builder; means nothing to a run.',
    },
  }),
}
