import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../context/context.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { log } from '../kernel/logging/log.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import { type Credential, openCredential, storeCredential } from './credentials.ts'
import { type Revocation, revokeCredential } from './revoke-credential.ts'
import * as store from './rows/connection-rows.ts'
import { findProviderRow } from './rows/provider-rows.ts'

/** After the last, the credential is deleted; most have expired then. */
const RETRY_AFTER_MINUTES = [1, 10, 60, 360, 1_440]
const MAX_PER_ROUND = 20

type Disconnected = { organisationId: string; providerSlug: string }

/** Call it in the transaction that deletes the connection, so a crash cannot lose it. Returns its id. */
export async function enqueueRevocation(
  tx: Tx,
  { organisationId, providerSlug }: Disconnected,
  credential: Credential,
): Promise<string> {
  const id = randomUUIDv7()
  await storeCredential(tx, { id, organisationId }, credential)
  await store.insertRevocation(tx, { id, providerSlug, dueAt: dueAfter(0) })
  return id
}

/** Deletes the credential unless revoking fails. */
export async function attemptRevocation(db: Database, id: string, providerSlug: string): Promise<Revocation> {
  const [provider, credential] = await Promise.all([
    findProviderRow(db, providerSlug),
    openCredential(db, id),
  ])
  const result = provider && credential ? await revokeCredential(provider, credential) : 'unsupported'
  if (result !== 'failed') await store.deleteRevocation(db, id)
  return result
}

/** Tries again what is due. Any number of processes may call it, because each claims a row before it sends anything. */
export async function retryRevocations({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const row of await store.listDueRevocations(db, new Date(), MAX_PER_ROUND)) {
    const { id, attempts, providerSlug } = row
    if (!(await store.claimRevocation(db, row, dueAfter(attempts + 1)))) continue
    const result = await attemptRevocation(db, id, providerSlug)
    if (result !== 'failed' || attempts + 1 < RETRY_AFTER_MINUTES.length) continue
    log.warn({ provider: providerSlug }, 'gave up revoking a token')
    await store.deleteRevocation(db, id)
  }
}

function dueAfter(attempts: number): Date {
  const minutes = RETRY_AFTER_MINUTES[attempts] ?? RETRY_AFTER_MINUTES.at(-1) ?? 0
  return new Date(Date.now() + minutes * MINUTE_MS)
}
