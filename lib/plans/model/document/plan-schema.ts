/** Agents read this schema; `check-plan.ts` has rules over several fields. */

import { SKILL_LIMITS, TOOL_LIMITS } from '../../../contracts/document/skill-limits.ts'
import { enumSchema, list, record, text } from '../../../contracts/document/skill-schema.ts'
import { RISK_LEVELS } from '../../../contracts/document/skillset-document.ts'
import { CANONICAL_DIALECT } from '../../../json-schema/tree/dialect.ts'
import type { JsonSchema } from '../../../kernel/json/json.ts'
import { APPROVAL_HOURS, APPROVERS, ON_ERROR } from './plan-document.ts'

export const PLAN_LIMITS = {
  steps: 200,
  attempts: 10,
  backoffMs: 600_000,
  concurrency: 20,
  timeoutMs: 3_600_000,
  approvalHours: 720,
  characters: 1024 * 1024,
} as const

const ID_PATTERN = '^[A-Za-z][A-Za-z0-9_-]*$'

const id = (name: string): JsonSchema => ({
  type: 'string',
  pattern: ID_PATTERN,
  maxLength: 64,
  errorMessage: `${name} must start with a letter, followed by letters, digits, _ or - (at most 64 characters)`,
})

const integerSchema = (name: string, minimum: number, maximum: number): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum,
  errorMessage: `${name} must be a whole number from ${minimum} to ${maximum.toLocaleString('en')}`,
})

const retry = {
  ...record(['maxAttempts'], {
    maxAttempts: {
      ...integerSchema('maxAttempts', 1, PLAN_LIMITS.attempts),
      description: 'Includes the first attempt.',
    },
    backoffMs: {
      ...integerSchema('backoffMs', 0, PLAN_LIMITS.backoffMs),
      default: 250,
      description: 'The pause before the second attempt, doubled before each further one. Default: 250.',
    },
  }),
  description: 'How often to try the step.',
}

const onError: JsonSchema = {
  ...enumSchema('onError', ON_ERROR),
  description: 'What to do if the step fails: stop the plan, skip the step, or retry (then stop).',
}

const args: JsonSchema = { type: 'object', errorMessage: 'args must be an object' }

const foreach = {
  ...record(['from', 'itemName'], {
    from: { description: 'A list, or a reference to one: "$steps.bullets.items".' },
    itemName: { ...id('itemName'), description: 'Another name for $item within the step.' },
    indexName: { ...id('indexName'), description: 'Another name for $index.' },
    concurrency: {
      ...integerSchema('concurrency', 1, PLAN_LIMITS.concurrency),
      description: 'How many items to process in parallel. Default: 1.',
    },
  }),
  description: 'Runs the step once for each item of a list.',
}

const approval = {
  ...record([], {
    by: {
      ...enumSchema('by', APPROVERS),
      default: 'admins',
      description:
        'Who may approve: owners and admins of the organisation, or every member. Default: admins.',
    },
    message: {
      ...text('message', 1, 500),
      description: 'What the person should look at before they approve.',
    },
    expiresHours: {
      ...integerSchema('expiresHours', 1, PLAN_LIMITS.approvalHours),
      default: APPROVAL_HOURS,
      description: `After how many hours without a decision the plan stops. Default: ${APPROVAL_HOURS}.`,
    },
  }),
  description: 'Pauses the plan before this step until a person approves it. Dry runs do not wait.',
}

const seconds = ({ timeoutMs }: { timeoutMs: number }) => `${timeoutMs / 1000} s`

const TIMEOUT_NOTE = `Built-in tools may take ${seconds(TOOL_LIMITS)}, skills in JavaScript ${seconds(SKILL_LIMITS.javascript)} and in Python ${seconds(SKILL_LIMITS.python)}, or less if they declare it.`

const step = record(['id', 'tool', 'args'], {
  id: { ...id('id'), description: 'Other steps refer to it as $steps.<id>.' },
  tool: {
    ...text('tool', 1, 300),
    description:
      'A tool such as vault.readFile, or a skill: publisher.skillset.skill, optionally followed by @1.2.0 or @^1.2.',
  },
  args: { ...args, description: 'The input of the tool. Can contain references.' },
  preview: {
    ...text('preview', 1, 500),
    description: 'A sentence that starts with a verb and names the path or the command.',
  },
  dependsOn: {
    ...list('dependsOn', id('a step’s id'), { maxItems: PLAN_LIMITS.steps }),
    description: 'Steps that must finish first, in addition to those it refers to.',
  },
  foreach,
  captureAs: { ...id('captureAs'), description: 'Makes its output available as $vars.<captureAs>.' },
  onError,
  retry,
  timeoutMs: {
    ...integerSchema('timeoutMs', 1, PLAN_LIMITS.timeoutMs),
    description: `The time limit of an attempt. Default and maximum: the limit of its tool. ${TIMEOUT_NOTE}`,
  },
  approval,
  tags: {
    ...list('tags', text('a tag', 1, 50), { maxItems: 20 }),
    description: 'Your own notes. Ignored by runs.',
  },
})

export const PLAN_SCHEMA: JsonSchema = {
  $schema: CANONICAL_DIALECT,
  title: 'Plan',
  ...record(['version', 'goal', 'riskLevel', 'steps'], {
    version: { ...text('version', 1, 40), description: 'The version of the plan format: "1".' },
    goal: { ...text('goal', 1, 2000), description: 'The purpose of the plan, in one sentence.' },
    assumptions: {
      ...list('assumptions', text('an assumption', 1, 1000), { maxItems: 50 }),
      description: 'Assumptions, one sentence each.',
    },
    riskLevel: {
      ...enumSchema('riskLevel', RISK_LEVELS),
      description: 'The highest risk level of its steps.',
    },
    defaults: {
      ...record([], { onError, retry }),
      description: 'onError and retry for steps that do not set their own.',
    },
    steps: list('steps', step, {
      minItems: 1,
      maxItems: PLAN_LIMITS.steps,
      description: 'The steps. Their order follows from their references.',
      errorMessage: `a plan must have 1 to ${PLAN_LIMITS.steps} steps`,
    }),
    outputs: {
      type: 'object',
      errorMessage: 'outputs must be an object',
      description: 'The output of the plan: values by name, which can contain references.',
    },
    uiHints: {
      type: 'object',
      errorMessage: 'uiHints must be an object',
      description: 'For the builder. Ignored by runs.',
    },
  }),
}
