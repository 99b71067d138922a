/** Who likes which SkillSet. Floor 1. */
import type { Database, Tx } from './client.ts'

type Place = { userId: string; skillSetId: string }

export async function insertStar(db: Database | Tx, place: Place): Promise<void> {
  await db.star.createMany({ data: [place], skipDuplicates: true })
}

export async function deleteStar(db: Database | Tx, place: Place): Promise<void> {
  await db.star.deleteMany({ where: place })
}

export function countStars(db: Database | Tx, skillSetId: string): Promise<number> {
  return db.star.count({ where: { skillSetId } })
}

export async function isStarred(db: Database | Tx, place: Place): Promise<boolean> {
  return (await db.star.count({ where: place })) === 1
}
