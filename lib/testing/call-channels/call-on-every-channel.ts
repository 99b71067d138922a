import type { PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { moneyOf } from '../fund-wallet.ts'
import type { Call, Caller, Channel } from './channel.ts'
import type { RanVersion } from './channel-result.ts'
import { CHANNELS, type ChannelName } from './channels.ts'

/** The result of a call over a channel. Equal calls get equal verdicts. */
export type Verdict =
  | {
      code: 'OK'
      output: Json
      coercions: object[]
      ran: RanVersion
      reportedCharge?: string
      charged: string
    }
  | (Pick<PublicError, 'code' | 'message' | 'recoverable' | 'suggested_action' | 'details'> & {
      charged: string
    })

export async function callOnEveryChannel(
  callers: Record<ChannelName, Caller>,
  call: Call,
  only: readonly string[] = Object.keys(CHANNELS),
): Promise<Partial<Record<ChannelName, Verdict>>> {
  const channels = (Object.entries(CHANNELS) as [ChannelName, Channel][]).filter(
    ([name, { canExpress }]) => only.includes(name) && (canExpress?.(call) ?? true),
  )
  const verdicts = channels.map(
    async ([name, { send }]) => [name, await verdictOf(send, callers[name], call)] as const,
  )
  return Object.fromEntries(await Promise.all(verdicts))
}

/** The charge is what the wallet lost. */
async function verdictOf(send: Channel['send'], caller: Caller, call: Call): Promise<Verdict> {
  const { id } = caller.user.organisation
  const before = await moneyOf(id)
  const result = await send(caller, call)
  const after = await moneyOf(id)
  // Money that is still reserved counts as charged.
  const lost = before.wallet + before.hold - after.wallet
  const charged = (Number(lost) / 1e6).toString()
  if (!('error' in result)) {
    const { output, coercions, ran, charged: reportedCharge } = result
    return {
      code: 'OK',
      output,
      coercions,
      ran,
      ...(reportedCharge !== undefined && { reportedCharge }),
      charged,
    }
  }
  const { code, message, recoverable, suggested_action, details = [] } = result.error
  return { code, message, recoverable, suggested_action, details, charged }
}
