/**
 * Checks every page as a permitted user: accessible, on any screen, in light and dark.
 *
 * Add a row for each new page: a test compares this table with the pages.
 */
import fs from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { PROJECT_ROOT } from '#bin/runtime/project-root.ts'
import { SET_SECTIONS, SKILL_SECTIONS } from '#components/studio/state/studio-sections.ts'
import {
  ALL_DISPLAY_MODES,
  type DisplayMode,
  expectGoodInModes,
  listenForComplaints,
  show,
} from './support/expect-good-page.ts'
import { type DemoPerson, expect, test } from './support/fixtures.ts'
import { PAGE_FIXTURES } from './support/page-fixtures.ts'
import { beginSession, makePerson, type Person } from './support/people.ts'
import { waitForHydrationOnNavigation } from './support/wait-until-hydrated.ts'

type Viewer = DemoPerson | 'visitor' | 'newcomer'

type Row = {
  as: Viewer
  /** A name in brackets is replaced by a page fixture. */
  path: string
  /** Unique to the page: the test waits for it, and it proves that this is the requested page. */
  heading: string | RegExp
  status?: number
}

const STUDIO: Row[] = [
  ...Object.keys(SET_SECTIONS),
  ...Object.entries(SKILL_SECTIONS).map(([name, { kinds }]) => {
    const isOfActions = (kinds as readonly string[]).includes('action')
    return `skills.${isOfActions ? 0 : 1}.${name}`
  }),
].map((section) => ({
  as: 'publisher',
  path: `/publish/[draft]?section=${section}`,
  heading: 'Greetings',
}))

