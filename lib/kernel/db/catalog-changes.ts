/** Notifies all processes of changes in what the catalogue offers agents, for those that keep a connection open. */
import { listen, payloadReader, sendPgNotification } from './notifications.ts'
import type { Tx } from './prisma-client.ts'

/** A version of a SkillSet was published or withdrawn, or a toolset of an organisation changed. */
export type CatalogChange = SkillSetChange | { kind: 'toolset'; organisationId: string }

export type SkillSetChange = {
  kind: 'skillset'
  /** `publisher.skillset` */
  name: string
  /** The publisher's organisation, and the one before a transfer. Nobody else may learn of a SkillSet that is not public. */
  organisationIds: string[]
  /** Whether everyone may see the SkillSet, or could before the change. */
  isPublic: boolean
}

const CHANNEL = 'guildhall_catalog'

/** Sends the notification on commit. */
export function notifyCatalogChange(tx: Tx, change: CatalogChange): Promise<void> {
  return sendPgNotification(tx, CHANNEL, JSON.stringify(change))
}

/** Passes null after a lost connection, when changes may have been missed. Resolves with a function that ends it. */
export function watchCatalog(onChange: (change: CatalogChange | null) => void): Promise<() => void> {
  const read = payloadReader<CatalogChange>()
  return listen(CHANNEL, (payload) => onChange(read(payload)))
}
