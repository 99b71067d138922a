/**
 * What every journey starts from: people, and the words for what they do.
 *
 * Names are fresh, so journeys need no order and leave nothing to clean up. The demo people and the market belong to
 * all journeys at once: nobody changes them, and nobody counts what others may add to.
 */
import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { actFor, beginSession, freshSlug, makePerson, PASSWORD, type Person } from './people.ts'
import { forgetJourney, openProfile } from './profile.ts'
import { wakeBeforeUse } from './until-awake.ts'

/** Playwright’s own. */
const VIEWPORT = { width: 1280, height: 720 }

export type DemoPerson = 'admin' | 'publisher' | 'user'

/**
 * One browser, and in it one person at a time: a tab that is open stays as it is until it asks the server for
 * something, and then it asks for whoever is signed in now.
 */
type Fixtures = {
  /** Gives the browser a session of this person, acting for one of their organisations, else for themselves. */
  signIn: (who: DemoPerson | Person, organisationId?: string) => Promise<void>
  /** Makes somebody new and gives the browser their session. */
  signUp: () => Promise<Person>
  /** Takes the session away without telling the server. */
  leave: () => Promise<void>
  /** One more page of the browser. */
  otherTab: () => Promise<Page>
}

/** Attempts to sign up and in are counted by address. People have addresses of their own, and so do journeys. */
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
    // Pages that were only looked at leave in it whom they were looked at as.
    await profile.clearCookies()
    await profile.setExtraHTTPHeaders(ofSomeAddress())
    await use(profile)
    await forgetJourney(profile, baseURL!)
  },

  // For requests without a page.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, ...ofSomeAddress() })
  },

  page: async ({ page }, use) => {
    await use(wakeBeforeUse(page))
  },

  signIn: async ({ context, baseURL }, use) => {
    await use(async (who, organisationId) => {
      await context.clearCookies()
      const email = typeof who === 'string' ? `${who}@demo.local` : who.email
      await beginSession(context, email, baseURL!)
      if (organisationId) await actFor(context, organisationId, baseURL!)
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
    await use(async () => wakeBeforeUse(await context.newPage()))
  },
})

/** Opens the sign-in page, unless the page is one already, and sends the form. */
export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }) {
  if (!page.url().includes('/sign-in')) await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the sign-up page, unless the page is one already, and makes an account on it. */
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
