/**
 * The cursor of a catalogue page: where the next one goes on.
 *
 * Floor 3, pure. Opaque to callers, but no secret: it can only name a place in an order, so a made-up one shows
 * nothing that scrolling would not. What it must never do is reach the database half read.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type CatalogQuery, catalogSearchParams } from '../contract/market/catalog-query.ts'
import type { After } from '../db/catalog-entries.ts'
import { AppError } from '../errors.ts'

// How the database writes the place of a row in each order.
const PLACES = {
  best: /^\d{1,3}(\.\d{1,20})?(e-\d{1,3})?$/,
  used: /^\d{1,9}$/,
  newest: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?$/,
  name: /^[a-z0-9_.]{1,200}$/,
}

const cursorShape = z.tuple([z.string().max(20), z.string().max(200), z.string().regex(PLACES.name)])

export function writeCursor(query: CatalogQuery, after: After): string {
  return Buffer.from(JSON.stringify([searchId(query), after.place, after.name])).toString('base64url')
}

/** Reads what `writeCursor` wrote for the same search. Throws INVALID_INPUT for everything else. */
export function parseCursor(query: CatalogQuery): After | undefined {
  if (query.cursor === undefined) return undefined
  const read = cursorShape.safeParse(jsonIn(query.cursor))
  const [id, place, name] = read.data ?? []
  if (id !== searchId(query) || !PLACES[query.sort].test(place ?? '') || !isInstantOrOther(query, place)) {
    const issues = [{ path: '/cursor', message: 'does not belong to this search', keyword: 'cursor' }]
    throw new AppError('INVALID_INPUT', {
      message: 'Start again from the first page of this search.',
      issues,
    })
  }
  return { place: place!, name: name! }
}

// A cursor used with other words or filters would skip rows without a word.
function searchId(query: CatalogQuery): string {
  const params = catalogSearchParams({ ...query, cursor: undefined })
  return createHash('sha256').update(params.toString()).digest('base64url').slice(0, 16)
}

// The pattern lets 2026-99-99 through; Postgres would not.
function isInstantOrOther(query: CatalogQuery, place = ''): boolean {
  return query.sort !== 'newest' || !Number.isNaN(Date.parse(`${place.replace(' ', 'T')}Z`))
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
