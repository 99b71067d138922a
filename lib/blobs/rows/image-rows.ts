import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type StoredImage = { id: string; mime: string; bytes: Uint8Array }

type NewImage = {
  id: string
  mime: string
  bytes: Uint8Array<ArrayBuffer>
  sizeBytes: number
  createdById: string
}

export async function insertImage(db: Database | Tx, image: NewImage): Promise<void> {
  await db.image.createMany({ data: [image], skipDuplicates: true })
}

export function findImage(db: Database | Tx, id: string): Promise<StoredImage | null> {
  return db.image.findUnique({ where: { id }, select: { id: true, mime: true, bytes: true } })
}

export async function sumImageBytes(db: Database | Tx, createdById: string): Promise<number> {
  const { _sum } = await db.image.aggregate({ where: { createdById }, _sum: { sizeBytes: true } })
  return _sum.sizeBytes ?? 0
}
