/** Limits of organisations. An environment variable replaces the default; an organisation's own limit replaces both. */

type LimitSpec = {
  label: string
  unit: 'MB' | 'days' | 'hours' | 'minutes' | 'files' | 'packages' | 'requests' | 'times' | 'organisations'
  help: string
  env: string
  /** A number, or the limit that it equals by default. */
  byDefault: number | 'vaultQuota'
  /** Whether an organisation can have its own. */
  isOwn: boolean
  /** The highest value; undefined if there is none. */
  max?: number
}

// biome-ignore format: table
export const LIMITS = {
  runQuota:      { label: 'Stored runs',           unit: 'MB',    env: 'GUILDHALL_RUN_QUOTA_MB',        byDefault: 5_120,        isOwn: true,  help: 'Inputs, outputs, logs and recordings of runs and plan runs. No run starts above it.' },
  blobQuota:     { label: 'Blobs',                 unit: 'MB',    env: 'GUILDHALL_BLOB_QUOTA_MB',       byDefault: 10_240,       isOwn: true,  help: 'All blobs together.' },
  blobSize:      { label: 'Size of a blob',        unit: 'MB',    env: 'GUILDHALL_BLOB_MAX_MB',         byDefault: 2_048,        isOwn: true,  help: 'One upload.' },
  vaultQuota:    { label: 'Vault',                 unit: 'MB',    env: 'GUILDHALL_VAULT_QUOTA_MB',      byDefault: 5_120,        isOwn: true,  help: 'All files of the vault together.' },
  vaultHistory:  { label: 'History of the vault',  unit: 'MB',    env: 'GUILDHALL_VAULT_HISTORY_MB',    byDefault: 'vaultQuota', isOwn: true,  help: 'Earlier texts, for undo. The oldest are deleted first.' },
  vaultFile:     { label: 'Size of a vault file',  unit: 'MB',    env: 'GUILDHALL_VAULT_FILE_MB',       byDefault: 512,          isOwn: true,  help: 'One file.' },
  vaultFiles:    { label: 'Files in the vault',    unit: 'files', env: 'GUILDHALL_VAULT_FILES',         byDefault: 100_000,      isOwn: true,  help: 'Files and folders.' },
  skillFiles:    { label: 'Skills',                unit: 'MB',    env: 'GUILDHALL_SKILL_FILE_QUOTA_MB', byDefault: 1_024,        isOwn: true,  help: 'Drafts and versions of SkillSets, large files in skill folders, and recordings of examples.' },
  blobDays:      { label: 'Blobs expire after',    unit: 'days',  env: 'GUILDHALL_BLOB_DAYS',           byDefault: 30,           isOwn: false, help: 'Applies to new blobs.' },
  vaultDays:     { label: 'Vault undo',            unit: 'days',  env: 'GUILDHALL_VAULT_HISTORY_DAYS',  byDefault: 30,           isOwn: false, help: 'Older changes can no longer be undone.' },
  packages:      { label: 'Packages of a SkillSet', unit: 'packages', env: 'GUILDHALL_PACKAGES',        byDefault: 200,          isOwn: true,  help: 'Dependencies, with all that they depend on.' },
  packageSize:   { label: 'Unpacked packages',     unit: 'MB',    env: 'GUILDHALL_PACKAGES_MB',         byDefault: 64,           isOwn: true,  help: 'All packages of a SkillSet together, as they are on the registry.' },
  bundleSize:    { label: 'Bundled packages',      unit: 'MB',    env: 'GUILDHALL_BUNDLE_MB',           byDefault: 5,            isOwn: true,  help: 'What one skill imports, after unused code was removed.' },
  packageAge:    { label: 'Minimum age of packages', unit: 'hours', env: 'GUILDHALL_PACKAGE_AGE_HOURS', byDefault: 72,           isOwn: false, help: 'Younger versions are not used: most malicious ones are found within days. 0.001 turns this off.' },
  longMinutes:   { label: 'Time of a long run',    unit: 'minutes', env: 'GUILDHALL_LONG_MINUTES',      byDefault: 15,           isOwn: false, max: 15,    help: 'A skill of the long lane that asks for more is refused at submission, and does not run.' },
  longCpuMinutes: { label: 'CPU time of a long run', unit: 'minutes', env: 'GUILDHALL_LONG_CPU_MINUTES', byDefault: 5,           isOwn: false, max: 5,     help: 'On all cores together.' },
  longMemory:    { label: 'Memory of a long run',  unit: 'MB',    env: 'GUILDHALL_LONG_MEMORY_MB',      byDefault: 1_024,        isOwn: false, max: 1_024, help: 'A skill of the long lane that asks for more is refused at submission, and does not run.' },
  longRequests:  { label: 'Requests of a long run', unit: 'requests', env: 'GUILDHALL_LONG_REQUESTS',   byDefault: 2_000,        isOwn: false, max: 2_000, help: 'To the hosts that the skill declares.' },
  longAnswers:   { label: 'Answers to a long run', unit: 'MB',    env: 'GUILDHALL_LONG_ANSWERS_MB',     byDefault: 100,          isOwn: false, max: 100,   help: 'All responses to its requests together.' },
  personFactor:  { label: 'All organisations of one person', unit: 'times', env: 'GUILDHALL_PERSON_QUOTA_FACTOR', byDefault: 2, isOwn: false, help: 'Together, as a multiple of one organisation’s limit. Organisations with their own limit do not count.' },
  organisations: { label: 'Organisations per person', unit: 'organisations', env: 'GUILDHALL_ORGANISATIONS_PER_PERSON', byDefault: 10, isOwn: false, help: 'In addition to their personal one.' },
} as const satisfies Record<string, LimitSpec>

export type LimitName = keyof typeof LIMITS

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

export function isLimitName(key: string): key is LimitName {
  return Object.hasOwn(LIMITS, key)
}

/** Returns the highest value of a limit; infinite if it has none. */
export function maxOfLimit(name: LimitName): number {
  const spec: LimitSpec = LIMITS[name]
  return spec.max ?? Number.POSITIVE_INFINITY
}

const MAX_LIMIT = 1_000_000_000

/** Returns null unless the text is a positive number of at most a thousand million. */
export function parseLimit(text: string | undefined): number | null {
  const number = Number(text?.trim() || 'none')
  return number > 0 && number <= MAX_LIMIT ? number : null
}