// biome-ignore format: table
const ROWS: Row[] = [
  { as: 'visitor',   path: '/',                                       heading: 'Skills you can rely on' },
  { as: 'visitor',   path: '/?category=dates&sort=newest',            heading: 'Skills you can rely on' },
  { as: 'visitor',   path: '/?q=xqzzkwv',                             heading: 'Skills you can rely on' },
  { as: 'visitor',   path: '/guildhall',                              heading: 'Guildhall' },
  { as: 'visitor',   path: '/guildhall/text_tools',                   heading: 'Text tools' },
  { as: 'visitor',   path: '/guildhall/text_tools/text_statistics',   heading: 'Text statistics' },
  { as: 'visitor',   path: '/embed/guildhall/text_tools/text_statistics', heading: 'Text statistics' },
  { as: 'visitor',   path: '/docs',                                   heading: 'Documentation' },
  { as: 'visitor',   path: '/docs/publishing',                        heading: 'Publishing' },
  { as: 'visitor',   path: '/docs/handler',                           heading: 'Handler API' },
  { as: 'visitor',   path: '/docs/contracts',                         heading: 'Contracts' },
  { as: 'visitor',   path: '/docs/errors',                            heading: 'Errors' },
  { as: 'visitor',   path: '/skills/protocol/guide',                  heading: 'Skills Protocol guide' },
  { as: 'visitor',   path: '/docs/quickstart',                        heading: 'Quickstart' },
  { as: 'visitor',   path: '/docs/mcp',                               heading: 'MCP' },
  { as: 'visitor',   path: '/docs/rpc',                               heading: 'Skills Protocol' },
  { as: 'visitor',   path: '/docs/api',                                heading: 'HTTP API' },
  { as: 'visitor',   path: '/docs/sdk',                               heading: 'SDK' },
  { as: 'visitor',   path: '/docs/sandbox',                           heading: 'Sandbox' },
  { as: 'visitor',   path: '/docs/commands',                          heading: 'Command line' },
  { as: 'visitor',   path: '/docs/lint',                              heading: 'Lint' },
  { as: 'visitor',   path: '/docs/runs',                              heading: 'Results and runs' },
  { as: 'visitor',   path: '/docs/integrations',                      heading: 'Integrations' },
  { as: 'visitor',   path: '/docs/plans',                             heading: 'Plans' },
  { as: 'visitor',   path: '/docs/tools',                             heading: 'Tools' },
  { as: 'visitor',   path: '/tools/util.slugifyTitle',                heading: 'Make a slug' },
  { as: 'visitor',   path: '/docs/search?q=webhook',                  heading: 'Search the documentation' },
  { as: 'visitor',   path: '/docs/schemas',                           heading: 'Schemas' },
  { as: 'visitor',   path: '/sign-in',                                heading: 'Sign in' },
  { as: 'visitor',   path: '/sign-up',                                heading: 'Create an account' },
  { as: 'visitor',   path: '/sign-in/second',                         heading: 'Sign in' },
  { as: 'visitor',   path: '/confirm-email/none', status: 404,        heading: 'Confirm your email address' },
  { as: 'visitor',   path: '/unsubscribe/none', status: 404,          heading: 'Unsubscribe' },
  { as: 'visitor',   path: '/reset',                                  heading: 'Reset your password' },
  { as: 'visitor',   path: '/reset/[reset]',                          heading: 'Set a new password' },
  { as: 'visitor',   path: '/join/[invitation]',                      heading: 'Join Analytical Engines' },
  { as: 'visitor',   path: '/shared/[share]',                         heading: 'Text statistics' },
  { as: 'visitor',   path: '/nobody/nothing', status: 404,            heading: 'Not found' },
  { as: 'visitor',   path: '/no-such-page',   status: 404,            heading: 'Not found' },
  { as: 'user',      path: '/',                                       heading: 'Find a skill' },
  { as: 'user',      path: '/ledgerworks',                            heading: 'Ledgerworks' },
  { as: 'user',      path: '/ledgerworks/calendar',                   heading: 'Calendar' },
  { as: 'user',      path: '/ledgerworks/shop_desk',                  heading: 'Shop desk' },
  { as: 'user',      path: '/guildhall/text_tools/text_statistics',   heading: 'Text statistics' },
  { as: 'user',      path: '/runs',                                   heading: 'Runs' },
  { as: 'user',      path: '/runs?state=cancelled&skill=guildhall.none.at_all', heading: 'Runs' },
  { as: 'user',      path: '/vault',                                  heading: 'Vault' },
  { as: 'newcomer',  path: '/vault',                                  heading: 'Vault' },
  { as: 'user',      path: '/runs/[run]',                             heading: 'Text statistics' },
  { as: 'user',      path: '/runs/compare?before=[run]&after=[run]',  heading: 'Compare runs' },
  { as: 'user',      path: '/automations',                            heading: 'Automations' },
  { as: 'user',      path: '/automations/[automation]',               heading: 'Every Monday' },
  { as: 'user',      path: '/settings/integrations',                  heading: 'Integrations' },
  { as: 'user',      path: '/plans',                                  heading: 'Plans' },
  { as: 'user',      path: '/plans/new',                              heading: 'New plan' },
  { as: 'user',      path: '/plans/[plan]',                           heading: 'Slugs of a list' },
  { as: 'publisher', path: '/plans/[published_plan]/publish',         heading: 'Publish as skill' },
  { as: 'user',      path: '/plans/runs/[plan_run]',                  heading: 'Plan run' },
  { as: 'user',      path: '/plans/runs',                             heading: 'Plan runs' },
  { as: 'user',      path: '/plans/templates/files-from-bullets',     heading: 'A file for every bullet' },
  { as: 'user',      path: '/shared/[share]',                         heading: 'Text statistics' },
  { as: 'user',      path: '/join/[invitation]',                      heading: 'Join Analytical Engines' },
  { as: 'user',      path: '/notices',                                heading: 'Notifications' },
  { as: 'user',      path: '/settings',                               heading: 'Your profile' },
  { as: 'admin',     path: '/settings/notifications',                 heading: 'Notification settings' },
  { as: 'admin',     path: '/admin/mail',                             heading: 'Mail' },
  { as: 'admin',     path: '/admin/integrations',                     heading: 'Integration providers' },
  { as: 'admin',     path: '/admin/integrations/new',                 heading: 'Add a provider' },
  { as: 'admin',     path: '/admin/integrations/[provider]',          heading: 'Weather' },
  { as: 'newcomer',  path: '/welcome',                                heading: /^Welcome, / },
  { as: 'user',      path: '/settings/security',                      heading: 'Security' },
  { as: 'user',      path: '/settings/presence',                      heading: 'Confirm that it is you' },
  { as: 'user',      path: '/settings/organisation/delete',           heading: 'Delete organisation' },
  { as: 'user',      path: '/settings/delete',                        heading: 'Delete your account' },
  { as: 'user',      path: '/settings/retention',                     heading: 'Retention' },
  { as: 'user',      path: '/settings/storage',                       heading: 'Storage' },
  { as: 'user',      path: '/settings/organisation',                  heading: 'Personal organisation' },
  { as: 'user',      path: '/settings/installed',                     heading: 'Installed SkillSets' },
  { as: 'user',      path: '/settings/keys',                          heading: 'API keys' },
  { as: 'user',      path: '/settings/wallet',                        heading: 'Wallet' },
  { as: 'publisher', path: '/publish/earnings',                       heading: 'Earnings' },
  { as: 'publisher', path: '/publish/analytics',                      heading: 'Analytics' },
  { as: 'admin',     path: '/admin/activity',                         heading: 'Activity' },
  { as: 'admin',     path: '/admin/people',                           heading: 'People' },
  { as: 'admin',     path: '/admin/people?q=xqzzkwv',                 heading: 'People' },
  { as: 'admin',     path: '/admin/settings',                         heading: 'Site settings' },
  { as: 'admin',     path: '/admin/organisations',                    heading: 'Organisations' },
  { as: 'admin',     path: '/admin/organisations/[organisation]',     heading: 'Analytical Engines' },
  { as: 'admin',     path: '/admin/restrictions',                     heading: 'Restrictions' },
  { as: 'admin',     path: '/admin/publishers',                       heading: 'Publishers' },
  { as: 'admin',     path: '/admin/money',                            heading: 'Money' },
  { as: 'user',      path: '/settings/toolsets',                      heading: 'Toolsets' },
  { as: 'user',      path: '/settings/webhooks',                      heading: 'Webhooks' },
  { as: 'user',      path: '/settings/plans',                         heading: 'Plan policy' },
  { as: 'user',      path: '/settings/blobs',                         heading: 'Blobs' },
  { as: 'user',      path: '/settings/config',                        heading: 'Installed SkillSets' },
  { as: 'user',      path: '/settings/config/ledgerworks/shop_desk',  heading: 'Shop desk settings' },
  { as: 'user',      path: '/admin/review',   status: 403,            heading: 'Not allowed' },
  { as: 'user',      path: '/admin/status',   status: 403,            heading: 'Not allowed' },
  { as: 'user',      path: '/admin/money',    status: 403,            heading: 'Not allowed' },
  { as: 'user',      path: '/oauth/authorize?[consent]',              heading: 'Connect Deskpad?' },
  { as: 'newcomer',  path: '/runs',                                   heading: 'Runs' },
  { as: 'newcomer',  path: '/notices',                                heading: 'Notifications' },
  { as: 'newcomer',  path: '/settings/installed',                     heading: 'Installed SkillSets' },
  { as: 'newcomer',  path: '/settings/config/ledgerworks/shop_desk',  heading: 'Shop desk settings' },
  { as: 'newcomer',  path: '/publish',                                heading: 'Claim your handle' },
  { as: 'publisher', path: '/publish',                                heading: 'Publish' },
  { as: 'publisher', path: '/publish/new',                            heading: 'New SkillSet' },
  { as: 'publisher', path: '/publish/failed-runs',                    heading: 'Failed runs' },
  { as: 'publisher', path: '/publish/handles/ledgerworks',            heading: 'Publisher settings' },
  { as: 'publisher', path: '/publish/[draft]/settings',               heading: 'SkillSet settings' },
  { as: 'publisher', path: '/publish/staged/[staged]',               heading: 'Greetings 1.1.0 from CI' },
  { as: 'publisher', path: '/publish/transfers/[transfer]',           heading: /^Transfer of/ },
  { as: 'publisher', path: '/review/[submission]',                    heading: /^Parcel desk/ },
  ...STUDIO,
  { as: 'admin',     path: '/admin/review',                           heading: 'Review' },
  { as: 'admin',     path: '/admin/review?tab=decided',               heading: 'Review' },
  { as: 'admin',     path: '/admin/reports',                          heading: 'Reports' },
  { as: 'admin',     path: '/admin/audit',                            heading: 'Audit log' },
  { as: 'admin',     path: '/review/[submission]',                    heading: /^Parcel desk/ },
  { as: 'admin',     path: '/admin/status',                           heading: 'Status' },
]

