import { createKey } from '../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../auth/model/key-scopes.ts'
import { contextFor, makeUser } from '../factories.ts'
import { fundWallet } from '../fund-wallet.ts'
import type { Caller } from './channel.ts'
import { CHANNELS, type ChannelName } from './channels.ts'

/** Creates a user for each channel, with a session, a key and money. */
export async function makeCallers(
  money: string,
  scopes: KeyScope[] = ['read', 'run'],
): Promise<Record<ChannelName, Caller>> {
  const names = Object.keys(CHANNELS) as ChannelName[]
  const callers = names.map(async (name) => {
    const user = await makeUser()
    await fundWallet(user.organisation.id, money)
    const { key } = await createKey(await contextFor(user), {
      name: 'A key',
      scopes,
      expiresInDays: 1,
    })
    return [name, { user, key }] as const
  })
  return Object.fromEntries(await Promise.all(callers)) as Record<ChannelName, Caller>
}
