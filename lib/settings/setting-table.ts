/**
 * Settings that an admin changes at `/admin/settings`. Each value is a text, like an environment variable; one that is set
 * takes precedence over the stored value.
 */
import { isIP } from 'node:net'
import { z } from 'zod'
import {
  BUILT_IN_CATEGORIES,
  CATEGORY_ID_PATTERN,
  type Category,
  listOfferedCategories,
  MAX_CATEGORIES,
} from '../contracts/document/categories.ts'
import { readImagePath } from '../contracts/document/image-path.ts'
import { isPackageName } from '../contracts/packages/dependencies.ts'
import { isPythonName, normaliseName } from '../contracts/packages/python-name.ts'
import { parseAmount } from '../kernel/money.ts'
import { canonicalHost, MAX_HOST_CHARS } from '../kernel/network/destination.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { oneVisibleLine } from '../kernel/validation/text-fields.ts'
import { RETENTION_DAYS } from './retention-days.ts'

export const SIGN_UP_POLICIES = {
  open: { label: 'Open', help: 'Everyone can create an account.' },
  invitation: { label: 'By invitation', help: 'Only with an invitation to an organisation.' },
  closed: { label: 'Closed', help: 'No one. Existing accounts keep working.' },
} as const

export type SignUpPolicy = keyof typeof SIGN_UP_POLICIES

export const PAYOUT_SCHEDULES = {
  request: 'On request',
  monthly: 'On request, and monthly for publishers who choose it',
} as const

export type PayoutSchedule = keyof typeof PAYOUT_SCHEDULES

/** The longest minimum age of versions: 90 days. */
export const MAX_VERSION_AGE_HOURS = 2_160

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

const line = (max: number) =>
  z
    .string()
    .transform(oneVisibleLine)
    .pipe(z.string().max(max, `Use at most ${max} characters.`))

const storableLine = (max: number) =>
  line(max).refine(isStorable, 'This contains characters that cannot be stored.')

/** Markdown. */
const storableText = z
  .string()
  .max(6_000, 'Use at most 6,000 characters.')
  .refine(isStorable, 'This contains characters that cannot be stored.')

const domains = z
  .string()
  .max(2_000, 'Use at most 2,000 characters.')
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((each) => each.replace(/^@/, ''))
      .filter(Boolean),
  )
  .superRefine((list, context) => {
    const wrong = list.find((each) => !DOMAIN.test(each))
    if (wrong) context.addIssue(`“${wrong.slice(0, 60)}” is not a domain. Use one such as example.org.`)
  })

/**
 * Each covers the hosts below it, so a pattern such as *.example.org is read as example.org. An address is read in the
 * spelling that requests are compared in.
 */
const hosts = z
  .string()
  .max(6_000, 'Use at most 6,000 characters.')
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((entry) => entry.replace(/^\*\./, '').replace(/\.$/, ''))
      .filter(Boolean)
      .map((entry) => entry.replace(/^\[(.*)\]$/, '$1'))
      .map((entry) => (isHostName(entry) && canonicalHost(entry)) || entry),
  )
  .superRefine((list, context) => {
    const wrong = list.find((host) => !isHostName(host))
    if (wrong)
      context.addIssue(
        `“${wrong.slice(0, 60)}” is not a host. Write its name alone, such as tracker.example.org, or an IP address.`,
      )
  })

function isHostName(host: string): boolean {
  if (isIP(host)) return true
  return host.length <= MAX_HOST_CHARS && HOST.test(host) && URL.canParse(`http://${host}/`)
}

const retention = z.string().transform((text, context) => {
  if (text === 'unlimited') return null
  const days = RETENTION_DAYS.find((each) => String(each) === text)
  if (days !== undefined) return days
  context.addIssue('Choose one of the listed periods.')
  return z.NEVER
})

const amount = z.string().transform((text, context) => {
  const micros = parseAmount(text.trim() || '0')
  if (micros !== null) return micros
  context.addIssue('Enter an amount such as 1.50.')
  return z.NEVER
})

const policy = z.string().transform((text, context) => {
  const found = (Object.keys(SIGN_UP_POLICIES) as SignUpPolicy[]).find((each) => each === text)
  if (found) return found
  context.addIssue('Choose who can sign up.')
  return z.NEVER
})

const payoutSchedule = z.string().transform((text, context) => {
  const found = (Object.keys(PAYOUT_SCHEDULES) as PayoutSchedule[]).find((each) => each === text)
  if (found) return found
  context.addIssue('Choose when payouts are made.')
  return z.NEVER
})

const logo = z.string().transform((text) => readImagePath(text))

const registry = z
  .string()
  .max(500, 'Use at most 500 characters.')
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search)
      return url.href.endsWith('/') ? url.href : `${url.href}/`
    context.addIssue('Enter an address such as https://registry.npmjs.org.')
    return z.NEVER
  })

const packageNames = z
  .string()
  .max(4_000, 'Use at most 4,000 characters.')
  .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
  .superRefine((list, context) => {
    const wrong = list.find((each) => !isPackageName(each.replace(/\/\*$/, '/each')))
    if (wrong)
      context.addIssue(`“${wrong.slice(0, 60)}” is not a package. Write its name, or @scope/* for a scope.`)
  })