test.describe.configure({ mode: 'parallel' })

/**
 * `npm test` takes the first and then every fourth row of a page; the long run takes all. The pages of the
 * documentation share a frame and count as one.
 */
const EVERY_NTH = 4
const isLong = Boolean(process.env.GUILDHALL_LONG)

const rowsOfPage = new Map<string, number>()
function isSelected(path: string): boolean {
  const page = path.startsWith('/docs/') ? '/docs/' : path.split('?')[0]!
  const count = rowsOfPage.get(page) ?? 0
  rowsOfPage.set(page, count + 1)
  return isLong || count % EVERY_NTH === 0
}

/** Alternates between two display modes; the long run uses all. */
const manners = (at: number): DisplayMode[] =>
  isLong ? ALL_DISPLAY_MODES : [at % 2 === 0 ? 'wide and light' : 'narrow and dark']

const selectedRows = ROWS.filter(({ path }) => isSelected(path))

for (const [at, { as, path, heading, status = 200 }] of selectedRows.entries()) {
  test(`${path} is accessible, seen as ${as}`, async ({ profile, baseURL }) => {
    const { page, complaints } = getBrowserSession(profile)
    await signInAs(as, profile, baseURL!)
    const before = complaints.length
    const [first = 'wide and light', ...others] = manners(at)
    // The mode is set before navigation, so that the page renders once.
    await show(page, first)

    const response = await page.goto(await addressOf(path))

    expect(response?.status()).toBe(status)
    await expectGoodInModes(page, [first, ...others], heading)
    expect(complaints.slice(before)).toEqual([])
  })
}

