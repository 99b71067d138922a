/**
 * What every journey starts from: people, and the words for what they do.
 *
 * People sign up and sign in on the pages, as anybody does. Names are fresh, so journeys need no order and leave
 * nothing to clean up.
 */
import { randomInt } from 'node:crypto'
import { type BrowserContext, test as base, type Cookie, expect, type Page } from '@playwright/test'

export const DEMO_PASSWORD = 'guildhall-demo'
/** Of everybody whom `signUp` makes. */
export const PASSWORD = 'correct horse battery'

export type DemoPerson = 'admin' | 'publisher' | 'user'
export type Person = { email: string; name: string }

type Fixtures = {
  /** Signs the page in as one of the demo people. Leaves it in the catalogue. */
  signIn: (who: DemoPerson, page?: Page) => Promise<void>
  /** Makes an account on the sign-up page and leaves the page signed in, in the catalogue. */
  signUp: (page?: Page) => Promise<Person>
  /** A page in a browser of its own, for somebody else. */
  otherPage: () => Promise<Page>
}

// The demo people fill the form once; after that their browser is simply still signed in.
const sessions = new Map<DemoPerson, Cookie[]>()

export const test = base.extend<Fixtures>({
  // Attempts to sign up and in are counted by address. People have addresses of their own, and so do journeys.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': address })
  },

  signIn: async ({ page }, use) => {
    await use(async (who, on = page) => {
      const kept = sessions.get(who)
      if (kept) {
        await on.context().addCookies(kept)
        await on.goto('/')
      } else {
        await fillSignIn(on, { email: `${who}@demo.local`, password: DEMO_PASSWORD })
      }
      await expectSignedIn(on)
      sessions.set(who, await on.context().cookies())
    })
  },

  signUp: async ({ page }, use) => {
    await use(async (on = page) => {
      const person = { name: 'Wanda Newcomer', email: `${freshSlug('wanda')}@example.com` }
      await on.goto('/sign-up')
      await on.getByLabel('Name').fill(person.name)
      await on.getByLabel('Email').fill(person.email)
      await on.getByLabel('Password').fill(PASSWORD)
      await on.getByRole('button', { name: 'Create account' }).click()
      await expectSignedIn(on)
      return person
    })
  },

  otherPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      return context.newPage()
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

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
}

/** A name nobody has yet, fit for a handle, a slug or an email. */
export function freshSlug(word: string): string {
  return `${word}_${crypto.randomUUID().slice(0, 8)}`
}

export { expect }
