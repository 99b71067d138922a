/** The check of a plan, as REST and `--json` on the command line return it. */

import { z } from 'zod'
import { RISK_LEVELS } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { schemaWithJson } from '../../kernel/validation/response-schemas.ts'
import type { CheckedPlan } from '../model/checks/check-plan.ts'

export const RestPlanCheck = z.object({
  ok: z.boolean().meta({ description: 'Whether the plan can run.' }),
  issues: z.array(
    z.object({
      severity: z.enum(['error', 'warning', 'note']),
      path: z.string().meta({ description: 'JSON Pointer into the plan.' }),
      rule: z.string(),
      message: z.string(),
      step_id: z.string().optional(),
      fix: z.unknown().optional(),
    }),
  ),
  risk_level: z.enum(RISK_LEVELS),
  price: z.object({
    least: z.string(),
    most: z.string().nullable().meta({ description: 'null if the number of items is not known.' }),
    per_item: z.array(z.object({ step_id: z.string(), price: z.string() })),
    currency: z.literal('USDC'),
  }),
  order: z.array(z.array(z.string())).meta({ description: 'Steps in one list run in parallel.' }),
  previews: schemaWithJson<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What each step would do, by its id.',
  }),
})

export type RestPlanCheck = z.infer<typeof RestPlanCheck>

/** Returns `plan` of a body `{plan: …}`, which is not validated here. Throws INVALID_INPUT for any other body. */
export function parsePlanToCheck(body: unknown): unknown {
  const keys = isObject(body) ? Object.keys(body) : []
  if (isObject(body) && keys.length === 1 && keys[0] === 'plan') return body.plan
  const message = 'Send {"plan": …} and nothing else.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/plan', message }] })
}

export function toRestPlanCheck({
  issues,
  isRunnable,
  riskLevel,
  price,
  order,
  previews,
}: CheckedPlan): RestPlanCheck {
  return {
    ok: isRunnable,
    issues: issues.map(({ severity, path, keyword, message, stepId, fix }) => ({
      severity,
      path,
      rule: keyword,
      message,
      ...(stepId !== undefined && { step_id: stepId }),
      ...(fix && { fix }),
    })),
    risk_level: riskLevel,
    price: {
      least: formatMicros(price.minMicros),
      most: price.maxMicros === undefined ? null : formatMicros(price.maxMicros),
      per_item: price.perItem.map(({ stepId, priceMicros }) => ({
        step_id: stepId,
        price: formatMicros(priceMicros),
      })),
      currency: 'USDC',
    },
    order: order.waves,
    previews,
  }
}
