/**
 * Hosts that the operator of the site denied to all skills. A job brings the list; a run that lasts longer asks the site for
 * the current one before a request, so that a long run follows a change within seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { deniedHostMessage, findDenial } from '../../lib/kernel/network/denied-hosts.ts'
import { DENIED_HOSTS_CALL, type SandboxCall, type SandboxReply } from '../../lib/sandbox/sandbox.ts'

const FRESH_MS = 2_000
/** A site that is being restarted must not hold up the run; the last list applies meanwhile. */
const ANSWER_WITHIN_MS = 2_000

export type DeniedHosts = {
  /** Returns the sentence that refuses a request to this host; undefined if it may leave. */
  refusalOf(host: string): Promise<string | undefined>
}

/** `listed` is undefined for a site of an earlier release, which denies no hosts and is not asked. */
export function openDeniedHosts(
  listed: readonly string[] | undefined,
  onCall: ((call: SandboxCall) => Promise<SandboxReply>) | undefined,
  now: () => number = () => performance.now(),
): DeniedHosts {
  let denied = listed ?? []
  let freshUntil = now() + FRESH_MS
  let asking: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const asked = onCall?.({ method: DENIED_HOSTS_CALL, params: {} })
    const reply = await Promise.race([asked, sleep(ANSWER_WITHIN_MS, undefined, { ref: false })]).catch(
      () => undefined,
    )
    if (reply && 'value' in reply && isTexts(reply.value)) denied = reply.value
    freshUntil = now() + FRESH_MS
  }

  return {
    async refusalOf(host) {
      if (listed && now() > freshUntil) {
        asking ??= refresh().finally(() => {
          asking = undefined
        })
        await asking
      }
      return findDenial(host, denied) === undefined ? undefined : deniedHostMessage(host)
    },
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
