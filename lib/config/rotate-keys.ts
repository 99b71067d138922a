/**
 * A new master key for everything that is sealed, while the site goes on.
 *
 * Floor 3; for whoever looks after the machine. The new key seals from its first moment and the old one goes on
 * opening, so it does not matter when a value is wrapped anew, nor how often this is cut short: what is left under
 * another key is what is left to do. Values themselves are not decrypted for anyone, only checked and wrapped.
 */
import { recordAudit } from '../audit/audit.ts'
import type { Database } from '../db/client.ts'
import { countByKey, listWrappedBy, rewrapValue, type WrappedValue } from '../db/config-values.ts'
import { countSecretsByKey, listSecretsWrappedBy, rewrapSecret } from '../db/webhooks.ts'
import { AppError } from '../errors.ts'
import { isKeyInEnvironment, masterKey, masterKeyOf, replaceKeyFile } from './master-key.ts'
import { placeOfWebhook, rewrap } from './sealing.ts'

const BATCH = 200

export type Rotation = {
  /** The id of the key that everything is under now. */
  keyId: string
  /** `finished` an earlier one, `fresh` made a new key, or there was `nothing` to do. */
  kind: 'finished' | 'fresh' | 'nothing'
  rewrapped: number
  /** Values that do not open with the key that they name: they were changed from outside. */
  damaged: { organisationId: string; skillSetId: string; key: string }[]
}

/**
 * Finishes a rotation that was begun, else begins one and finishes it. A key from the environment is never made here:
 * whoever sets it has changed it already, or nothing is done.
 *
 * Throws PRECONDITION_FAILED, naming them, when there are values under keys that this machine does not have; then
 * nothing was changed.
 */
export async function rotateKeys({ db }: { db: Database }): Promise<Rotation> {
  const isBegun = await hasOthers(db, masterKey().id)
  const isFresh = !isBegun && !isKeyInEnvironment()
  const { id: keyId } = isFresh ? replaceKeyFile() : masterKey()
  const rotation: Rotation = {
    keyId,
    kind: isFresh ? 'fresh' : isBegun ? 'finished' : 'nothing',
    rewrapped: 0,
    damaged: [],
  }
  for (const other of (await countAll(db)).keys()) {
    if (other === keyId) continue
    await rewrapAll(db, other, rotation)
    await rewrapWebhooks(db, other, rotation)
  }
  if (rotation.kind !== 'nothing') await tellOf(db, rotation)
  return rotation
}

/** One that was cut short has no line yet; the one that finishes it has. */
function tellOf(db: Database, { keyId, kind, rewrapped, damaged }: Rotation): Promise<void> {
  const [action, subject] = ['master_key.rotate', `master key ${keyId}`]
  return db.$transaction((tx) =>
    recordAudit(tx, {
      actor: null,
      action,
      subjectType: 'master_key',
      subjectId: keyId,
      subject,
      data: { kind, rewrapped, damaged: damaged.length },
    }),
  )
}

/** Whether anything is under another key. Throws when one of those is not here. */
async function hasOthers(db: Database, currentId: string): Promise<boolean> {
  const counts = [...(await countAll(db))].filter(([id]) => id !== currentId)
  const missing = counts.filter(([id]) => !masterKeyOf(id))
  if (missing.length > 0) {
    throw new AppError('PRECONDITION_FAILED', {
      message: missing
        .map(([id, count]) => `${count} values are sealed with the master key ${id}, which is not here.`)
        .join(' '),
      suggestedAction:
        'Put that key into GUILDHALL_MASTER_KEY_OLD, or on a line of master.key.old in the data folder. Nothing was changed.',
    })
  }
  return counts.length > 0
}

/** Everything that is sealed, by the key it is under: config values, and the secrets of webhooks. */
async function countAll(db: Database): Promise<Map<string, number>> {
  const counts = new Map(await countByKey(db))
  for (const [id, count] of await countSecretsByKey(db)) counts.set(id, (counts.get(id) ?? 0) + count)
  return counts
}

async function rewrapWebhooks(db: Database, oldId: string, rotation: Rotation): Promise<void> {
  const from = masterKeyOf(oldId)
  const to = masterKey()
  if (!from) return
  for (const secret of await listSecretsWrappedBy(db, oldId)) {
    const place = placeOfWebhook(secret.organisationId, secret.id)
    const sealed = rewrap(from, to, place, secret.sealed)
    if (!sealed) rotation.damaged.push(place)
    else if (await rewrapSecret(db, secret, { sealed, keyId: to.id })) rotation.rewrapped += 1
  }
}

async function rewrapAll(db: Database, oldId: string, rotation: Rotation): Promise<void> {
  const from = masterKeyOf(oldId)
  const to = masterKey()
  if (!from) return
  let after: WrappedValue | undefined
  for (;;) {
    const values = await listWrappedBy(db, oldId, { after, take: BATCH })
    for (const value of values) {
      const { organisationId, skillSetId, key } = value
      const place = { organisationId, skillSetId, key }
      const sealed = rewrap(from, to, place, value.sealed)
      if (!sealed) rotation.damaged.push(place)
      else if (await rewrapValue(db, value, { sealed, keyId: to.id })) rotation.rewrapped += 1
    }
    after = values.at(-1)
    if (values.length < BATCH) return
  }
}
