/** What each role may not do, tried by URL, by replay and from another site. */
import { captureAction, sendAgain } from './support/capture-action.ts'
import { expect, expectSignedIn, fillSignIn, fillSignUp, PASSWORD, test } from './support/fixtures.ts'
import { execute, openRun, openSkill, output, TEXT_STATISTICS } from './support/quick-execute-page.ts'
import { expectSaved, openNewDraft, openSection } from './support/studio-page.ts'

test('a draft is private: others cannot open, download, change, run or find it', async ({
  page,
  request: visitor,
  signUp,
  signIn,
}) => {
  await signIn('publisher')
  const { slug, path } = await openNewDraft(page)
  const save = await captureAction(page, () => page.getByLabel('Tagline').fill('Mine'))
  await expectSaved(page)
  await openSection(page, 'Greet')
  await openSection(page, 'Try it')
  const run = await captureAction(page, () => page.getByRole('button', { name: 'Run', exact: true }).click())
  await expect(output(page)).toContainText('Succeeded')

  await signUp()
  const { request: stranger } = page
  for (const address of [path, `/api/drafts/${path.split('/').at(-1)}`, `/ledgerworks/${slug}/greet`]) {
    const response = await stranger.get(address)
    expect(response.status(), address).toBe(404)
  }
  for (const action of [save, run]) {
    expect(await (await sendAgain(stranger, action)).text()).toContain('NOT_FOUND')
    expect(await (await sendAgain(visitor, action)).text()).toContain('UNAUTHENTICATED')
  }
})

test('a run is private: others cannot read, follow, end or share it', async ({
  page,
  request: visitor,
  signUp,
  signIn,
}) => {
  const person = await signUp()
  await execute(page, TEXT_STATISTICS, { Text: 'For my eyes only.' })
  const pathname = await openRun(page)
  const share = await captureAction(page, () => page.getByRole('button', { name: 'Create link' }).click())
  await expect(page.getByRole('button', { name: 'End link' })).toHaveCount(1)

  await signIn('admin')
  const { request: stranger } = page
  for (const [from, status] of [
    [stranger, 404],
    [visitor, 401],
  ] as const) {
    expect((await from.get(`/api${pathname}/events`)).status()).toBe(status)
    expect((await from.post(`/api${pathname}/cancel`)).status()).toBe(status)
  }
  expect(await (await sendAgain(stranger, share)).text()).toContain('NOT_FOUND')
  expect(await (await sendAgain(visitor, share)).text()).toContain('UNAUTHENTICATED')
  expect((await page.reload())?.status()).toBe(404)
  await signIn(person)
  await page.reload()
  await expect(page.getByRole('button', { name: 'End link' })).toHaveCount(1)
})

test('another site cannot call a server action in the name of a signed-in person', async ({
  page,
  signUp,
}) => {
  await signUp()
  await openSkill(page, TEXT_STATISTICS)
  await page.getByLabel('Text').fill('Not from here.')
  const run = await captureAction(page, () => page.getByRole('button', { name: 'Run', exact: true }).click())
  await expect(output(page)).toContainText('Succeeded')

  const action = await sendAgain(page.request, run, 'https://evil.example')
  expect(action.ok()).toBe(false)
  for (const address of ['/api/runs/any/cancel', '/api/images']) {
    for (const [header, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const response = await page.request.post(address, { headers: { [header]: value }, data: '' })
      expect(response.status(), address).toBe(403)
      expect(await response.text()).toContain('POLICY_DENIED')
    }
  }
  await page.goto('/runs')
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /text_statistics/ }),
  ).toHaveCount(1)
})

test('signing up and signing in never lead to another site', async ({ page, leave }) => {
  const elsewhere = encodeURIComponent('//evil.example/steal')
  await page.goto(`/sign-up?next=${elsewhere}`)
  const { email } = await fillSignUp(page)
  await expectSignedIn(page)
  await expect(page).toHaveURL('/welcome')

  await leave()
  // Browsers drop the tab, so this is an address of another site.
  await page.goto('/sign-in?next=/%09/evil.example')
  await fillSignIn(page, { email, password: PASSWORD })
  await expectSignedIn(page)
  await expect(page).toHaveURL('/')
})

test('a copied session ends with “sign out everywhere”', async ({
  page,
  context,
  playwright,
  baseURL,
  signUp,
}) => {
  await signUp()
  const storageState = { cookies: await context.cookies(), origins: [] }
  const thief = await playwright.request.newContext({ baseURL, storageState })
  expect((await thief.get('/settings', { maxRedirects: 0 })).status()).toBe(200)

  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goto('/notices')
  await expect(page).toHaveURL('/sign-in?next=%2Fnotices')

  const refused = await thief.get('/settings', { maxRedirects: 0 })
  expect(refused.status()).toBe(307)
  expect(refused.headers().location).toContain('/sign-in')
  await thief.dispose()
})

test('an address that cannot be decoded is answered with 404, by pages and by the API', async ({ page }) => {
  const answer = await page.goto('/docs/%ff')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const api = await page.request.get('/api/skills/%ff/contract.json')
  expect([api.status(), (await api.json()).error.code]).toEqual([404, 'NOT_FOUND'])
})
