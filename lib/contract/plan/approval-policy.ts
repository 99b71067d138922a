/**
 * What an organisation lets plans do. Ground; also in the browser; `judge-step.ts` holds steps against it.
 *
 * Source: specification "First-party tools and plans", Approval policy.
 */

/** `ask`: about everything. `auto-read-only`: what only reads goes by itself. `never`: no plan runs at all. */
export const APPROVAL_MODES = ['ask', 'auto-read-only', 'never'] as const

export type ApprovalMode = (typeof APPROVAL_MODES)[number]

export type ApprovalPolicy = {
  mode: ApprovalMode
  /** Patterns of names of tools and skills ("vault.*"); empty for all. What a skill uses has to be among them too. */
  allowedTools: readonly string[]
  deniedTools: readonly string[]
  /** Patterns of vault paths ("Notes/**") that steps may touch; empty for all. */
  allowedPaths: readonly string[]
}

export const DEFAULT_POLICY: ApprovalPolicy = {
  mode: 'ask',
  allowedTools: [],
  deniedTools: [],
  allowedPaths: [],
}
