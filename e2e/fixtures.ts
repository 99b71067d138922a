/**
 * What every journey starts from: people, and the words for what they do.
 *
 * Names are fresh, so journeys need no order and leave nothing to clean up. The demo people and the market belong to
 * all journeys at once: nobody changes them, and nobody counts what others may add to.
 */
import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { beginSession, freshSlug, makePerson, PASSWORD, type Person } from './people.ts'
import { forgetJourney, openProfile } from './profile.ts'
import { wakeBeforeUse } from './until-awake.ts'

/** Playwright’s own. */
const VIEWPORT = { width: 1280, height: 720 }

export type DemoPerson = 'admin' | 'publisher' | 'user'

type Fixtures = {
  /** Gives the page a session of one of the demo people. It stays where it is. */
  signIn: (who: DemoPerson, page?: Page) => Promise<void>
  /** Makes somebody new and gives the page their session. It stays where it is. */
  signUp: (page?: Page) => Promise<Person>
  /** A page for somebody else, in a browser of its own; or another one of `context`. */
  otherPage: (context?: BrowserContext) => Promise<Page>
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
    await profile.setExtraHTTPHeaders(ofSomeAddress())
    await use(profile)
    await forgetJourney(profile, baseURL!)
  },

  // For everybody else, and for requests without a page.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, ...ofSomeAddress() })
  },

  page: async ({ page }, use) => {
    await use(wakeBeforeUse(page))
  },

  signIn: async ({ page, baseURL }, use) => {
    await use((who, on = page) => beginSession(on.context(), `${who}@demo.local`, baseURL!))
  },

  signUp: async ({ page, baseURL }, use) => {
    await use(async (on = page) => {
      const person = await makePerson()
      await beginSession(on.context(), person.email, baseURL!)
      return person
    })
  },

  otherPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (given) => {
      const context = given ?? (await browser.newContext())
      if (!given) contexts.push(context)
      return wakeBeforeUse(await context.newPage())
    })
    await Promise.all(contexts.map((context) => context.close()))
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

export { expect, freshSlug, PASSWORD, type Person }
