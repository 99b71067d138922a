import { dataColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { isObject } from '../../kernel/json/json.ts'
import { isSlug, parseSkillName } from '../../kernel/names/skill-name.ts'
import type { SkillSetRef } from './published-versions.ts'

/** Returns the joins and condition that find a SkillSet by name, current or former, as `s` of publisher `p`. */
export function skillSetByName({ publisher, skillset }: SkillSetRef): Sql {
  return sql`"PublisherName" AS pn
    JOIN "SkillSetName" AS sn ON sn."publisherId" = pn."publisherId" AND sn."slug" = ${skillset}
    JOIN "SkillSet" AS s ON s."id" = sn."skillSetId" JOIN "Publisher" AS p ON p."id" = s."publisherId"
    WHERE pn."handle" = ${publisher}`
}

/** Selects all names of the SkillSet `s`, current and former. */
export const NAMES_OF_SKILL_SET = sql`ARRAY(
  SELECT other."handle" || '.' || named."slug" FROM "SkillSetName" AS named
  JOIN "PublisherName" AS other ON other."publisherId" = named."publisherId" WHERE named."skillSetId" = s."id")`

type NamedSkillSet = SkillSetRef & { id: string; names: string[] }

/** Returns null for an unknown name. Does not check who may see the SkillSet. */
export async function findSkillSetByName(db: Database | Tx, ref: SkillSetRef): Promise<NamedSkillSet | null> {
  if (!isSlug(ref.publisher) || !isSlug(ref.skillset)) return null
  const [row] = await db.$queryRaw<NamedSkillSet[]>`
    SELECT s."id", p."handle" AS "publisher", s."slug" AS "skillset", ${NAMES_OF_SKILL_SET} AS "names"
    FROM ${skillSetByName(ref)}`
  return row ?? null
}

/** Returns the current full name of a skill; `name` itself if it is unknown or built in. */
export async function findCurrentSkillName(db: Database | Tx, name: string): Promise<string> {
  return (await findNames(db, name))?.current ?? name
}

/** Returns all names under which runs of the skill may be recorded. */
export async function listNamesOfSkill(db: Database | Tx, name: string): Promise<string[]> {
  return (await findNames(db, name))?.all ?? [name]
}

async function findNames(db: Database | Tx, name: string) {
  const parsed = parseSkillName(name)
  const found = parsed && (await findSkillSetByName(db, { ...parsed, skillset: parsed.skillSet }))
  if (!found) return null
  const current = `${found.publisher}.${found.skillset}.${parsed.skill}`
  return { current, all: found.names.map((set) => `${set}.${parsed.skill}`) }
}

/** Returns null for a handle that was never claimed. */
export async function findCurrentHandle(db: Database | Tx, handle: string): Promise<string | null> {
  const row = await db.publisherName.findUnique({
    where: { handle },
    select: { publisher: { select: { handle: true } } },
  })
  return row?.publisher.handle ?? null
}

/** Returns the id of the publisher that has or had the handle; null if it is free. */
export async function findHandleHolder(db: Database | Tx, handle: string): Promise<string | null> {
  return (await db.publisherName.findUnique({ where: { handle } }))?.publisherId ?? null
}

/** Serialises claims and renames, so that nobody claims a handle while it is given up. */
export async function lockPublisherNames(tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('publisher names'))::text`
}

/** Serialises changes of the publisher's slugs, so that none is taken while it is given up. */
export async function lockPublisher(tx: Tx, publisherId: string): Promise<void> {
  await tx.$queryRaw`SELECT "id" FROM "Publisher" WHERE "id" = ${publisherId} FOR UPDATE`
}

/** Returns the publisher's handles, current and former, by name. */
export async function listHandles(db: Database | Tx, publisherId: string): Promise<string[]> {
  const rows = await db.publisherName.findMany({ where: { publisherId }, orderBy: { handle: 'asc' } })
  return rows.map(({ handle }) => handle)
}

export function countHandles(db: Database | Tx, publisherId: string): Promise<number> {
  return db.publisherName.count({ where: { publisherId } })
}

/** Returns the id of the SkillSet that has or had the slug; null if it is free. */
export async function findSlugHolder(
  db: Database | Tx,
  { publisherId, slug }: { publisherId: string; slug: string },
): Promise<string | null> {
  const row = await db.skillSetName.findUnique({ where: { publisherId_slug: { publisherId, slug } } })
  return row?.skillSetId ?? null
}

export function countSlugs(db: Database | Tx, skillSetId: string): Promise<number> {
  return db.skillSetName.count({ where: { skillSetId } })
}

/**
 * Removes the verified mark too, since an admin verified the former name. Call with `lockPublisherNames`, after checking
 * that the handle is free.
 */
export async function updateHandle(tx: Tx, id: string, handle: string): Promise<void> {
  await tx.publisher.update({ where: { id }, data: { handle, verifiedAt: null } })
}

/** Moves the SkillSet to a slug of a publisher, and its draft along. Published documents never change. */
export async function updateFullName(
  tx: Tx,
  id: string,
  { publisherId, slug }: { publisherId: string; slug: string },
): Promise<void> {
  await tx.skillSet.update({ where: { id }, data: { publisherId, slug } })
  const draft = await tx.draft.findUnique({ where: { skillSetId: id }, select: { document: true } })
  if (!isObject(draft?.document) || draft.document.slug === slug) return
  const document = dataColumn({ ...draft.document, slug })
  await tx.draft.update({ where: { skillSetId: id }, data: { document, revision: { increment: 1 } } })
}

/**
 * Replaces the name where callers' settings store it, and moves statistics. Runs keep the name under which they were
 * called.
 */
export async function replaceStoredNames(
  tx: Tx,
  skillSetId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const renamed = sql`${to} || substr("skillName", ${from.length + 1}::int)`
  const isOld = sql`starts_with("skillName", ${`${from}.`})`
  for (const table of ['ToolsetSkill', 'Webhook', 'Automation', 'Preset', 'IdempotencyKey'])
    await tx.$executeRaw`UPDATE ${sql.raw(`"${table}"`)} SET "skillName" = ${renamed} WHERE ${isOld}`
  await tx.$executeRaw`
    UPDATE "ApiKey" SET "skillSets" = array_replace("skillSets", ${from}, ${to}) WHERE ${from} = ANY("skillSets")`
  await tx.$executeRaw`
    UPDATE "ApiKey" SET "skills" = ARRAY(
      SELECT CASE WHEN starts_with(name, ${`${from}.`}) THEN ${to} || substr(name, ${from.length + 1}::int) ELSE name END
      FROM unnest("skills") WITH ORDINALITY AS named(name, position) ORDER BY position)
    WHERE EXISTS (SELECT FROM unnest("skills") AS name WHERE starts_with(name, ${`${from}.`}))`
  await tx.$executeRaw`
    WITH old AS (DELETE FROM "SkillDay" WHERE "skillSetId" = ${skillSetId} AND ${isOld} RETURNING *)
    INSERT INTO "SkillDay" AS moved ("skillName", "day", "slot", "skillSetId", "runs", "succeeded", "customers")
    SELECT ${renamed}, "day", "slot", "skillSetId", "runs", "succeeded", "customers" FROM old
    ON CONFLICT ("skillName", "day", "slot") DO UPDATE SET "runs" = moved."runs" + excluded."runs",
      "succeeded" = moved."succeeded" + excluded."succeeded", "customers" = moved."customers" + excluded."customers"`
  await tx.$executeRaw`
    WITH old AS (DELETE FROM "SkillCustomer" WHERE "skillSetId" = ${skillSetId} AND ${isOld} RETURNING *)
    INSERT INTO "SkillCustomer" AS moved ("skillName", "organisationId", "skillSetId", "lastDay", "lastSuccessDay")
    SELECT ${renamed}, "organisationId", "skillSetId", "lastDay", "lastSuccessDay" FROM old
    ON CONFLICT ("skillName", "organisationId") DO UPDATE SET "lastDay" = greatest(moved."lastDay", excluded."lastDay"),
      "lastSuccessDay" = greatest(moved."lastSuccessDay", excluded."lastSuccessDay")`
}
