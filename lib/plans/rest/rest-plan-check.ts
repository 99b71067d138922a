/** A plan's check for REST and the CLI's --json. */

import { AppError } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { amountOf } from '../../kernel/money.ts'
import type { CheckedPlan } from '../model/checks/check-plan.ts'

/** Returns `plan` of `{plan: …}`, not validated. Throws INVALID_INPUT for another body. */
export function parsePlanToCheck(body: unknown): unknown {
  const keys = isObject(body) ? Object.keys(body) : []
  if (isObject(body) && keys.length === 1 && keys[0] === 'plan') return body.plan
  const message = 'Send {"plan": …} and nothing else.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/plan', message }] })
}

export function restPlanCheck({
  issues,
  isRunnable,
  riskLevel,
  price,
  order,
  previews,
}: CheckedPlan): object {
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
      least: amountOf(price.minMicros),
      // Null if the number of items is unknown.
      most: price.maxMicros === undefined ? null : amountOf(price.maxMicros),
      per_item: price.perItem.map(({ stepId, priceMicros }) => ({
        step_id: stepId,
        price: amountOf(priceMicros),
      })),
      currency: 'USDC',
    },
    order: order.waves,
    previews,
  }
}
