/** Plans of two steps from the chains that a search finds. */

import type { FoundChain } from '../../catalog/find-skills.ts'
import type { EntryLimits } from '../../catalog/rows/catalog-search.ts'
import type { Context } from '../../context/context.ts'
import { RISK_LEVELS, type RiskLevel } from '../../contracts/document/skillset-document.ts'
import { highestRisk } from '../../contracts/permissions/permission-lines.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../kernel/json/json-pointer.ts'
import { checkForViewer } from '../check/check-for-viewer.ts'
import type { CheckedPlan } from '../model/checks/check-plan.ts'
import { escapeReferences, referenceText } from '../model/document/reference.ts'

type ChainPlan = {
  plan: JsonObject
  price: CheckedPlan['price']
  /** JSON Pointers into the plan to arguments that are examples. */
  placeholders: string[]
}

type Limits = Pick<EntryLimits, 'maxPriceMicros' | 'riskAtMost'>

/**
 * Returns the plan of a chain, or undefined if the check finds that it cannot run, or that it costs more or risks more than
 * the limits allow: each skill by itself may be within them. Throws UNAUTHENTICATED.
 */
export async function buildChainPlan(
  ctx: Context,
  chain: FoundChain,
  { goal, limits = {} }: { goal: string; limits?: Limits },
): Promise<ChainPlan | undefined> {
  const draft = writePlan(chain, goal)
  const first = await checkForViewer(ctx, draft)
  // Skills that these call can have a higher risk.
  const plan = { ...draft, riskLevel: first.riskLevel }
  if (!isWithin(limits, first)) return undefined
  const { isRunnable, price } = plan.riskLevel === draft.riskLevel ? first : await checkForViewer(ctx, plan)
  if (!isRunnable) return undefined
  const placeholders = chain.call.placeholders.map((path) =>
    toPointer(['steps', '0', 'args', ...pointerKeys(path).map(String)]),
  )
  return { plan, price, placeholders }
}

function isWithin(
  { maxPriceMicros, riskAtMost }: Limits,
  { price, riskLevel }: Pick<CheckedPlan, 'price' | 'riskLevel'>,
): boolean {
  const { maxMicros } = price
  if (maxPriceMicros !== undefined && (maxMicros === undefined || maxMicros > maxPriceMicros)) return false
  return !riskAtMost || RISK_LEVELS.indexOf(riskLevel) <= RISK_LEVELS.indexOf(riskAtMost)
}

function writePlan({ call, links, want, rows: [first, second] }: FoundChain, goal: string): JsonObject {
  const linked = links.map(({ field, from }): [string, Json] => [
    field,
    from.kind === 'output' ? referenceText(FIRST, [from.name]) : escapeReferences(from.value),
  ])
  const result = want ? pointerKeys(want.at).map(String) : []
  return {
    version: '1',
    goal,
    riskLevel: highestRisk([first.riskLevel as RiskLevel, second.riskLevel as RiskLevel]),
    steps: [
      { id: FIRST.name, tool: first.name, args: escapeReferences(call.args) },
      { id: SECOND.name, tool: second.name, args: Object.fromEntries(linked) },
    ],
    outputs: { result: referenceText(SECOND, result) },
  }
}

const FIRST = { kind: 'steps', name: 'first' } as const
const SECOND = { kind: 'steps', name: 'second' } as const
