/**
 * The new key seals at once and the old stays readable, so this can be interrupted. Only data keys are re-encrypted.
 */
import { recordAudit } from '../audit/audit-log.ts'
import { countTotpByKey, listTotpWrappedBy, rewrapTotp } from '../auth/rows/factor-rows.ts'
import {
  countClientSecretsByKey,
  listClientSecretsWrappedBy,
  rewrapClientSecret,
} from '../integrations/rows/provider-rows.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import {
  countSecretsByKey,
  listSecretsWrappedBy,
  rewrapSecret,
  type WrappedSecret,
} from '../notices/rows/webhook-rows.ts'
import { countSealedByKey, listSealedBy, rewrapSealed } from '../settings/rows/setting-rows.ts'
import { findMasterKey, isKeyInEnvironment, masterKey, replaceKeyFile } from './master-key.ts'
import { countByKey, listWrappedBy, rewrapValue, type WrappedValue } from './rows/config-value-rows.ts'
import {
  countRecordingsByKey,
  countReplayRecordingsByKey,
  listRecordingsWrappedBy,
  listReplayRecordingsWrappedBy,
  rewrapRecording,
  rewrapReplayRecording,
} from './rows/recording-keys.ts'
import { countTestValuesByKey, listTestValuesWrappedBy, rewrapTestValue } from './rows/test-config-rows.ts'
import {
  providerLocation,
  recordingLocation,
  replayLocation,
  rewrap,
  secretLocation,
  testConfigLocation,
  totpLocation,
  webhookLocation,
} from './sealing.ts'

const BATCH = 200

export type Rotation = {
  keyId: string
  /** `finished` an earlier rotation, or created a `fresh` key. */
  kind: 'finished' | 'fresh' | 'nothing'
  rewrapped: number
  /** Values that were tampered with: they do not decrypt with their stated key. */
  damaged: { organisationId: string; skillSetId: string; key: string }[]
}

/**
 * Creates no key if the environment has it. Throws PRECONDITION_FAILED, naming the keys, if values use keys that this
 * server does not have; then nothing was changed.
 */
export async function rotateMasterKey({ db }: { db: Database }): Promise<Rotation> {
  const isBegun = await hasOtherKeys(db, masterKey().id)
  const isFresh = !isBegun && !isKeyInEnvironment()
  const { id: keyId } = isFresh ? replaceKeyFile() : masterKey()
  const rotation: Rotation = {
    keyId,
    kind: isFresh ? 'fresh' : isBegun ? 'finished' : 'nothing',
    rewrapped: 0,
    damaged: [],
  }
  for (const other of (await countValuesByKey(db)).keys()) {
    if (other === keyId) continue
    await rewrapAll(db, other, rotation)
    await rewrapSecrets(db, other, rotation)
  }
  if (rotation.kind !== 'nothing') await auditRotation(db, rotation)
  return rotation
}

/** An interrupted rotation has no audit event. */
function auditRotation(db: Database, { keyId, kind, rewrapped, damaged }: Rotation): Promise<void> {
  return db.$transaction((tx) =>
    recordAudit(tx, {
      actor: null,
      action: 'master_key.rotate',
      subjectType: 'master_key',
      subjectId: keyId,
      subject: `master key ${keyId}`,
      data: { kind, rewrapped, damaged: damaged.length },
    }),
  )
}

/** Throws PRECONDITION_FAILED if this server lacks a key in use. */
async function hasOtherKeys(db: Database, currentId: string): Promise<boolean> {
  const counts = [...(await countValuesByKey(db))].filter(([id]) => id !== currentId)
  const missing = counts.filter(([id]) => !findMasterKey(id))
  if (missing.length > 0) {
    throw new AppError('PRECONDITION_FAILED', {
      message: missing
        .map(
          ([id, count]) => `${count} values are encrypted with the master key ${id}, which is not available.`,
        )
        .join(' '),
      suggestedAction:
        'Set that key in GUILDHALL_MASTER_KEY_OLD, or add it as a line to master.key.old in the data folder. Nothing was changed.',
    })
  }
  return counts.length > 0
}

/** Secrets with an id of their own. Those of a paged table are listed a few at a time. */
const SECRET_TABLES: readonly {
  location: typeof webhookLocation
  countByKey: (db: Database) => Promise<Map<string, number>>
  list: (db: Database, keyId: string, after?: string) => Promise<WrappedSecret[]>
  isPaged?: true
  rewrap: (
    db: Database,
    secret: WrappedSecret,
    wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
  ) => Promise<boolean>
}[] = [
  {
    location: webhookLocation,
    countByKey: countSecretsByKey,
    list: listSecretsWrappedBy,
    rewrap: rewrapSecret,
  },
  { location: secretLocation, countByKey: countSealedByKey, list: listSealedBy, rewrap: rewrapSealed },
  {
    location: providerLocation,
    countByKey: countClientSecretsByKey,
    list: listClientSecretsWrappedBy,
    rewrap: rewrapClientSecret,
  },
  {
    location: testConfigLocation,
    countByKey: countTestValuesByKey,
    list: listTestValuesWrappedBy,
    rewrap: rewrapTestValue,
  },
  {
    location: recordingLocation,
    countByKey: countRecordingsByKey,
    list: listRecordingsWrappedBy,
    isPaged: true,
    rewrap: rewrapRecording,
  },
  {
    location: replayLocation,
    countByKey: countReplayRecordingsByKey,
    list: listReplayRecordingsWrappedBy,
    isPaged: true,
    rewrap: rewrapReplayRecording,
  },
  { location: totpLocation, countByKey: countTotpByKey, list: listTotpWrappedBy, rewrap: rewrapTotp },
]

async function countValuesByKey(db: Database): Promise<Map<string, number>> {
  const counts = new Map(await countByKey(db))
  for (const { countByKey } of SECRET_TABLES)
    for (const [id, count] of await countByKey(db)) counts.set(id, (counts.get(id) ?? 0) + count)
  return counts
}

async function rewrapSecrets(db: Database, oldId: string, rotation: Rotation): Promise<void> {
  const from = findMasterKey(oldId)
  const to = masterKey()
  if (!from) return
  for (const table of SECRET_TABLES)
    for await (const secret of listSecrets(table, db, oldId)) {
      const location = table.location(secret.organisationId, secret.id)
      const sealed = rewrap(from, to, location, secret.sealed)
      if (!sealed) rotation.damaged.push(location)
      else if (await table.rewrap(db, secret, { sealed, keyId: to.id })) rotation.rewrapped += 1
    }
}

type SecretTable = (typeof SECRET_TABLES)[number]

async function* listSecrets({ list, isPaged }: SecretTable, db: Database, keyId: string) {
  let page = await list(db, keyId)
  while (page.length > 0) {
    yield* page
    page = isPaged ? await list(db, keyId, page.at(-1)?.id) : []
  }
}

async function rewrapAll(db: Database, oldId: string, rotation: Rotation): Promise<void> {
  const from = findMasterKey(oldId)
  const to = masterKey()
  if (!from) return
  let after: WrappedValue | undefined
  for (;;) {
    const values = await listWrappedBy(db, oldId, { after, take: BATCH })
    for (const value of values) {
      const { organisationId, skillSetId, key } = value
      const location = { organisationId, skillSetId, key }
      const sealed = rewrap(from, to, location, value.sealed)
      if (!sealed) rotation.damaged.push(location)
      else if (await rewrapValue(db, value, { sealed, keyId: to.id })) rotation.rewrapped += 1
    }
    after = values.at(-1)
    if (values.length < BATCH) return
  }
}
