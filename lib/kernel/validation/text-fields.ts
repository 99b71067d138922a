/**
 * Zod schemas of short texts in requests. Refuses text that cannot be stored, which would otherwise end as
 * INTERNAL_ERROR.
 */
import { z } from 'zod'
import type { Json } from '../json/json.ts'
import { pointerKeys } from '../json/json-pointer.ts'
import { toJson } from '../json/to-json.ts'
import { isSlug } from '../names/skill-name.ts'
import { isStorable } from './storable.ts'

const UNSTORABLE = 'contains characters that cannot be stored'

/** A uuid, slug or handle. */
export const IdField = z.string().max(64).refine(isStorable, UNSTORABLE)

export const LineField = z.string().max(200).refine(isStorable, UNSTORABLE)

/** Forms require a name. */
export const TitleField = LineField.trim().min(1, 'Enter a name.')

export const SlugField = z.string().refine(isSlug, 'Use 1-64 lowercase letters, digits and underscores.')

export const ReasonField = z
  .string()
  .trim()
  .min(1, 'Write a sentence or two. The recipient will read this.')
  .max(2_000, 'Use at most 2,000 characters.')
  .refine(isStorable, UNSTORABLE)

/** "2026-11-26". The database has no year 0. */
export const DayField = z.iso.date().refine((day) => !day.startsWith('0000'))

/** For programs. Browsers send their own zone, which counts as UTC if it is unknown here. */
export const TimeZoneField = z
  .string()
  .max(64)
  .refine(isTimeZone, 'is not a valid time zone: use one such as Europe/Oslo')

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The id of the last item seen. An invalid cursor returns the first page. */
export const CursorField = IdField.optional().catch(undefined)

export const SkillSetParams = z.object({ publisher: IdField, skillset: IdField })

const MAX_NAME_CHARS = 80

/** Characters without a shape, among them letters such as U+3164, the Hangul filler. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** U+2800 is a Braille pattern without dots. */
const BLANKS = /[\s\p{Cc}\u2800]+/gu

/** More marks on one letter than any script needs cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu

/** Trims, collapses white space, and removes control and invisible characters and stacked marks. */
export function oneVisibleLine(text: string): string {
  return text.replace(INVISIBLE, '').replace(BLANKS, ' ').replace(STACKED_MARKS, '$1').trim()
}

export const nameField = z
  .string('Enter a name.')
  .transform(oneVisibleLine)
  .pipe(z.string().min(1, 'Enter a name.').max(MAX_NAME_CHARS, `Use at most ${MAX_NAME_CHARS} characters.`))

/** A zod schema for any JSON. Zod's own has no limit on depth or repeated references. */
export const JsonValueField: z.ZodType<Json> = z.unknown().transform((sent, context) => {
  const { value, issue } = toJson(sent)
  if (!issue) return value
  context.addIssue({ code: 'custom', message: issue.message, path: pointerKeys(issue.path) })
  return z.NEVER
})
