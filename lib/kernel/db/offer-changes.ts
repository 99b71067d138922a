/** Notifies all processes of changes in what agents are offered, for those that keep a connection open. */
import { listen, payloadReader, sendPgNotification } from './notifications.ts'
import type { Tx } from './prisma-client.ts'

/** A version of a SkillSet (`publisher.skillset`) was published or withdrawn, or a toolset of an organisation changed. */
export type OfferChange = { kind: 'skillset'; name: string } | { kind: 'toolset'; organisationId: string }

const CHANNEL = 'guildhall_offers'

/** Sends the notification on commit. */
export function notifyOfferChange(tx: Tx, change: OfferChange): Promise<void> {
  return sendPgNotification(tx, CHANNEL, JSON.stringify(change))
}

/** Passes null after a lost connection, when changes may have been missed. Resolves with a function that ends it. */
export function watchOffers(onChange: (change: OfferChange | null) => void): Promise<() => void> {
  const read = payloadReader<OfferChange>()
  return listen(CHANNEL, (payload) => onChange(read(payload)))
}
