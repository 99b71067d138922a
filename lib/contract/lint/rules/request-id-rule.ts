/** Lint: what the executor sets, nobody is asked for. Ground. Source: "Tool Input/Output Schema Conventions" 1.1, Common optional meta-fields. */
import type { LintRule } from '../finding.ts'
import { topOf } from '../linted-skill.ts'
import { madeOptional } from './required-rules.ts'

export const executorSetsRequestId: LintRule = {
  id: 'executor-sets-request-id',
  title: 'Require no request id',
  why: 'It is there to follow one call through several layers: the executor sets it, and a planner is not to make one up.',
  source: 'Tool Input/Output Schema Conventions 1.1',
  check({ input }) {
    const top = topOf(input)
    const asked =
      top?.fields.filter(({ name, isRequired }) => isRequired && /^request_?id$/i.test(name)) ?? []
    return asked.map((field) => ({
      pointer: field.pointer,
      sentence: `“${field.name}” is required, and no caller has one.`,
      fix: { title: 'Make it optional', edits: [madeOptional(field, top!)] },
    }))
  },
}