/** Also a folder of the server, such as a mirror on a disk. */
const pythonIndex = z
  .string()
  .max(500, 'Use at most 500 characters.')
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && /^(?:https?|file):$/.test(url.protocol) && !url.username && !url.password && !url.search)
      return url.href.endsWith('/') ? url.href : `${url.href}/`
    context.addIssue(
      'Enter an address such as https://pypi.org/simple, or of a folder such as file:///srv/wheels.',
    )
    return z.NEVER
  })

const pythonNames = z
  .string()
  .max(4_000, 'Use at most 4,000 characters.')
  .transform((text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(normaliseName),
  )
  .superRefine((list, context) => {
    const wrong = list.find((each) => !isPythonName(each))
    if (wrong) context.addIssue(`“${wrong.slice(0, 60)}” is not the name of a Python package.`)
  })

const onOrOff = z.string().transform((text, context) => {
  if (text === 'on' || text === 'off') return text
  context.addIssue('Choose on or off.')
  return z.NEVER
})

const hours = z.string().transform((text, context) => {
  const number = Number(text.trim() || 'none')
  if (Number.isInteger(number) && number >= 0 && number <= MAX_VERSION_AGE_HOURS) return number
  context.addIssue(`Enter whole hours, from 0 to ${MAX_VERSION_AGE_HOURS}.`)
  return z.NEVER
})

const days = z.string().transform((text, context) => {
  const number = Number(text.trim() || 'none')
  if (Number.isInteger(number) && number >= 1 && number <= 90) return number
  context.addIssue('Enter whole days, from 1 to 90.')
  return z.NEVER
})

const release = z.string().transform((text, context) => {
  if (text === 'gradual' || text === 'at_once') return text
  context.addIssue('Choose gradually or at once.')
  return z.NEVER
})

const targetHours = z.string().transform((text, context) => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const number = Number(trimmed)
  if (Number.isInteger(number) && number >= 1 && number <= 2_160) return number
  context.addIssue('Enter whole hours, from 1 to 2,160, or leave it empty.')
  return z.NEVER
})

const MALFORMED_CATEGORIES = 'This is not a list of categories.'

