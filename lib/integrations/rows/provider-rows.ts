import type { IntegrationProvider } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type ProviderRow = IntegrationProvider

export function listProviderRows(db: Database | Tx, slugs?: readonly string[]): Promise<ProviderRow[]> {
  return db.integrationProvider.findMany({
    where: slugs && { slug: { in: [...slugs] } },
    orderBy: [{ name: 'asc' }, { slug: 'asc' }],
  })
}

export function findProviderRow(db: Database | Tx, slug: string): Promise<ProviderRow | null> {
  return db.integrationProvider.findUnique({ where: { slug } })
}

export async function saveProviderRow(
  tx: Tx,
  { slug, clientSecret, ...rest }: Omit<ProviderRow, 'createdAt' | 'updatedAt'>,
): Promise<void> {
  const data = { ...rest, clientSecret: clientSecret && Uint8Array.from(clientSecret) }
  await tx.integrationProvider.upsert({ where: { slug }, create: { slug, ...data }, update: data })
}

/** Delete the provider's connections first. */
export async function deleteProviderRow(tx: Tx, slug: string): Promise<void> {
  await tx.integrationUse.deleteMany({ where: { providerSlug: slug } })
  await tx.connectAttempt.deleteMany({ where: { providerSlug: slug } })
  await tx.integrationProvider.deleteMany({ where: { slug } })
}

export async function countConnectionsByProvider(db: Database | Tx): Promise<Map<string, number>> {
  const rows = await db.integrationConnection.groupBy({ by: ['providerSlug'], _count: true })
  return new Map(rows.map(({ providerSlug, _count }) => [providerSlug, _count]))
}

export async function countClientSecretsByKey(db: Database): Promise<Map<string, number>> {
  const rows = await db.integrationProvider.groupBy({ by: ['keyId'], _count: true })
  return new Map(rows.flatMap(({ keyId, _count }) => (keyId === null ? [] : [[keyId, _count] as const])))
}

/** Returns the secrets in the form of the other sealed secrets. */
export async function listClientSecretsWrappedBy(db: Database, keyId: string) {
  const rows = await db.integrationProvider.findMany({ where: { keyId } })
  return rows.flatMap(({ slug, clientSecret }) =>
    clientSecret ? [{ id: slug, organisationId: '', sealed: clientSecret, keyId }] : [],
  )
}

/** Returns false if the secret was replaced in the meantime. */
export async function rewrapClientSecret(
  db: Database,
  { id, keyId }: { id: string; keyId: string },
  wrapped: { sealed: Uint8Array<ArrayBuffer>; keyId: string },
): Promise<boolean> {
  const data = { clientSecret: wrapped.sealed, keyId: wrapped.keyId }
  return (await db.integrationProvider.updateMany({ where: { slug: id, keyId }, data })).count === 1
}
