/**
 * Checks every page as a permitted user: accessible, on any screen, in light and dark.
 *
 * `page-rows.ts` has a row for each page; a test compares it with the pages.
 */
import fs from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import {
  ALL_DISPLAY_MODES,
  type DisplayMode,
  expectGoodInModes,
  listenForComplaints,
  show,
} from './support/expect-good-page.ts'
import { expect, test } from './support/fixtures.ts'
import { PAGE_FIXTURES } from './support/page-fixtures.ts'
import { PAGE_ROWS, type Viewer } from './support/page-rows.ts'
import { beginSession, makePerson, type Person } from './support/people.ts'
import { waitForHydrationOnNavigation } from './support/wait-until-hydrated.ts'

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

const selectedRows = PAGE_ROWS.filter(({ path }) => isSelected(path))

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

test('every page of the site has a row in page-rows.ts', () => {
  const pages = fs
    .globSync('**/page.tsx', { cwd: `${PROJECT_ROOT}/app` })
    .map((file) => file.split('/').slice(0, -1))
  const rows = PAGE_ROWS.map(({ path }) => path.split('?')[0]!.split('/').filter(Boolean))

  const missing = pages.filter((page) => !rows.some((row) => matchesRoute(page, row)))

  expect(pages.length).toBeGreaterThan(20)
  expect(missing.map((page) => `/${page.join('/')}`)).toEqual([])
})

/** Returns whether the row's path matches the page's route, segment by segment. */
function matchesRoute(page: string[], row: string[]): boolean {
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
