/**
 * Common fixtures: people and their actions.
 *
 * Names are unique, so journeys need no order and no cleanup. All journeys share the demo people and market:
 * do not change them or count entries that others may add.
 */
import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { beginSession, freshSlug, makePerson, PASSWORD, type Person, switchOrganisation } from './people.ts'
import { forgetJourney, openProfile } from './profile.ts'
import { waitForHydrationOnNavigation } from './wait-until-hydrated.ts'

const VIEWPORT = { width: 1280, height: 720 }

export type DemoPerson = 'admin' | 'publisher' | 'user'

/**
 * One browser with one person at a time. Open tabs do not change until their next request, which uses the current
 * session.
 */
type Fixtures = {
  /** Creates a session for this person in the given organisation, by default the personal one. */
  signIn: (who: DemoPerson | Person, organisationId?: string) => Promise<void>
  signUp: () => Promise<Person>
  /** Deletes the cookies without notifying the server. */
  leave: () => Promise<void>
  otherTab: () => Promise<Page>
}

/** Sign-up and sign-in attempts are limited by IP address, so each person and journey has its own. */
const ofSomeAddress = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
})

export const test = base.extend<Fixtures, { profile: BrowserContext }>({
  profile: [
    async ({ launchOptions }, use, { project }) => {
      const { contextOptions, baseURL } = project.use
      const profile = await openProfile({ ...launchOptions, ...contextOptions, baseURL, viewport: VIEWPORT })
      await use(profile)
      await profile.close()
    },
    { scope: 'worker' },
  ],

  context: async ({ profile, baseURL }, use) => {
    // Visiting pages sets cookies for the person who visited.
    await profile.clearCookies()
    await profile.setExtraHTTPHeaders(ofSomeAddress())
    await use(profile)
    await forgetJourney(profile, baseURL!)
  },

  // Applies to requests without a page.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, ...ofSomeAddress() })
  },

  page: async ({ page }, use) => {
    await use(waitForHydrationOnNavigation(page))
  },

  signIn: async ({ context, baseURL }, use) => {
    await use(async (who, organisationId) => {
      await context.clearCookies()
      const email = typeof who === 'string' ? `${who}@demo.local` : who.email
      await beginSession(context, email, baseURL!)
      if (organisationId) await switchOrganisation(context, organisationId, baseURL!)
    })
  },

  signUp: async ({ signIn }, use) => {
    await use(async () => {
      const person = await makePerson()
      await signIn(person)
      return person
    })
  },

  leave: async ({ context }, use) => {
    await use(() => context.clearCookies())
  },

  otherTab: async ({ context }, use) => {
    await use(async () => waitForHydrationOnNavigation(await context.newPage()))
  },
})

/** Opens the sign-in page if needed and submits the form. */
export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }) {
  if (!page.url().includes('/sign-in')) await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the sign-up page if needed and creates an account. */
export async function fillSignUp(page: Page, given: Partial<Person> = {}): Promise<Person> {
  const { name = 'Grace Hopper', email = `${freshSlug('grace')}@example.com` } = given
  if (!page.url().includes('/sign-up')) await page.goto('/sign-up')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  return { name, email }
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
}

export { expect, freshSlug, makePerson, PASSWORD, type Person }
