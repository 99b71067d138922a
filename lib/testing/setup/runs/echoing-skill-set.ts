import { defineSkillSet } from '../../../protocols/sdk/define-skill-set.ts'

export const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

/** Defines a set of one capability whose handler returns `returned`. */
export function makeEchoing(returned: unknown, more: object = {}) {
  return defineSkillSet({
    capabilities: {
      echo: {
        pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' },
        input_schema: { verbose: { type: 'boolean', required: false } },
        output_schema: { count: { type: 'number' }, title: { type: 'string', required: true } },
      },
    },
    handlers: { echo: () => returned as { title: string } },
    ...more,
  })
}
