import { paths } from './paths.ts'

/** Determines which links are shown; each page's service checks access. */
export type Audience = 'everyone' | 'user' | 'admin'

export type VisitorRole = 'USER' | 'ADMIN' | null

export type SitePage = { label: string; href: string; for: Audience; inHeader: boolean }

type AdminPage = {
  label: string
  href: string
  isExact?: boolean
  also?: string[]
  waiting?: 'reviews' | 'reports' | 'appeals'
}

type SettingsPage = {
  label: string
  /** Its name in the command palette. */
  fullName?: string
  href: string
  of: 'person' | 'organisation'
  isExact?: boolean
  also?: string[]
  forAdmins?: boolean
}

/** The palette finds these by name only. */
// biome-ignore format: table
const MORE_PAGES: [label: string, href: string][] = [
  ['Saved settings', paths.configList],
  ['Starred',        paths.starred],
  ['Collections',    paths.collections],
  ['Recalls that reach you', paths.ownRecalls],
  ['Retention',      paths.retention],
  ['Plan runs',      paths.planRuns()],
  ['Test runs',      paths.testRuns],
  ['Analytics',      paths.publishAnalytics],
  ['Failed runs',    paths.publishFailedRuns],
  ['Failed runs of your own', paths.ownFailedRuns],
  ['Earnings',       paths.earnings],
]

/** The admin area, in the order of its navigation. */
// biome-ignore format: table
export const ADMIN_PAGES: AdminPage[] = [
  { label: 'Overview',   href: paths.admin, isExact: true },
  { label: 'Review',     href: paths.review,     waiting: 'reviews', also: ['/review'] },
  { label: 'Appeals',    href: paths.appeals,    waiting: 'appeals', also: ['/review/appeals'] },
  { label: 'Reports',    href: paths.reports,    waiting: 'reports' },
  { label: 'Restrictions', href: paths.restrictions },
  { label: 'Recalls',    href: paths.recalls },
  { label: 'New behaviour', href: paths.adminBehaviour },
  { label: 'People',     href: paths.people },
  { label: 'Organisations', href: paths.organisations },
  { label: 'Publishers', href: paths.publishers },
  { label: 'Money',      href: paths.money },
  { label: 'Activity',   href: paths.activity },
  { label: 'Audit log',  href: paths.audit },
  { label: 'Providers',  href: paths.providers },
  { label: 'Own network', href: paths.ownHosts },
  { label: 'Mail',       href: paths.mail },
  { label: 'Status',     href: paths.status },
  { label: 'Site settings', href: paths.siteSettings },
]

/** Settings of people and of the active organisation; `forAdmins` for its owners and admins. */
// biome-ignore format: table
export const SETTINGS_PAGES: SettingsPage[] = [
  { label: 'Profile',       fullName: 'Your profile', href: paths.settings, of: 'person', isExact: true, also: [paths.deleteAccount] },
  { label: 'Security',      href: paths.security,             of: 'person' },
  { label: 'Notifications', fullName: 'Notification settings', href: paths.notificationSettings, of: 'person' },
  { label: 'Organisation',  href: paths.organisation,         of: 'organisation', also: [paths.retention] },
  { label: 'Wallet',        href: paths.wallet,               of: 'organisation' },
  { label: 'Installed',     href: paths.installed,            of: 'organisation', also: [paths.configList] },
  { label: 'Integrations',  href: paths.integrations,         of: 'organisation' },
  { label: 'API keys',      href: paths.keys,                 of: 'organisation' },
  { label: 'Toolsets',      href: paths.toolsets,             of: 'organisation' },
  { label: 'Webhooks',      href: paths.webhooks,             of: 'organisation', forAdmins: true },
  { label: 'Plan policy',   href: paths.planPolicy,           of: 'organisation' },
  { label: 'Storage',       href: paths.storage,              of: 'organisation' },
  { label: 'Blobs',         href: paths.blobList,             of: 'organisation' },
]

// biome-ignore format: table
export const DESTINATIONS: SitePage[] = [
  { label: 'Catalogue',     href: paths.home,         for: 'everyone', inHeader: true },
  { label: 'Runs',          href: paths.runs,         for: 'user',     inHeader: true },
  { label: 'Plans',         href: paths.plans,        for: 'user',     inHeader: true },
  { label: 'Automations',   href: paths.automations,  for: 'user',     inHeader: true },
  { label: 'Vault',         href: paths.vault,        for: 'user',     inHeader: true },
  { label: 'Publish',       href: paths.publish,      for: 'user',     inHeader: true },
  { label: 'Admin',         href: paths.admin,        for: 'admin',    inHeader: true },
  { label: 'Docs',          href: paths.docs,         for: 'everyone', inHeader: true },
  { label: 'Notifications', href: paths.notices,      for: 'user',     inHeader: false },
  { label: 'Log of removals', href: paths.removals,   for: 'everyone', inHeader: false },
  ...SETTINGS_PAGES.map(({ label, fullName = label, href }) => ({ label: fullName, href, for: 'user' as const, inHeader: false })),
  ...MORE_PAGES.map(([label, href]) => ({ label, href, for: 'user' as const, inHeader: false })),
  ...ADMIN_PAGES.map(({ label, href }) => ({ label, href, for: 'admin' as const, inHeader: false })),
]

export function destinationsFor(role: VisitorRole): SitePage[] {
  return DESTINATIONS.filter((page) => isOffered(page.for, role))
}

export function isOffered(audience: Audience, role: VisitorRole): boolean {
  return audience === 'everyone' || (role !== null && (audience === 'user' || role === 'ADMIN'))
}

export function isListedFirst({ href }: SitePage): boolean {
  return href !== paths.removals && !MORE_PAGES.some(([, each]) => each === href)
}
