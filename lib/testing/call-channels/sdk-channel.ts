import { createClient } from '../../protocols/sdk/client.ts'
import { GuildhallError } from '../../protocols/sdk/errors.ts'
import { SITE_ORIGIN, site } from '../api-routes.ts'
import type { Call, Caller } from './channel.ts'
import { type ChannelResult, readRanVersion } from './channel-result.ts'

export async function callSdk(
  { key }: Caller,
  { skill, args, version, dryRun }: Call,
): Promise<ChannelResult> {
  const client = createClient({ baseUrl: SITE_ORIGIN, key, fetch: site as typeof fetch, retries: 0 })
  try {
    const run = await client.run(skill, JSON.parse(args), { version, dryRun })
    const { output = null, coercions, charged } = run
    return { output, coercions, ran: readRanVersion(run.version, run.contract_hash), charged }
  } catch (thrown) {
    if (thrown instanceof GuildhallError) return { error: thrown.toJSON() }
    throw thrown
  }
}
