/**
 * Collections are named lists of skills and SkillSets. They belong to a person, not to an organisation, and are private
 * until their owner makes them public. A private collection of somebody else is NOT_FOUND, like one that does not exist.
 */
import { z } from 'zod'
import { type Context, requirePerson, requireViewer, type Viewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { IdField, nameField, SkillSetParams } from '../../kernel/validation/text-fields.ts'
import { findVisibleSkillSet } from '../../publishing/rows/published-versions.ts'
import * as store from '../rows/collections.ts'
import { type CollectedItem, findShown, readCollectedItems } from './collected-items.ts'
import { MAX_COLLECTION_ENTRIES, MAX_COLLECTIONS, MAX_DESCRIPTION_CHARS } from './collection-limits.ts'

const description = z
  .string()
  .trim()
  .max(MAX_DESCRIPTION_CHARS, `Use at most ${MAX_DESCRIPTION_CHARS.toLocaleString('en')} characters.`)
  .refine(isStorable, 'contains characters that cannot be stored')
  .default('')

/** A skill, or without `skill` a whole SkillSet. */
const itemFields = SkillSetParams.extend({ skill: IdField.optional() })

export type ItemRef = z.infer<typeof itemFields>

export type CollectionSummary = {
  id: string
  title: string
  description: string
  isPublic: boolean
  entries: number
  updatedAtMs: number
}

/** Returns the viewer's collections, the last changed first. Throws UNAUTHENTICATED. */
export async function listCollections(ctx: Context): Promise<CollectionSummary[]> {
  const { userId } = requireViewer(ctx)
  return (await store.listCollectionRows(ctx.db, userId)).map(({ userId: _, updatedAt, ...row }) => ({
    ...row,
    updatedAtMs: updatedAt.getTime(),
  }))
}

export type CollectionChoice = { id: string; title: string; isPublic: boolean; hasItem: boolean }

/** Returns the viewer's collections, and which of them contain the item. Throws UNAUTHENTICATED, and NOT_FOUND as `setInCollection`. */
export async function listCollectionChoices(ctx: Context, given: unknown): Promise<CollectionChoice[]> {
  const { userId } = requireViewer(ctx)
  const item = await findItem(ctx, parseFields(itemFields, given))
  const [rows, having] = await Promise.all([
    store.listCollectionRows(ctx.db, userId),
    store.listCollectionsWith(ctx.db, userId, item),
  ])
  return rows.map(({ id, title, isPublic }) => ({ id, title, isPublic, hasItem: having.has(id) }))
}

export type CollectionPage = {
  id: string
  title: string
  description: string
  isPublic: boolean
  ownerName: string
  isOwn: boolean
  updatedAtMs: number
  /** In the owner's order. Others get only what they can see; the owner gets the rest as `hidden`, to remove it. */
  entries: { id: string; item: CollectedItem }[]
  /** From 1. The owner, who orders the entries, gets all of them on one page. */
  page: number
  pages: number
}

/**
 * Returns a collection of the viewer, or a public one, with 50 entries a page for those who only read it; a page that does not
 * exist is the nearest one. Throws NOT_FOUND for all others, so that none is
 * revealed.
 */
export async function getCollection(ctx: Context, given: unknown, wantedPage = 1): Promise<CollectionPage> {
  const id = parseId(given)
  const { viewer } = ctx
  const own = viewer && (await store.findOwnCollection(ctx.db, id, viewer.userId))
  const row = own ? { ...own, ownerName: viewer.name } : await store.findPublicCollection(ctx.db, id)
  if (!row) throw new AppError('NOT_FOUND')
  const { title, description: text, isPublic, ownerName, updatedAt } = row
  const all = await store.listEntryRows(ctx.db, id)
  const pages = own ? 1 : Math.max(1, Math.ceil(all.length / PAGE_ENTRIES))
  const page = Math.min(pages, Math.max(1, Math.trunc(wantedPage) || 1))
  const rows = own ? all : all.slice((page - 1) * PAGE_ENTRIES, page * PAGE_ENTRIES)
  const items = await readCollectedItems(ctx, rows)
  const entries = rows.map((entry, index) => ({ id: entry.id, item: items[index]! }))
  return {
    ...{ id, title, description: text, isPublic, ownerName, isOwn: Boolean(own) },
    updatedAtMs: updatedAt.getTime(),
    ...{ page, pages },
    entries: own ? entries : entries.filter(({ item }) => item.kind !== 'hidden'),
  }
}

/** Of readers, who may be anonymous: what a page costs must not grow with the collection. */
const PAGE_ENTRIES = 50

const created = z.object({ title: nameField, description, item: itemFields.optional() })

/**
 * Creates a private collection, with a first item if one is given. Throws UNAUTHENTICATED, INVALID_INPUT by field,
 * NOT_FOUND for an unknown item, and LIMIT_REACHED.
 */
export async function createCollection(ctx: Context, given: unknown): Promise<{ id: string }> {
  const { userId } = requireOwner(ctx)
  const { title, description: text, item: ref } = parseFields(created, given)
  const item = ref && (await findItem(ctx, ref))
  const id = await ctx.db.$transaction(async (tx) => {
    await store.lockCollectionsOf(tx, userId)
    const used = await store.countCollections(tx, userId)
    if (used >= MAX_COLLECTIONS)
      throw limitReached('collections', {
        max: MAX_COLLECTIONS,
        used,
        message: `You have ${used} collections, the maximum.`,
        href: paths.collections,
      })
    const newId = await store.insertCollection(tx, userId, { title, description: text, isPublic: false })
    if (item) await store.insertEntry(tx, newId, item)
    return newId
  })
  return { id }
}

const updated = z.object({ collection: IdField, title: nameField, description, isPublic: z.boolean() })

/** Renames or describes a collection, and makes it public or private. Throws as `setInCollection`. */
export async function updateCollection(ctx: Context, given: unknown): Promise<void> {
  const { collection, ...fields } = parseFields(updated, given)
  await changeOwn(ctx, collection, (tx, id) => store.updateCollectionRow(tx, id, fields))
}

export async function deleteCollection(ctx: Context, given: unknown): Promise<void> {
  const { userId } = requireOwner(ctx)
  if (!(await store.deleteCollectionRow(ctx.db, parseId(given), userId))) throw notThere()
}

const contained = z.object({ collection: IdField, item: itemFields, isIn: z.boolean() })

/**
 * Adds an item to a collection of the viewer, or removes it; doing either twice changes nothing. Throws
 * UNAUTHENTICATED, INVALID_INPUT, LIMIT_REACHED, and NOT_FOUND for another person's collection and for an item that the
 * viewer may not see.
 */
export async function setInCollection(ctx: Context, given: unknown): Promise<void> {
  requireOwner(ctx)
  const { collection, item: ref, isIn } = parseFields(contained, given)
  const item = await findItem(ctx, ref)
  await changeOwn(ctx, collection, async (tx, id) => {
    if (!isIn) return store.deleteEntry(tx, id, item)
    const entries = await store.listEntryRows(tx, id)
    if (entries.some((entry) => entry.skillSetId === item.skillSetId && entry.skillSlug === item.skillSlug))
      return
    if (entries.length >= MAX_COLLECTION_ENTRIES)
      throw limitReached('collection_entries', {
        max: MAX_COLLECTION_ENTRIES,
        used: entries.length,
        message: `This collection has ${entries.length} entries, the maximum.`,
        href: paths.collection(id),
      })
    return store.insertEntry(tx, id, item)
  })
}

const removed = z.object({ collection: IdField, entry: IdField })

/** Removes an entry, also one that the viewer cannot see any more. Throws as `setInCollection`. */
export async function removeEntry(ctx: Context, given: unknown): Promise<void> {
  const { collection, entry } = parseFields(removed, given)
  await changeOwn(ctx, collection, async (tx, id) => {
    if (!(await store.deleteEntry(tx, id, { id: entry })))
      throw new AppError('NOT_FOUND', { message: 'This entry was removed already.' })
  })
}

const ordered = z.object({ collection: IdField, entries: z.array(IdField).max(MAX_COLLECTION_ENTRIES) })

/** Stores the order of all entries. Throws as `setInCollection`, and CONFLICT if these are not the entries of now. */
export async function orderCollection(ctx: Context, given: unknown): Promise<void> {
  const { collection, entries } = parseFields(ordered, given)
  await changeOwn(ctx, collection, async (tx, id) => {
    const now = (await store.listEntryRows(tx, id)).map((entry) => entry.id)
    if (now.length !== entries.length || new Set([...now, ...entries]).size !== now.length)
      throw new AppError('CONFLICT', {
        message: 'This collection has changed in the meantime.',
        suggestedAction: 'Reload the page, then order it again.',
      })
    await store.storeOrder(tx, id, entries)
  })
}

/** Collections are made on the site. A key acts for an organisation, which has none. */
function requireOwner(ctx: Context): Viewer {
  const viewer = requireViewer(ctx)
  requirePerson(ctx)
  return viewer
}

async function changeOwn(
  ctx: Context,
  collection: string,
  change: (tx: Tx, id: string) => Promise<unknown>,
): Promise<void> {
  const { userId } = requireOwner(ctx)
  await ctx.db.$transaction(async (tx) => {
    await store.lockCollectionsOf(tx, userId)
    const own = await store.findOwnCollection(tx, collection, userId)
    if (!own) throw notThere()
    await change(tx, own.id)
  })
}

function notThere(): AppError {
  return new AppError('NOT_FOUND', { message: 'You have no such collection. It may have been deleted.' })
}

function parseId(given: unknown): string {
  const { data } = IdField.safeParse(given)
  if (data === undefined) throw new AppError('NOT_FOUND')
  return data
}

/** What a collection could not show cannot be added either. */
async function findItem(ctx: Context, { publisher, skillset, skill }: ItemRef): Promise<store.EntryKey> {
  const seen = await findVisibleSkillSet(ctx.db, { publisher, skillset }, ctx.viewer?.userId)
  const shown = seen && (await findShown(ctx, [seen.skillSet.id])).get(seen.skillSet.id)
  const hasSkill = skill === undefined || shown?.document.skills.some(({ slug }) => slug === skill)
  if (!shown || !hasSkill)
    throw new AppError('NOT_FOUND', {
      message: 'This skill is not available to you, or was taken down, so no collection can show it.',
    })
  return { skillSetId: shown.skillSet.id, skillSlug: skill ?? '' }
}
