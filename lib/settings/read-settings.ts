/** Reads settings and limits. Stored values are cached; other processes see a change within `CACHE_MS`. */
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { oncePerProcess } from '../kernel/process/once-per-process.ts'
import { isLimitName, LIMITS, type LimitName, parseLimit } from './limit-table.ts'
import { listLimitRows, listSettingRows } from './rows/setting-rows.ts'
import { type SettingName, type Settings, settingSpec } from './setting-table.ts'

const CACHE_MS = 5_000

type Stored = {
  texts: Map<string, string>
  /** Grouped by limit, then by organisation. */
  limits: Map<LimitName, Map<string, number>>
}

type Cached = { stored: Stored; until: number; url: string }
const cache = oncePerProcess('settings', (): { cached?: Cached | undefined } => ({}))

/** The one place that reads stored settings. */
async function storedSettings(db: Database | Tx): Promise<Stored> {
  const url = process.env.DATABASE_URL ?? ''
  const { cached } = cache
  if (cached && cached.until > Date.now() && cached.url === url) return cached.stored
  const [settings, limits] = await Promise.all([listSettingRows(db), listLimitRows(db)])
  const stored: Stored = { texts: new Map(settings.map(({ key, value }) => [key, value])), limits: new Map() }
  for (const { organisationId, key, value } of limits) {
    const number = parseLimit(value)
    if (!isLimitName(key) || number === null) continue
    stored.limits.set(key, (stored.limits.get(key) ?? new Map()).set(organisationId, number))
  }
  cache.cached = { stored, until: Date.now() + CACHE_MS, url }
  return stored
}

/** Call after a change was committed. */
export function forgetStoredSettings(): void {
  cache.cached = undefined
}

export type SettingSource = 'environment' | 'stored' | 'default'

/** Returns a setting as text, and its source. Ignores an invalid value of the environment. */
export async function readSettingText(
  db: Database | Tx,
  name: SettingName,
): Promise<{ text: string; source: SettingSource }> {
  const { env, schema, byDefault } = settingSpec(name)
  const fromEnvironment = env && process.env[env]
  if (fromEnvironment && schema.safeParse(fromEnvironment).success)
    return { text: fromEnvironment, source: 'environment' }
  const stored = (await storedSettings(db)).texts.get(name)
  if (stored !== undefined && schema.safeParse(stored).success) return { text: stored, source: 'stored' }
  return { text: byDefault, source: 'default' }
}

export async function readSetting<Name extends SettingName>(
  db: Database | Tx,
  name: Name,
): Promise<Settings[Name]> {
  const { text } = await readSettingText(db, name)
  // The type is inferred from this row of the table.
  return settingSpec(name).schema.parse(text) as Settings[Name]
}

export type LimitSource = SettingSource | 'organisation'

/** Returns a limit of one organisation, or of all, in the unit of `LIMITS`. */
export async function readLimit(
  db: Database | Tx,
  name: LimitName,
  organisationId?: string,
): Promise<{ value: number; source: LimitSource }> {
  const { texts, limits } = await storedSettings(db)
  const own = organisationId === undefined ? undefined : limits.get(name)?.get(organisationId)
  if (own !== undefined) return { value: own, source: 'organisation' }
  const { env, byDefault } = LIMITS[name]
  const fromEnvironment = parseLimit(process.env[env])
  if (fromEnvironment !== null) return { value: fromEnvironment, source: 'environment' }
  const stored = parseLimit(texts.get(name))
  if (stored !== null) return { value: stored, source: 'stored' }
  if (typeof byDefault === 'number') return { value: byDefault, source: 'default' }
  return { ...(await readLimit(db, byDefault, organisationId)), source: 'default' }
}

export async function limitOf(db: Database | Tx, name: LimitName, organisationId?: string): Promise<number> {
  return (await readLimit(db, name, organisationId)).value
}

/** Returns organisations with their own limit, which do not count towards their creator's. */
export async function organisationsWithOwn(db: Database | Tx, name: LimitName): Promise<string[]> {
  return [...((await storedSettings(db)).limits.get(name)?.keys() ?? [])]
}
