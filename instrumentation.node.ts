/** Starts tracing, metrics, and the sweeps that recover lost runs, send mails and delete expired data. */

import { sweepExpiredSessions } from '#lib/accounts/sign-in.ts'
import { sweepOAuth } from '#lib/auth/oauth/exchange-token.ts'
import { reportNewBehaviour } from '#lib/behaviour/report-new-behaviour.ts'
import { sweepBlobs } from '#lib/blobs/blobs.ts'
import { sweepImages } from '#lib/blobs/images/sweep-images.ts'
import { sweepStorage } from '#lib/blobs/quotas/run-storage.ts'
import { sweepSkillFiles } from '#lib/blobs/skill-files/store-skill-files.ts'
import { flushPageViews } from '#lib/catalog/count-page-views.ts'
import {
  fillListedContracts,
  refreshAgedEntries,
  refreshOldEvidence,
} from '#lib/catalog/refresh-catalog-entries.ts'
import { storeBuiltInEntries } from '#lib/catalog/store-built-in-entries.ts'
import type { Context } from '#lib/context/context.ts'
import { retryRevocations } from '#lib/integrations/retry-revocations.ts'
import { endRounds, repeat, runInSequence } from '#lib/kernel/background/repeat-work.ts'
import { onShutdown } from '#lib/kernel/background/shutdown.ts'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'
import { installTracer } from '#lib/kernel/tracing/install-tracer.ts'
import { traceRequests } from '#lib/kernel/tracing/trace-requests.ts'
import { tracer } from '#lib/kernel/tracing/tracing.ts'
import { sweepConfirmations } from '#lib/money/confirm-spending.ts'
import { requestMonthlyPayouts } from '#lib/money/payouts/request-payout.ts'
import { nameEndpoint, observeRequests } from '#lib/monitoring/metrics/observe-requests.ts'
import { metrics } from '#lib/monitoring/metrics/registry.ts'
import { recordStatus } from '#lib/monitoring/metrics/status-samples.ts'
import { sendDueMails, sweepOldMails } from '#lib/notices/mail/send-due-mails.ts'
import { sweepBundles } from '#lib/packages/sweep-bundles.ts'
import { sweepOldMessages } from '#lib/protocols/mcp/event-store.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { judgeRollouts } from '#lib/publishing/rollouts/judge-rollouts.ts'
import { sweepLostRuns } from '#lib/runs/lifecycle/recover-run.ts'
import { sweepOldRuns } from '#lib/runs/lifecycle/sweep-old-runs.ts'
import { deleteOldKeys } from '#lib/runs/prepare/idempotency.ts'
import { deletePassedWindows } from '#lib/settings/rows/rate-limits.ts'
import { BUILT_IN_SKILLS } from '#lib/tools/builtin-skills/built-in-skills.ts'
import { sweepVault } from '#lib/vault/vault-usage.ts'
import { recheckProofs } from './lib/publishing/publishers/proofs.ts'

const EVERY_MS = 15_000
/** Delays the first sweep, so that it does not slow down the first requests. */
const FIRST_SWEEP_MS = 2_000

// If the database is briefly down, the next round retries.
const SWEEPS = [
  ({ db }: Context) => recordStatus(db),
  sweepLostRuns,
  ({ db }: Context) => judgeRollouts({ db }),
  ({ db }: Context) => deleteOldKeys(db),
  sweepOldMessages,
  refreshOldEvidence,
  fillListedContracts,
  ({ db }: Context) => refreshAgedEntries({ db }),
  sweepOldRuns,
  sweepVault,
  sweepSkillFiles,
  sweepImages,
  sweepBlobs,
  sweepBundles,
  sweepStorage,
  sweepOAuth,
  sweepConfirmations,
  ({ db }: Context) => requestMonthlyPayouts(db),
  ({ db }: Context) => recheckProofs({ db }),
  ({ db }: Context) => flushPageViews(db),
  ({ db }: Context) => reportNewBehaviour({ db }),
  sweepExpiredSessions,
  ({ db }: Context) => deletePassedWindows(db),
]
const sweep = () =>
  runInSequence([
    ...SWEEPS.map((each) => async () => each(await contextForOperator('system'))),
    async () => metrics().sweepEnded.setToCurrentTime(),
  ])

const MAIL_EVERY_MS = 3_000
const HOUR_MS = 3_600_000
const END_ROUNDS_WITHIN_MS = 2_000

/** Lists this version's built-in skills before the first request. */
async function listBuiltIns(): Promise<void> {
  try {
    await storeBuiltInEntries(await contextForOperator('system'), BUILT_IN_SKILLS)
  } catch (thrown) {
    logUnlessExpected(thrown)
  }
}

/** Requests for files, metrics and health get no span. */
async function startTracing(): Promise<() => Promise<void>> {
  const flush = await installTracer('guildhall-site')
  if (!tracer()) return flush
  const untraced = ['file', '/metrics', '/api/health']
  traceRequests((request) => {
    const endpoint = nameEndpoint(request)
    return untraced.includes(endpoint) ? undefined : endpoint
  })
  return flush
}

/** Starts the work that this process does besides answering requests; `runShutdown` finishes it. */
export async function start(): Promise<void> {
  const flushSpans = await startTracing()
  observeRequests()
  void listBuiltIns()
  repeat(sweep, EVERY_MS, { firstMs: FIRST_SWEEP_MS })
  // Outside the sweeps, so that a slow mail service does not delay them, nor they the mails.
  repeat(async (ending) => sendDueMails(await contextForOperator('system'), ending), MAIL_EVERY_MS)
  repeat(async () => sweepOldMails(await contextForOperator('system')), HOUR_MS, { firstMs: FIRST_SWEEP_MS })
  repeat(async () => retryRevocations(await contextForOperator('system')), EVERY_MS)
  onShutdown(() => endRounds(END_ROUNDS_WITHIN_MS))
  onShutdown(async () => recordStatus((await contextForOperator('system')).db))
  onShutdown(async () => flushPageViews((await contextForOperator('system')).db))
  onShutdown(flushSpans)
}
