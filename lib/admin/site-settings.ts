import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireAdmin } from '../context/context.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError, type Issue } from '../kernel/errors.ts'
import { digestOf } from '../kernel/json/digest-of.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import {
  isLimitName,
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  maxOfLimit,
  parseLimit,
} from '../settings/limit-table.ts'
import {
  forgetStoredSettings,
  type LimitSource,
  readLimit,
  readSettingText,
  type SettingSource,
} from '../settings/read-settings.ts'
import { lockSettings, saveSettingRow } from '../settings/rows/setting-rows.ts'
import { SETTING_NAMES, type SettingName, settingSpec } from '../settings/setting-table.ts'

type SettingView = {
  text: string
  source: SettingSource
  env: string | null
  /** Identifies `text`; a save that names an older one is refused. */
  etag: string
}
type LimitView = { value: number; source: LimitSource; env: string; etag: string }

export type SiteSettings = {
  settings: Record<SettingName, SettingView>
  limits: Record<LimitName, LimitView>
}

/** Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function getSiteSettings(ctx: Context): Promise<SiteSettings> {
  requireAdmin(ctx)
  return readSiteSettings(ctx.db)
}

async function readSiteSettings(db: Database | Tx): Promise<SiteSettings> {
  const settings = await Promise.all(
    SETTING_NAMES.map(async (name) => {
      const view = await readSettingText(db, name)
      return [name, { ...view, env: settingSpec(name).env ?? null, etag: digestOf(view.text) }] as const
    }),
  )
  const limits = await Promise.all(
    LIMIT_NAMES.map(async (name) => {
      const view = await readLimit(db, name)
      return [name, { ...view, env: LIMITS[name].env, etag: digestOf(limitText(view)) }] as const
    }),
  )
  return {
    settings: Object.fromEntries(settings) as SiteSettings['settings'],
    limits: Object.fromEntries(limits) as SiteSettings['limits'],
  }
}

/** Returns what the field of a limit shows: "" for the default. */
function limitText({ value, source }: { value: number; source: LimitSource }): string {
  return source === 'default' ? '' : String(value)
}

/** Each schema of a setting has its own maximum, with a sentence; requests are limited before. */
const fields = z.record(z.string().max(40), z.string())

type SaveOptions = {
  /**
   * The etags of the values that the person saw, by name. A field that they left as it was is not written, whatever others
   * made of it meanwhile. Without one, a value is replaced whatever it is.
   */
  seen?: Record<string, string>
}

/**
 * Takes texts; "" restores a limit's default. Others stay, and each change is recorded. Throws UNAUTHENTICATED,
 * POLICY_DENIED, INVALID_INPUT by field, also for an unknown one, PRECONDITION_FAILED for one that the environment sets, and
 * CONFLICT by field for a value that was changed after it was seen, with `params: {etag}` of the present one.
 */
export async function saveSiteSettings(
  ctx: Context,
  given: unknown,
  { seen = {} }: SaveOptions = {},
): Promise<void> {
  const viewer = requireAdmin(ctx)
  const texts = Object.entries(parseFields(fields, given)).map(
    // Browsers send the lines of a text with CRLF.
    ([key, text]) => [key, text.replaceAll('\r\n', '\n').trim()] as const,
  )
  const issues = texts.flatMap(([key, text]) => checkSetting(key, text))
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { message: 'Some fields are invalid.', issues })
  await ctx.db.$transaction(async (tx) => {
    await lockSettings(tx)
    forgetStoredSettings()
    const before = await readSiteSettings(tx)
    const changes = texts
      .filter(([key, text]) => seen[key] !== digestOf(text))
      .flatMap(([key, text]) => describeSettingChange(before, key, text))
    requireChangeable(changes, seen)
    for (const { key, label, from, to } of changes) {
      await saveSettingRow(tx, key, to === '' && isLimitName(key) ? null : to)
      await recordAudit(tx, {
        actor: viewer,
        action: 'settings.change',
        subjectType: 'settings',
        subjectId: key,
        subject: label,
        data: {
          ...recordedText('from', from),
          ...recordedText('to', to),
          note: `${describeValue(key, from)} → ${describeValue(key, to)}`,
        },
      })
    }
  })
  forgetStoredSettings()
}

