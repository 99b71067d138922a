/**
 * `ask`: every step needs approval. `auto-read-only`: read-only steps run without approval. `never`: plans
 * cannot run.
 */
export const APPROVAL_MODES = ['ask', 'auto-read-only', 'never'] as const

export type ApprovalMode = (typeof APPROVAL_MODES)[number]

export type ApprovalPolicy = {
  mode: ApprovalMode
  /** Globs such as "vault.*"; an empty list allows all. The tools that a skill uses must match, too. */
  allowedTools: readonly string[]
  deniedTools: readonly string[]
  /** Globs such as "Notes/**"; an empty list allows all. */
  allowedPaths: readonly string[]
}

export const DEFAULT_POLICY: ApprovalPolicy = {
  mode: 'ask',
  allowedTools: [],
  deniedTools: [],
  allowedPaths: [],
}