const categoryShape = z.array(
  z.strictObject({
    id: z.string().regex(new RegExp(CATEGORY_ID_PATTERN)),
    label: z.string(),
    isRetired: z.literal(true).optional(),
  }),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON in the order of the list; "" for the built-in ones. */
const categories = z
  .string()
  .max(6_000, 'These are too many categories, or their names are too long.')
  .transform((text, context): readonly Category[] => {
    if (text === '') return BUILT_IN_CATEGORIES
    const issue = (message: string) => {
      context.addIssue(message)
      return z.NEVER
    }
    const read = categoryShape.safeParse(parseJson(text))
    if (!read.success) return issue(MALFORMED_CATEGORIES)
    const list = read.data.map((category) => ({ ...category, label: oneVisibleLine(category.label) }))
    if (list.length > MAX_CATEGORIES) return issue(`A site can have ${MAX_CATEGORIES} categories at most.`)
    if (list.some(({ label }) => label === '')) return issue('Enter a name for each category.')
    const long = list.find(({ label }) => label.length > 40 || !isStorable(label))
    if (long) return issue(`Use at most 40 characters for “${long.label.slice(0, 40)}”.`)
    const labels = list.map(({ label }) => label.toLowerCase())
    const repeated = list.find(({ label }, index) => labels.indexOf(label.toLowerCase()) !== index)
    if (repeated) return issue(`There are two categories called “${repeated.label}”.`)
    if (new Set(list.map(({ id }) => id)).size !== list.length) return issue(MALFORMED_CATEGORIES)
    if (listOfferedCategories(list).length === 0)
      return issue('Keep at least one category that is not retired.')
    return list
  })

/** Returns "Text, Data, Weather (retired)", for the audit log. */
function describeCategories(text: string): string {
  const read = categories.safeParse(text)
  if (!read.success || text === '') return 'the built-in ones'
  return read.data.map(({ label, isRetired }) => (isRetired ? `${label} (retired)` : label)).join(', ')
}

const percent = z
  .string()
  .trim()
  .refine(
    (text) => /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100,
    'Enter a number from 0 to 100, with at most four decimals.',
  )

const webAddress = z.string().transform((text, context) => {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const url = trimmed.length <= 500 && URL.canParse(trimmed) ? new URL(trimmed) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href
  context.addIssue('Enter an address such as https://example.org/terms, or leave it empty.')
  return z.NEVER
})

type SettingSpec = {
  label: string
  schema: z.ZodType<unknown, string>
  byDefault: string
  env?: string
  /** How the audit log words a value; as it is stored if absent. */
  describe?: (text: string) => string
}

export const SETTINGS = {
  name: {
    label: 'Name',
    schema: storableLine(40).pipe(z.string().min(1, 'Enter a name.')),
    byDefault: 'Guildhall',
  },
  logo: { label: 'Logo', schema: logo, byDefault: '' },
  contact: { label: 'Contact', schema: storableLine(200), byDefault: '', env: 'GUILDHALL_CONTACT' },
  announcement: { label: 'Announcement', schema: storableLine(300), byDefault: '' },
  terms: { label: 'Terms', schema: webAddress, byDefault: '', env: 'GUILDHALL_TERMS' },
  operator: { label: 'Operator', schema: storableLine(200), byDefault: '', env: 'GUILDHALL_OPERATOR' },
  about: { label: 'About this site', schema: storableText, byDefault: '' },
  privacy: { label: 'Privacy', schema: storableText, byDefault: '' },
  incident: { label: 'Message on the status page', schema: storableText, byDefault: '' },
  categories: { label: 'Categories', schema: categories, byDefault: '', describe: describeCategories },
  feePercent: { label: 'Fee', schema: percent, byDefault: '1', env: 'GUILDHALL_FEE_PERCENT' },
  signUp: {
    label: 'Sign-up',
    schema: policy,
    byDefault: 'open',
  },
  signUpDomains: { label: 'Email domains', schema: domains, byDefault: '' },
  welcomeCredit: {
    label: 'Welcome credit',
    schema: amount,
    byDefault: '0',
    env: 'GUILDHALL_WELCOME_CREDIT',
  },
  payoutMinimum: {
    label: 'Smallest payout',
    schema: amount,
    byDefault: '10',
    env: 'GUILDHALL_PAYOUT_MINIMUM',
  },
  payoutSchedule: {
    label: 'Payouts',
    schema: payoutSchedule,
    byDefault: 'request',
    env: 'GUILDHALL_PAYOUT_SCHEDULE',
  },
  retention: { label: 'Retention of runs', schema: retention, byDefault: '90' },
  deniedHosts: {
    label: 'Denied hosts',
    schema: hosts,
    byDefault: '',
    env: 'GUILDHALL_DENIED_HOSTS',
  },
  visitorRuns: {
    label: 'Runs of visitors',
    schema: onOrOff,
    byDefault: 'on',
    env: 'GUILDHALL_VISITOR_RUNS',
  },
  longRuns: { label: 'Long runs', schema: onOrOff, byDefault: 'on', env: 'GUILDHALL_LONG_RUNS' },
  pauseOnNewBehaviour: {
    label: 'Pause on new behaviour',
    schema: onOrOff,
    byDefault: 'off',
    env: 'GUILDHALL_PAUSE_ON_NEW_BEHAVIOUR',
  },
  packageRegistry: {
    label: 'Registry',
    schema: registry,
    byDefault: 'https://registry.npmjs.org/',
    env: 'GUILDHALL_PACKAGE_REGISTRY',
  },
  packageAllow: {
    label: 'Only these packages',
    schema: packageNames,
    byDefault: '',
    env: 'GUILDHALL_PACKAGE_ALLOW',
  },
  packageDeny: {
    label: 'Never these packages',
    schema: packageNames,
    byDefault: '',
    env: 'GUILDHALL_PACKAGE_DENY',
  },
  pythonIndex: {
    label: 'Index',
    schema: pythonIndex,
    byDefault: 'https://pypi.org/simple/',
    env: 'GUILDHALL_PYTHON_INDEX',
  },
  pythonAllow: {
    label: 'Only these Python packages',
    schema: pythonNames,
    byDefault: '',
    env: 'GUILDHALL_PYTHON_ALLOW',
  },
  pythonDeny: {
    label: 'Never these Python packages',
    schema: pythonNames,
    byDefault: '',
    env: 'GUILDHALL_PYTHON_DENY',
  },
  versionAgeReadOnly: {
    label: 'Minimum age of versions that only read',
    schema: hours,
    byDefault: '0',
    env: 'GUILDHALL_VERSION_AGE_READ_ONLY_HOURS',
  },
  versionAgeWrites: {
    label: 'Minimum age of versions that make changes',
    schema: hours,
    byDefault: '72',
    env: 'GUILDHALL_VERSION_AGE_WRITES_HOURS',
  },
  versionAgeCommands: {
    label: 'Minimum age of versions that run commands',
    schema: hours,
    byDefault: '72',
    env: 'GUILDHALL_VERSION_AGE_COMMANDS_HOURS',
  },
  release: {
    label: 'New versions reach organisations',
    schema: release,
    byDefault: 'gradual',
    env: 'GUILDHALL_RELEASE',
  },
  rolloutDays: {
    label: 'Longest rollout',
    schema: days,
    byDefault: '14',
    env: 'GUILDHALL_ROLLOUT_DAYS',
  },
  reviewByMembers: {
    label: 'Admins who belong to the publisher',
    schema: onOrOff,
    byDefault: 'on',
    env: 'GUILDHALL_REVIEW_BY_MEMBERS',
  },
  reviewTargetHours: {
    label: 'Target for reviews',
    schema: targetHours,
    byDefault: '',
    env: 'GUILDHALL_REVIEW_TARGET_HOURS',
  },
} satisfies Record<string, SettingSpec>

export type SettingName = keyof typeof SETTINGS
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> }

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export function settingSpec(name: SettingName): SettingSpec {
  return SETTINGS[name]
}
