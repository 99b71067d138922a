import { bytesPool, readContents } from '../../kernel/db/contents.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Bundle, BundledPackage } from '../model/bundle.ts'

export async function findBundle(key: string): Promise<Bundle | null> {
  const row = await readContents((db) => db.packageBundle.findUnique({ where: { key } }))
  if (!row) return null
  const { code, packages, hasNode } = row
  // Only `insertBundle` writes them.
  return { key, code: Buffer.from(code).toString(), hasNode, packages: packages as BundledPackage[] }
}

/** Returns the packages of those that exist, by key. */
export async function findBundledPackages(
  db: Database,
  keys: readonly string[],
): Promise<Map<string, BundledPackage[]>> {
  const rows = await db.packageBundle.findMany({
    where: { key: { in: [...keys] } },
    select: { key: true, packages: true },
  })
  return new Map(rows.map(({ key, packages }) => [key, packages as BundledPackage[]]))
}

/** Does nothing if it exists: its content follows from its key. */
export async function insertBundle({ key, code, packages, hasNode }: Bundle): Promise<void> {
  await bytesPool().query(
    `INSERT INTO "PackageBundle" ("key", "code", "packages", "hasNode") VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [key, Buffer.from(code), JSON.stringify(packages satisfies Json), hasNode],
  )
}

/** Notes that it is in use, at most once a day. */
export async function touchBundle(db: Database, key: string): Promise<void> {
  const usedAt = { lt: new Date(Date.now() - DAY_MS) }
  await db.packageBundle.updateMany({ where: { key, usedAt }, data: { usedAt: new Date() } })
}

/** Returns how many were deleted. */
export async function deleteUnusedBundles(db: Database, before: Date): Promise<number> {
  const { count } = await db.packageBundle.deleteMany({ where: { usedAt: { lt: before } } })
  return count
}
