import type { Context } from '../../context/context.ts'
import { isObject } from '../../kernel/json/json.ts'
import { listRunInputs } from '../../runs/rows/run-history.ts'
import type { PlanAttemptRow } from '../rows/plan-attempts.ts'

const MAX_TEXT_CHARS = 20_000

/** Returns texts by the id of the call; truncates long ones. */
export async function findPlannedTexts(
  { db }: Pick<Context, 'db'>,
  attempts: readonly PlanAttemptRow[],
): Promise<Record<string, string>> {
  const runIds = attempts.flatMap(({ runId, result }) =>
    result?.dryRun && result.effects && runId ? runId : [],
  )
  const inputs = await listRunInputs(db, runIds)
  return Object.fromEntries(
    inputs.flatMap(({ id, input }) => {
      const text = isObject(input) ? (input.content ?? input.text) : undefined
      return typeof text === 'string' ? [[id, text.slice(0, MAX_TEXT_CHARS)]] : []
    }),
  )
}
