/**
 * Prepares the server: starts the sweeps that recover lost runs and delete expired data, drops forwarding
 * headers of untrusted proxies, refuses unknown methods and host names, and passes malformed percent escapes through.
 */

import * as health from '#app/api/health/route.ts'
import * as skillRuns from '#app/api/skills/[name]/runs/route.ts'
import * as mcp from '#app/mcp/route.ts'
import * as rpc from '#app/rpc/route.ts'
import { sweepExpiredSessions } from '#lib/accounts/sign-in.ts'
import { sweepOAuth } from '#lib/auth/oauth/exchange-token.ts'
import { sweepBlobs } from '#lib/blobs/blobs.ts'
import { sweepImages } from '#lib/blobs/images/sweep-images.ts'
import { sweepStorage } from '#lib/blobs/quotas/run-storage.ts'
import { sweepSkillFiles } from '#lib/blobs/skill-files/store-skill-files.ts'
import { refreshOldEvidence } from '#lib/catalog/refresh-catalog-entries.ts'
import { storeBuiltInEntries } from '#lib/catalog/store-built-in-entries.ts'
import type { Context } from '#lib/context/context.ts'
import { retryRevocations } from '#lib/integrations/retry-revocations.ts'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'
import { endRounds, repeat, runInSequence } from '#lib/kernel/logging/rounds.ts'
import { installTracer } from '#lib/kernel/tracing/install-tracer.ts'
import { traceRequests } from '#lib/kernel/tracing/trace-requests.ts'
import { tracer } from '#lib/kernel/tracing/tracing.ts'
import { endpointOf, observeRequests } from '#lib/monitoring/metrics/observe-requests.ts'
import { metrics } from '#lib/monitoring/metrics/registry.ts'
import { recordStatus } from '#lib/monitoring/metrics/status-samples.ts'
import { sendDueMails, sweepOldMails } from '#lib/notices/mail/send-due-mails.ts'
import { registerDirectRoutes } from '#lib/protocols/http/server/direct-routes.ts'
import {
  acceptAbsoluteForm,
  acceptBrokenEscapes,
  refuseUnknownMethods,
  sendSecurityHeaders,
} from '#lib/protocols/http/server/patch-http-server.ts'
import { sweepOldMessages } from '#lib/protocols/mcp/event-store.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { dropForwarded } from '#lib/protocols/session/network/address-from.ts'
import { refuseUnknownHosts } from '#lib/protocols/session/network/refuse-unknown-hosts.ts'
import { sweepLostRuns } from '#lib/runs/lifecycle/recover-run.ts'
import { sweepOldRuns } from '#lib/runs/lifecycle/sweep-old-runs.ts'
import { deleteOldKeys } from '#lib/runs/prepare/idempotency.ts'
import { deletePassedWindows } from '#lib/settings/rows/rate-limits.ts'
import { BUILT_IN_SKILLS } from '#lib/tools/builtin-skills/built-in-skills.ts'
import { sweepVault } from '#lib/vault/vault-usage.ts'

const EVERY_MS = 15_000
/** Delays the first sweep, so that it does not slow down the first requests. */
const FIRST_SWEEP_MS = 2_000

// If the database is briefly down, the next round retries.
const SWEEPS = [
  ({ db }: Context) => recordStatus(db),
  sweepLostRuns,
  ({ db }: Context) => deleteOldKeys(db),
  sweepOldMessages,
  refreshOldEvidence,
  sweepOldRuns,
  sweepVault,
  sweepSkillFiles,
  sweepImages,
  sweepBlobs,
  sweepStorage,
  sweepOAuth,
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
    const endpoint = endpointOf(request)
    return untraced.includes(endpoint) ? undefined : endpoint
  })
  return flush
}

/** Returns a function that finishes the work in progress, to call after the last request. */
export async function start(): Promise<() => Promise<void>> {
  const flushSpans = await startTracing()
  acceptAbsoluteForm()
  observeRequests()
  sendSecurityHeaders()
  dropForwarded()
  refuseUnknownMethods()
  refuseUnknownHosts()
  acceptBrokenEscapes()
  registerDirectRoutes({
    ...{ '/rpc': rpc, '/mcp': mcp, '/api/skills/[name]/runs': skillRuns },
    '/api/health': health,
  })
  void listBuiltIns()
  repeat(sweep, EVERY_MS, { firstMs: FIRST_SWEEP_MS })
  // Outside the sweeps, so that a slow mail service does not delay them, nor they the mails.
  repeat(async (ending) => sendDueMails(await contextForOperator('system'), ending), MAIL_EVERY_MS)
  repeat(async () => sweepOldMails(await contextForOperator('system')), HOUR_MS, { firstMs: FIRST_SWEEP_MS })
  repeat(async () => retryRevocations(await contextForOperator('system')), EVERY_MS)
  return async () => {
    await endRounds(END_ROUNDS_WITHIN_MS)
    await runInSequence([async () => recordStatus((await contextForOperator('system')).db), flushSpans])
  }
}
