/** Requests to token endpoints, which the guard sends for the code: requests of the run, to declared hosts, within its limits. */

import { buffer } from 'node:stream/consumers'
import { countBytes } from '../../lib/kernel/count-bytes.ts'
import { parseDestination } from '../../lib/kernel/network/destination.ts'
import type { FetchToken } from './access-tokens.ts'
import type { ForwardedRequest } from './forward.ts'
import type { EgressRun } from './guard.ts'
import { findRoute, networkErrorText, openRequest, waitForOrigin } from './route.ts'
import { SigningRefusal } from './signing-refusal.ts'

/** Half of what a quick run may last, so that its error can name the endpoint. */
const TIMEOUT_MS = 5_000
/** Tokens are a few kB at most. */
const MAX_BYTES = 64 * 1024

type TokenEndpoints = {
  run: Pick<EgressRun, 'network' | 'ownHosts' | 'deniedHosts' | 'signal'>
} & Pick<ForwardedRequest, 'egressPolicy' | 'startEntry'>

export function openTokenFetch(
  { run, egressPolicy, startEntry }: TokenEndpoints,
  timeoutMs = TIMEOUT_MS,
): FetchToken {
  return async ({ use }, { method, headers, body }) => {
    const destination = parseDestination(use.tokenUrl, run.network, run.ownHosts)
    if ('refusal' in destination) throw new SigningRefusal(destination.refusal)
    const { host, url } = destination
    const denial = await run.deniedHosts.refusalOf(host)
    if (denial !== undefined) throw new SigningRefusal(denial, 'POLICY_DENIED')
    const entry = startEntry(method, host)
    if (!entry) throw new SigningRefusal('The run has ended.')
    const startedMs = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const route = await findRoute(run, egressPolicy, destination)
      if ('refusal' in route) throw new SigningRefusal(route.refusal, route.code)
      entry.sentBytes = Buffer.byteLength(body)
      const call = openRequest(url, route, {
        method,
        headers: { ...headers, 'content-length': entry.sentBytes },
        signal: AbortSignal.any([run.signal, timeout]),
      })
      call.end(body)
      const received = await waitForOrigin(call)
      entry.status = received.statusCode ?? 0
      const content = await buffer(
        countBytes(received, (bytes) => {
          entry.bytes = bytes
          if (bytes > MAX_BYTES)
            throw new SigningRefusal(
              `${host} returned more than 64 KB instead of a token.`,
              'SEARCH_API_ERROR',
            )
        }),
      )
      return new Response(content, {
        status: entry.status,
        headers: { 'content-type': received.headers['content-type'] ?? '' },
      })
    } catch (error) {
      if (error instanceof SigningRefusal) throw error
      throw new SigningRefusal(
        timeout.aborted
          ? `${host} returned no token within ${timeoutMs / 1_000} seconds.`
          : networkErrorText(error as NodeJS.ErrnoException, host),
        'SEARCH_API_ERROR',
      )
    } finally {
      entry.ms = Math.round(performance.now() - startedMs)
    }
  }
}