test('every page there is has a row', () => {
  const pages = fs
    .globSync('**/page.tsx', { cwd: `${PROJECT_ROOT}/app` })
    .map((file) => file.split('/').slice(0, -1))
  const rows = ROWS.map(({ path }) => path.split('?')[0]!.split('/').filter(Boolean))

  const missing = pages.filter((page) => !rows.some((row) => isOf(page, row)))

  expect(pages.length).toBeGreaterThan(20)
  expect(missing.map((page) => `/${page.join('/')}`)).toEqual([])
})

/** Returns whether the row's path matches the page's route, segment by segment. */
function isOf(page: string[], row: string[]): boolean {
  return page.length === row.length && page.every((name, at) => name.startsWith('[') || name === row[at])
}

/** Returns the path with its fixture created and filled in. */
async function addressOf(path: string): Promise<string> {
  const [, thing] = /\[(\w+)\]/.exec(path) ?? []
  return thing
    ? path.replaceAll(`[${thing}]`, await PAGE_FIXTURES[thing as keyof typeof PAGE_FIXTURES]())
    : path
}

type BrowserSession = { page: Page; complaints: string[] }

let browserSession: BrowserSession | undefined
/** Shares one page among all rows: every page would start a renderer process. */
function getBrowserSession(profile: BrowserContext): BrowserSession {
  if (!browserSession) {
    const page = waitForHydrationOnNavigation(profile.pages()[0]!)
    browserSession = { page, complaints: listenForComplaints(page) }
  }
  return browserSession
}

let newcomer: Promise<Person> | undefined
async function signInAs(as: Viewer, profile: BrowserContext, url: string): Promise<void> {
  await profile.clearCookies()
  if (as === 'visitor') return
  newcomer ??= makePerson()
  await beginSession(profile, as === 'newcomer' ? (await newcomer).email : `${as}@demo.local`, url)
}
