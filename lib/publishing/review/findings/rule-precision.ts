import { type Context, requireAdmin } from '../../../context/context.ts'
import { findReviewRule } from '../../model/review-rules.ts'
import { countFindingsByRule, type RulePrecision } from '../../rows/review-findings.ts'

/** `title` is the rule's id if the table no longer has it. */
export type RulePrecisionLine = RulePrecision & { title: string }

/**
 * Returns how right each rule was: what publishers answered to its findings, and how many of them appeals overturned. For
 * admins. Throws UNAUTHENTICATED and POLICY_DENIED.
 */
export async function listRulePrecision(ctx: Context): Promise<RulePrecisionLine[]> {
  requireAdmin(ctx)
  const rows = await countFindingsByRule(ctx.db)
  return rows.map((row) => ({ ...row, title: findReviewRule(row.rule)?.title ?? row.rule }))
}
