/** Uploaded pictures, named by their content. Floor 1. */
import type { Database, Tx } from './client.ts'

export type StoredImage = { id: string; mime: string; bytes: Uint8Array }

type NewImage = {
  id: string
  mime: string
  bytes: Uint8Array<ArrayBuffer>
  sizeBytes: number
  createdById: string
}

/** The same bytes are stored once, whoever brings them. */
export async function insertImage(db: Database | Tx, image: NewImage): Promise<void> {
  await db.image.createMany({ data: [image], skipDuplicates: true })
}

export function findImage(db: Database | Tx, id: string): Promise<StoredImage | null> {
  return db.image.findUnique({ where: { id }, select: { id: true, mime: true, bytes: true } })
}

/** How much a person has uploaded. */
export async function sumImageBytes(db: Database | Tx, createdById: string): Promise<number> {
  const { _sum } = await db.image.aggregate({ where: { createdById }, _sum: { sizeBytes: true } })
  return _sum.sizeBytes ?? 0
}
