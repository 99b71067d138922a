/**
 * The short texts that doors take from whoever calls: ids, lines, the place of a SkillSet. Ground.
 *
 * What no text column can hold is refused here, so that it never reaches the database and ends as our own fault.
 */
import { z } from 'zod'
import { isStorable } from '../json/storable.ts'

const UNSTORABLE = 'contains characters that cannot be kept'

/** A uuid, a slug, a handle: whether there is such a thing is for the service to say. */
export const Id = z.string().max(64).refine(isStorable, UNSTORABLE)

export const Line = z.string().max(200).refine(isStorable, UNSTORABLE)

/** As programs name it; a browser's is taken as it is, and is UTC where nobody here knows it. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'is no time zone: send one like Europe/Oslo')

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Where a list goes on: the id of the last line seen. What is none is the first page. */
export const Cursor = Id.optional().catch(undefined)

/** A SkillSet by its address. */
export const SkillSetPlace = z.object({ publisher: Id, skillset: Id })
