/**
 * What the server does beside answering: it looks for runs whose server died, lets old evidence fade, takes blobs
 * that have expired, what vaults have kept long enough and what is left of programs nobody let in, believes nobody about addresses but its own proxies, goes by
 * no name but its own, and reads what nobody can decode as it is written.
 */

import { BUILT_IN } from '#lib/agents/built-in.ts'
import { sweepBlobs } from '#lib/blobs/sweep-blobs.ts'
import { keepBuiltIns } from '#lib/catalog/keep-built-ins.ts'
import { refreshOldEvidence } from '#lib/catalog/refresh-old-evidence.ts'
import type { Context } from '#lib/context.ts'
import { forgetOldKeys } from '#lib/execution/idempotency.ts'
import { sweepLostRuns } from '#lib/execution/sweep-lost-runs.ts'
import { sweepOldRuns } from '#lib/execution/sweep-old-runs.ts'
import { forgetOldMessages } from '#lib/mcp/event-store.ts'
import { sweepOAuth } from '#lib/oauth/sweep-oauth.ts'
import { keepBrokenEscapes } from '#lib/protocol/keep-broken-escapes.ts'
import { logUnlessExpected } from '#lib/protocol/log.ts'
import { inRounds } from '#lib/protocol/rounds.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { forgetForwarded } from '#lib/session/forget-forwarded.ts'
import { refuseUnknownHosts } from '#lib/session/known-host.ts'
import { sweepVault } from '#lib/vault/sweep-vault.ts'

const EVERY_MS = 15_000

// The database may be away for a moment; the next round tries again.
const SWEEPS = [
  sweepLostRuns,
  ({ db }: Context) => forgetOldKeys(db),
  forgetOldMessages,
  refreshOldEvidence,
  sweepOldRuns,
  sweepVault,
  sweepBlobs,
  sweepOAuth,
]
const sweep = inRounds(
  SWEEPS.map((each) => async () => each(await contextForOperator('system'))),
  logUnlessExpected,
)

/** What Guildhall brings stands in its catalogue from the first request on, whatever version was here before. */
async function listBuiltIns(): Promise<void> {
  try {
    await keepBuiltIns(await contextForOperator('system'), BUILT_IN)
  } catch (thrown) {
    logUnlessExpected(thrown)
  }
}

export function start(): void {
  forgetForwarded()
  refuseUnknownHosts()
  keepBrokenEscapes()
  void listBuiltIns()
  setInterval(sweep, EVERY_MS).unref()
  void sweep()
}
