import { paths } from './paths.ts'

/** Determines which links are shown; each page's service checks access. */
export type Audience = 'everyone' | 'user' | 'admin'

export type VisitorRole = 'USER' | 'ADMIN' | null

export type SitePage = { label: string; href: string; for: Audience; inHeader: boolean }

export type AdminPage = { label: string; href: string; waiting?: 'reviews' | 'reports' }

/** The admin area, in the order of its navigation. */
// biome-ignore format: a table reads in rows
export const ADMIN_PAGES: AdminPage[] = [
  { label: 'Review',     href: paths.review,     waiting: 'reviews' },
  { label: 'Reports',    href: paths.reports,    waiting: 'reports' },
  { label: 'Restrictions', href: paths.restrictions },
  { label: 'People',     href: paths.people },
  { label: 'Organisations', href: paths.organisations },
  { label: 'Publishers', href: paths.publishers },
  { label: 'Money',      href: paths.money },
  { label: 'Activity',   href: paths.activity },
  { label: 'Audit log',  href: paths.audit },
  { label: 'Providers',  href: paths.providers },
  { label: 'Mail',       href: paths.mail },
  { label: 'Status',     href: paths.status },
  { label: 'Settings',   href: paths.siteSettings },
]

// biome-ignore format: a table reads in rows
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
  { label: 'Your profile',  href: paths.settings,     for: 'user',     inHeader: false },
  { label: 'Organisation',  href: paths.organisation, for: 'user',     inHeader: false },
  { label: 'Installed',     href: paths.installed,    for: 'user',     inHeader: false },
  { label: 'Integrations',  href: paths.integrations, for: 'user',     inHeader: false },
  { label: 'API keys',      href: paths.keys,         for: 'user',     inHeader: false },
  ...ADMIN_PAGES.map(({ label, href }) => ({ label, href, for: 'admin' as const, inHeader: false })),
]

export function destinationsFor(role: VisitorRole): SitePage[] {
  return DESTINATIONS.filter((page) => isOffered(page.for, role))
}

export function isOffered(audience: Audience, role: VisitorRole): boolean {
  return audience === 'everyone' || (role !== null && (audience === 'user' || role === 'ADMIN'))
}
