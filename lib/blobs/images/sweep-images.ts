import type { Context } from '../../context/context.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts'
import {
  deleteUnusedImages,
  hasImages,
  listShownImages,
  markImagesShown,
  markImagesUnused,
} from '../rows/image-rows.ts'

/** Reads every document, which takes a minute with a million versions. */
const EVERY_MS = 6 * HOUR_MS
/** A publisher may undo a change, or upload an image and save the draft later. */
const UNUSED_MS = DAY_MS

let sweptAtMs = Number.NEGATIVE_INFINITY

/**
 * Deletes images that no draft, version, staged submission or setting has shown for a day, at most every six hours
 * in one process. Several processes may sweep at once. Returns how many it deleted.
 */
export async function sweepImages({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  if (now.getTime() - sweptAtMs < EVERY_MS) return 0
  sweptAtMs = now.getTime()
  if (!(await hasImages(db))) return 0
  const found = new Set<string>()
  for await (const ids of listShownImages(db)) for (const id of ids) found.add(id)
  const shown = [...found]
  await markImagesShown(db, shown)
  await markImagesUnused(db, shown, now)
  return deleteUnusedImages(db, { shown, before: new Date(now.getTime() - UNUSED_MS) })
}
