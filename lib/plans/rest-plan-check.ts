/** A checked plan as programs meet it. Floor 3, pure. The CLI's --json says the same. */
import { isObject } from '../contract/json/json.ts'
import { amountOf } from '../contract/money/money.ts'
import type { CheckedPlan } from '../contract/plan/check-plan.ts'
import { AppError } from '../errors.ts'

/** The plan in `{plan: …}`. Throws INVALID_INPUT for another body; what the plan itself is like is for the check. */
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
      // Null where nobody knows how many items there will be.
      most: price.maxMicros === undefined ? null : amountOf(price.maxMicros),
      per_item: price.perItem.map(({ stepId, priceMicros }) => ({
        step_id: stepId,
        price: amountOf(priceMicros),
      })),
      currency: 'USDC',
    },
    // Steps in one list go side by side.
    order: order.waves,
    previews,
  }
}