function requireChangeable(changes: readonly SettingChange[], seen: Record<string, string>): void {
  const fixed = changes.find(({ isFixed }) => isFixed)
  if (fixed) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `${fixed.label} is set by the environment of the server.`,
      suggestedAction: `Change ${fixed.env} there.`,
    })
  }
  const issues = changes.flatMap(({ key, label, from, etag }): Issue[] => {
    if (seen[key] === undefined || seen[key] === etag) return []
    const message = `${label} was changed after you opened the page, to: ${describeValue(key, from)}. Save again to replace it with yours, or reload the page to keep it.`
    return [{ path: `/${key}`, message, params: { etag } }]
  })
  if (issues.length > 0)
    throw new AppError('CONFLICT', {
      message: 'These settings were changed after you opened the page. Nothing was saved.',
      issues,
    })
}

/** The audit log keeps the beginning of a longer value, beside its length and its SHA-256. */
const MAX_RECORDED_CHARS = 200

function shorten(text: string): string {
  if (text.length <= MAX_RECORDED_CHARS) return text
  const start = text.slice(0, MAX_RECORDED_CHARS).toWellFormed()
  return `${start}… (${text.length.toLocaleString('en')} characters)`
}

function recordedText(name: 'from' | 'to', text: string): Record<string, string | number> {
  if (text.length <= MAX_RECORDED_CHARS) return { [name]: text }
  return { [name]: shorten(text), [`${name}Chars`]: text.length, [`${name}Digest`]: digestOf(text) }
}

/** An empty text of a limit is its default. */
function describeValue(key: string, text: string): string {
  if (isLimitName(key)) return text || 'the default'
  const name = SETTING_NAMES.find((each) => each === key)
  const describe = name && settingSpec(name).describe
  return shorten(describe ? describe(text) : text || 'empty')
}

function checkSetting(key: string, text: string): Issue[] {
  const path = `/${key}`
  if (isLimitName(key)) return limitIssues(key, text)
  const name = SETTING_NAMES.find((each) => each === key)
  if (!name) return [{ path, message: 'is not a known field' }]
  const parsed = settingSpec(name).schema.safeParse(text)
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => ({ path, message }))
}

/** Accepts "" for the default. */
export function limitIssues(key: LimitName, text: string): Issue[] {
  const max = maxOfLimit(key)
  const number = parseLimit(text)
  if (number !== null && number > max)
    return [{ path: `/${key}`, message: `Enter at most ${max.toLocaleString('en')}.` }]
  if (text === '' || number !== null) return []
  return [{ path: `/${key}`, message: 'Enter a number greater than 0, or leave it empty for the default.' }]
}

type SettingChange = {
  key: string
  label: string
  from: string
  to: string
  /** Of `from`. */
  etag: string
  env: string | null
  /** The environment sets it, so admins cannot change it. */
  isFixed: boolean
}

function describeSettingChange({ settings, limits }: SiteSettings, key: string, to: string): SettingChange[] {
  if (isLimitName(key)) {
    const { value, source, env, etag } = limits[key]
    const from = limitText(limits[key])
    const isSame = from === to || (to !== '' && Number(to) === value)
    const isFixed = source === 'environment'
    return isSame ? [] : [{ key, label: LIMITS[key].label, from, to, etag, env, isFixed }]
  }
  const name = key as SettingName
  const { text, source, env, etag } = settings[name]
  if (text === to) return []
  const isFixed = source === 'environment'
  return [{ key, label: settingSpec(name).label, from: text, to, etag, env, isFixed }]
}
