import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { type Context, requireAdmin } from '../context/context.ts'
import { AppError, type Issue } from '../kernel/errors.ts'
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
import { saveSettingRow } from '../settings/rows/setting-rows.ts'
import { SETTING_NAMES, type SettingName, settingSpec } from '../settings/setting-table.ts'

type SettingView = { text: string; source: SettingSource; env: string | null }
type LimitView = { value: number; source: LimitSource; env: string }

export type SiteSettings = {
  settings: Record<SettingName, SettingView>
  limits: Record<LimitName, LimitView>
}

/** Throws UNAUTHENTICATED and POLICY_DENIED. */
export async function getSiteSettings(ctx: Context): Promise<SiteSettings> {
  requireAdmin(ctx)
  const settings = await Promise.all(
    SETTING_NAMES.map(async (name) => {
      const env = settingSpec(name).env ?? null
      return [name, { ...(await readSettingText(ctx.db, name)), env }] as const
    }),
  )
  const limits = await Promise.all(
    LIMIT_NAMES.map(
      async (name) => [name, { ...(await readLimit(ctx.db, name)), env: LIMITS[name].env }] as const,
    ),
  )
  return {
    settings: Object.fromEntries(settings) as SiteSettings['settings'],
    limits: Object.fromEntries(limits) as SiteSettings['limits'],
  }
}

const fields = z.record(z.string().max(40), z.string().max(6_000))

/**
 * Takes texts; "" restores a limit's default. Others stay, and each change is recorded. Throws UNAUTHENTICATED,
 * POLICY_DENIED, INVALID_INPUT by field, also for an unknown one, and PRECONDITION_FAILED for one that the environment
 * sets.
 */
export async function saveSiteSettings(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const texts = Object.entries(parseFields(fields, given)).map(([key, text]) => [key, text.trim()] as const)
  const issues = texts.flatMap(([key, text]) => checkSetting(key, text))
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { message: 'Some fields are invalid.', issues })
  const before = await getSiteSettings(ctx)
  const changes = texts.flatMap(([key, text]) => describeSettingChange(before, key, text))
  const fixed = changes.find(({ isFixed }) => isFixed)
  if (fixed) {
    throw new AppError('PRECONDITION_FAILED', {
      message: `${fixed.label} is set by the environment of the server.`,
      suggestedAction: `Change ${fixed.env} there.`,
    })
  }
  await ctx.db.$transaction(async (tx) => {
    for (const { key, label, from, to } of changes) {
      await saveSettingRow(tx, key, to === '' && isLimitName(key) ? null : to)
      await recordAudit(tx, {
        actor: viewer,
        action: 'settings.change',
        subjectType: 'settings',
        subjectId: key,
        subject: label,
        data: { from, to, note: describeChange(key, from, to) },
      })
    }
  })
  forgetStoredSettings()
}

function describeChange(key: string, from: string, to: string): string {
  const name = SETTING_NAMES.find((each) => each === key)
  const describe = name && settingSpec(name).describe
  if (describe) return `${describe(from)} → ${describe(to)}`
  return `${from || 'empty'} → ${to || 'default'}`
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
  env: string | null
  /** The environment sets it, so admins cannot change it. */
  isFixed: boolean
}

function describeSettingChange({ settings, limits }: SiteSettings, key: string, to: string): SettingChange[] {
  if (isLimitName(key)) {
    const { value, source, env } = limits[key]
    const from = source === 'default' ? '' : String(value)
    const isSame = from === to || (to !== '' && Number(to) === value)
    return isSame ? [] : [{ key, label: LIMITS[key].label, from, to, env, isFixed: source === 'environment' }]
  }
  const name = key as SettingName
  const { text, source, env } = settings[name]
  if (text === to) return []
  return [{ key, label: settingSpec(name).label, from: text, to, env, isFixed: source === 'environment' }]
}
